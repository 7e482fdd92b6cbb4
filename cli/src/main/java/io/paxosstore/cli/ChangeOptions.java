package io.paxosstore.cli;

import io.paxosstore.cli.progress.Waiting;
import io.paxosstore.client.ClusterMembers;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterMoves;
import io.paxosstore.protocol.topology.NodeMoves;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.io.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Runs a change of the cluster: first shows what it moves, then does it if the operator says so, by
 * an option or when asked.
 */
final class ChangeOptions extends OperatorOptions {
    @Option(names = "--dry-run", description = "Only shows what would move; changes nothing.")
    private boolean isDryRun;

    @Option(names = "--yes", description = "Changes without asking.")
    private boolean isSure;

    /**
     * Runs it; the exit code.
     *
     * @param wish makes what is wanted of the arguments, or throws an IllegalArgumentException with
     *     a sentence that names a mistake in them
     */
    int run(Supplier<ClusterChange> wish) {
        ClusterChange change;
        try {
            change = wish.get();
        } catch (IllegalArgumentException e) {
            return show(ShellAnswer.usage(String.valueOf(e.getMessage())));
        }
        return run(members -> answer(new ListWish(members, change)));
    }

    /** Evens out loads; the exit code. */
    int balance() {
        return run(members -> answer(new LoadWish(members)));
    }

    /** A change that an operator may want, of a cluster that it is connected to. */
    interface Wish {
        /** What would move, for people; asks the cluster. */
        String preview();

        /** Whether there is nothing to do. */
        default boolean isNothing() {
            return false;
        }

        /** Does it; a sentence. */
        String make();

        /** What would move or does, for programs. */
        ShellAnswer with(ShellAnswer answer);
    }

    /** A change of the list of nodes, or of the goal. */
    private static final class ListWish implements Wish {
        private final ClusterMembers members;
        private final ClusterChange change;
        private @Nullable ClusterMoves moves;
        private long version;

        ListWish(ClusterMembers members, ClusterChange change) {
            this.members = members;
            this.change = change;
        }

        @Override
        public String preview() {
            moves = members.change(change, true);
            return text(moves);
        }

        @Override
        public String make() {
            version = members.change(change, false).version();
            return "Done: the list of nodes has version " + version + ".";
        }

        @Override
        public ShellAnswer with(ShellAnswer answer) {
            ClusterMoves shown = Objects.requireNonNull(moves);
            answer.with("slots", shown.slots())
                    .with("orders", shown.orders())
                    .with("copies", shown.copies())
                    .with("nodes", shown.nodes());
            return version == 0 ? answer : answer.with("version", version);
        }
    }

    private ShellAnswer answer(Wish wish) {
        String preview = Waiting.during("planning what would move", wish::preview);
        if (isDryRun || wish.isNothing()) {
            String end = isDryRun ? "Nothing is changed: this was a dry run." : "";
            return answer(preview, end, wish, false);
        }
        if (!isSure) {
            if (!isJson()) {
                out().println(preview);
                out().flush();
                preview = "";
            }
            Console terminal = isJson() ? null : terminal();
            if (terminal == null) {
                return ShellAnswer.usage(
                        "Nothing is changed: add --yes where nobody can be asked.");
            }
            if (!confirms(terminal)) {
                return ShellAnswer.failed("Nothing is changed.").with("changed", false);
            }
        }
        return answer(preview, Waiting.during("changing", wish::make), wish, true);
    }

    private static ShellAnswer answer(String preview, String end, Wish wish, boolean isChanged) {
        String text =
                preview.isEmpty() || end.isEmpty()
                        ? preview + end
                        : preview + System.lineSeparator() + end;
        return wish.with(ShellAnswer.ok(text).with("changed", isChanged));
    }

    /** What moves, for people. */
    private static String text(ClusterMoves moves) {
        if (moves.isStill()) {
            return "This moves no slots.";
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (NodeMoves node : moves.nodes()) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(node.node());
            row.add(node.before());
            row.add(node.gained());
            row.add(node.lost());
            row.add(node.after());
            rows.add(row);
        }
        List<String> columns = List.of("node", "slots now", "gets", "loses", "slots then");
        return String.format(
                        Locale.ROOT,
                        "%,d slots get other voters (%,d copies move), %,d others another order of"
                                + " preference.%n",
                        moves.slots(),
                        moves.copies(),
                        moves.orders())
                + Grid.answer(columns, rows).text();
    }

    /** Where the operator can be asked; null where nobody can. */
    private static @Nullable Console terminal() {
        return Terminals.isInteractive() ? System.console() : null;
    }

    private static boolean confirms(Console terminal) {
        String line = terminal.readLine("Change the cluster? [y/N] ");
        return line != null && line.strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }
}
