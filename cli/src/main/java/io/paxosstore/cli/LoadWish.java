package io.paxosstore.cli;

import io.paxosstore.client.ClusterMembers;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/** That loads are evened out. */
final class LoadWish implements ChangeOptions.Wish {
    private final ClusterMembers members;
    private @Nullable LoadView view;

    LoadWish(ClusterMembers members) {
        this.members = members;
    }

    @Override
    public String preview() {
        LoadView shown = LoadView.of(members.balance(true));
        view = shown;
        return shown.text();
    }

    @Override
    public boolean isNothing() {
        return Objects.requireNonNull(view).isStill();
    }

    /** Loads have moved on since the preview, a little. */
    @Override
    public String make() {
        LoadView done = LoadView.of(members.balance(false));
        if (!done.isRepeat()) {
            view = done;
        }
        return done.isStill()
                ? "Done: there was nothing to move any more."
                : "Done: the moves begin; topology wait tells when they are over.";
    }

    @Override
    public ShellAnswer with(ShellAnswer answer) {
        return Objects.requireNonNull(view).with(answer);
    }
}
