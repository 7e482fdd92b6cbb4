package io.paxosstore.cli;

import io.paxosstore.cli.progress.ProgressLine;
import io.paxosstore.client.ClusterMembers;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.server.config.Units;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.time.Duration;

/** Shows which nodes vote for the slots of a cluster, and steers how that changes. */
@Command(
        name = "topology",
        description = {
            "Shows which nodes vote for the slots of a cluster, and steers how that changes.",
            "A change first shows what it moves, and asks; the slots move afterwards."
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
final class TopologyCommand {
    private static final long POLL_MILLIS = 500;
    private static final Duration TIMEOUT_MAX = Duration.ofDays(365);

    @Command(
            name = "show",
            description = "Shows the nodes, what is wanted of them, and how the slots are.",
            mixinStandardHelpOptions = true)
    int show(@Mixin OperatorOptions options) {
        return options.run(members -> TopologyView.of(members.show()).all());
    }

    @Command(
            name = "plan",
            description = {
                "Shows the slots that each node gets by the present plan;",
                "or, with --balance, how requests and bytes could be evened out."
            },
            mixinStandardHelpOptions = true)
    int plan(
            @Option(names = "--balance", description = "Shows what 'topology balance' would do.")
                    boolean balance,
            @Mixin OperatorOptions options) {
        return options.run(members ->
                balance
                        ? LoadView.of(members.balance(true)).answer()
                        : TopologyView.of(members.show()).plan());
    }

    @Command(
            name = "balance",
            description =
                    "Relieves nodes that carry more than their part of the requests or bytes.",
            mixinStandardHelpOptions = true)
    int balance(@Mixin ChangeOptions change) {
        return change.balance();
    }

    @Command(
            name = "status",
            description = "Shows how far the present plan is, and what the slots can still lose.",
            mixinStandardHelpOptions = true)
    int status(@Mixin OperatorOptions options) {
        return options.run(members -> TopologyView.of(members.show()).status());
    }

    @Command(
            name = "spread",
            description =
                    "Gives more slots to nodes that have too few, and evens out who is asked"
                            + " first.",
            mixinStandardHelpOptions = true)
    int spread(@Mixin ChangeOptions change) {
        return change.run(() -> new ClusterChange.Spread());
    }

    @Command(
            name = "voters",
            description = "Says how many voters each slot has.",
            mixinStandardHelpOptions = true)
    int voters(
            @Parameters(paramLabel = "COUNT", description = "1, 3 or 5.") int count,
            @Mixin ChangeOptions change) {
        return change.run(() -> new ClusterChange.Voters(count));
    }

    @Command(
            name = "pause",
            description = "Begins no more changes of slots; those under way end.",
            mixinStandardHelpOptions = true)
    int pause(@Mixin ChangeOptions change) {
        return change.run(() -> new ClusterChange.Steer(Course.PAUSED));
    }

    @Command(
            name = "resume",
            description = "Goes on with changes of slots.",
            mixinStandardHelpOptions = true)
    int resume(@Mixin ChangeOptions change) {
        return change.run(() -> new ClusterChange.Steer(Course.RUNNING));
    }

    @Command(
            name = "cancel",
            description = "Takes back the changes of slots that are under way; begins no more.",
            mixinStandardHelpOptions = true)
    int cancel(@Mixin ChangeOptions change) {
        return change.run(() -> new ClusterChange.Steer(Course.CANCELLED));
    }

    @Command(
            name = "wait",
            description = {
                "Waits until no slot is under change and the plan is carried out.",
                "Ends with 0 then, with 1 when the time is over or changes are paused."
            },
            mixinStandardHelpOptions = true)
    int waitUntilSettled(
            @Option(
                            names = "--timeout",
                            paramLabel = "DURATION",
                            defaultValue = "10m",
                            description = "How long at most (default: ${DEFAULT-VALUE}).")
                    String timeout,
            @Mixin OperatorOptions options) {
        Duration longest;
        try {
            longest = Units.parseDuration(timeout);
            if (longest.compareTo(TIMEOUT_MAX) > 0) {
                return options.show(
                        ShellAnswer.usage("--timeout is " + timeout + "; at most 8760h can be."));
            }
        } catch (IllegalArgumentException e) {
            return options.show(
                    ShellAnswer.usage(
                            "'"
                                    + timeout
                                    + "' is no duration for --timeout; write a number with a unit,"
                                    + " such as 90s, 10m or 1h."));
        }
        return options.run(members -> settled(members, longest));
    }

    private static ShellAnswer settled(ClusterMembers members, Duration timeout) {
        try (ProgressLine line = ProgressLine.atTerminal()) {
            while (true) {
                TopologyView view = TopologyView.of(members.show());
                if (view.isAtRest()) {
                    return view.status();
                }
                if (view.isPaused()) {
                    return view.notAtRest("Changes are paused; 'topology resume' lets them go on.");
                }
                if (line.spentNanos() >= timeout.toNanos()) {
                    return view.notAtRest("The time is over: slots are still to move.");
                }
                line.update(view::progress);
                try {
                    Thread.sleep(POLL_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return view.notAtRest("The wait was interrupted.");
                }
            }
        }
    }
}
