package io.paxosstore.cli;

import io.paxosstore.cli.progress.Progress;
import io.paxosstore.cli.progress.ProgressLine;
import io.paxosstore.client.Codec;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.Scan;
import io.paxosstore.client.Versioned;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The shell's commands that look through a space. Not thread-safe. */
final class ShellScans {
    private final PaxosStore store;
    private Consumer<ShellAnswer> onEvent = event -> {};
    private Supplier<ProgressLine> progress = ProgressLine::none;

    ShellScans(PaxosStore store) {
        this.store = store;
    }

    /** Says who shows what a command answers before its end. */
    void onEvent(Consumer<ShellAnswer> show) {
        onEvent = show;
    }

    /** Says where it is shown how far a command is. */
    void onProgress(Supplier<ProgressLine> lines) {
        progress = lines;
    }

    /** Shows the first keys with their values, or the first ids of entities. */
    ShellAnswer scan(Arguments arguments) {
        long limit =
                arguments.words().size() > 1
                        ? arguments.number(1, "limit")
                        : EntitySteps.PAGE.elements();
        if (limit < 1) {
            throw new IllegalArgumentException("The limit is " + limit + "; use at least 1.");
        }
        Page page = Page.of((int) Math.min(limit, Scan.PAGE_DEFAULT.elements()));
        return kind(arguments.space()) == SpaceKind.KEY_VALUE
                ? showKeys(keys(arguments).inPagesOf(page).iterator(), limit)
                : showIds(ids(arguments).inPagesOf(page).iterator(), limit);
    }

    private Scan<Map.Entry<byte[], Versioned<byte[]>>> keys(Arguments arguments) {
        return store.keyValue(arguments.space(), Codec.bytes(), Codec.bytes())
                .scan(prefix(arguments));
    }

    private Scan<byte[]> ids(Arguments arguments) {
        return store.entitySpace(arguments.space(), Codec.bytes()).scan(prefix(arguments));
    }

    private ShellAnswer showKeys(Iterator<Map.Entry<byte[], Versioned<byte[]>>> keys, long limit) {
        List<String> lines = new ArrayList<>();
        List<Map<String, Object>> entries = new ArrayList<>();
        try (ProgressLine line = progress.get()) {
            while (lines.size() < limit && keys.hasNext()) {
                Map.Entry<byte[], Versioned<byte[]>> one = keys.next();
                String key = Printable.text(one.getKey());
                String value = Printable.text(one.getValue().value());
                lines.add(key + " = " + value);
                entries.add(
                        Map.of("key", key, "value", value, "version", one.getValue().version()));
                line.update("reading", lines.size(), Progress.UNKNOWN);
            }
        }
        return answer(lines, keys.hasNext()).with("entries", entries);
    }

    private ShellAnswer showIds(Iterator<byte[]> ids, long limit) {
        List<String> lines = new ArrayList<>();
        try (ProgressLine line = progress.get()) {
            while (lines.size() < limit && ids.hasNext()) {
                lines.add(Printable.text(ids.next()));
                line.update("reading", lines.size(), Progress.UNKNOWN);
            }
        }
        return answer(lines, ids.hasNext()).with("ids", List.copyOf(lines));
    }

    private static ShellAnswer answer(List<String> lines, boolean hasMore) {
        List<String> shown = new ArrayList<>(lines);
        if (hasMore) {
            shown.add("(there are more; a greater LIMIT shows them)");
        }
        return ShellAnswer.ok(EntitySteps.text(shown, "(nothing)")).with("more", hasMore);
    }

    /** Counts what is there. */
    ShellAnswer count(Arguments arguments) {
        Scan<?> scan =
                kind(arguments.space()) == SpaceKind.KEY_VALUE ? keys(arguments) : ids(arguments);
        long count = 0;
        try (ProgressLine line = progress.get()) {
            for (Iterator<?> found = scan.iterator(); found.hasNext(); count++) {
                var _ = found.next();
                line.update("counting", count, Progress.UNKNOWN);
            }
        }
        return ShellAnswer.ok(Long.toString(count)).with("count", count);
    }

    /** Shows what changes in a range. */
    ShellAnswer watch(Arguments arguments) {
        String space = arguments.space();
        return RangeWatching.run(store, kind(space), space, arguments.words(), onEvent);
    }

    private static byte[] prefix(Arguments arguments) {
        String prefix = arguments.words().isEmpty() ? "" : arguments.word(0);
        return prefix.getBytes(StandardCharsets.UTF_8);
    }

    private SpaceKind kind(String name) {
        List<SpaceInfo> spaces = store.listSpaces();
        for (SpaceInfo space : spaces) {
            if (space.name().equals(name)) {
                return space.kind();
            }
        }
        throw new IllegalArgumentException(
                "There is no space '"
                        + name
                        + "'; "
                        + Similar.question(name, spaces.stream().map(SpaceInfo::name).toList())
                        + "'listSpaces' lists them.");
    }
}
