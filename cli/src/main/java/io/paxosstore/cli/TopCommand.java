package io.paxosstore.cli;

import io.paxosstore.cli.probe.NodeProbe;
import io.paxosstore.cli.top.Top;
import io.paxosstore.server.config.Units;

import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Shows how the nodes of a cluster are and what they do, again and again. */
@Command(
        name = "top",
        description = {
            "Shows what is wrong with a cluster, how its nodes are and what they do; q leaves.",
            "Prints it once with --once, and where there is no terminal: ends with 0 then if all is"
                    + " well, with 1 if anything is wrong or nobody answers."
        },
        mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
    private static final Duration INTERVAL_DEFAULT = Duration.ofSeconds(1);
    private static final Duration INTERVAL_MIN = Duration.ofMillis(200);
    private static final Duration INTERVAL_MAX = Duration.ofHours(1);

    /** Of what is printed where nobody says how wide it may be. */
    private static final int COLUMNS_DEFAULT = 100;

    @Mixin private TargetOption target = new TargetOption();

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            defaultValue = "1s",
            description = "How often the nodes are asked (default: ${DEFAULT-VALUE}).")
    private String interval = "";

    @Option(names = "--once", description = "Prints one picture as plain text.")
    private boolean once;

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        List<String> targets = new ArrayList<>();
        Duration every;
        try {
            for (String address : target.addresses()) {
                targets.add(NodeProbe.checked(address.strip()));
            }
            every = interval();
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return PaxosStoreMain.EXIT_USAGE;
        }
        if (!Terminals.isInteractive()) {
            return print(targets, COLUMNS_DEFAULT);
        }
        try (Terminal terminal = Terminals.open()) {
            if (once || !Terminals.isScreen(terminal)) {
                int columns = terminal.getColumns();
                return print(targets, columns > 0 ? columns : COLUMNS_DEFAULT);
            }
            Top.follow(terminal, targets, every, Terminals.isColoured());
            return PaxosStoreMain.EXIT_OK;
        } catch (IOException e) {
            err.println("The terminal cannot be used: " + e.getMessage() + "; use --once instead.");
            return PaxosStoreMain.EXIT_FAILED;
        }
    }

    private Duration interval() {
        Duration every;
        try {
            every = Units.parseDuration(interval);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--interval: '" + interval + "' is no duration; write one such as 2s.", e);
        }
        if (every.compareTo(INTERVAL_MIN) < 0 || every.compareTo(INTERVAL_MAX) > 0) {
            throw new IllegalArgumentException(
                    "--interval is " + interval + "; it must be between 200ms and 1h.");
        }
        return every;
    }

    private int print(List<String> targets, int columns) {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        Top.Printed printed = Top.once(targets, columns);
        out.println(printed.text());
        out.flush();
        return printed.isWell() ? PaxosStoreMain.EXIT_OK : PaxosStoreMain.EXIT_FAILED;
    }

    /** The answer of the shell's {@code top} where there is no terminal. */
    static ShellAnswer printed(List<String> nodes) {
        Top.Printed printed = Top.once(nodes, COLUMNS_DEFAULT);
        ShellAnswer answer =
                printed.isWell()
                        ? ShellAnswer.ok(printed.text())
                        : ShellAnswer.failed(printed.text());
        return answer.with("well", printed.isWell()).with("troubles", printed.troubles());
    }

    /** The shell's {@code top} at its terminal. */
    static ShellAnswer follow(Terminal terminal, List<String> nodes) {
        Top.follow(terminal, nodes, INTERVAL_DEFAULT, Terminals.isColoured());
        return ShellAnswer.ok("");
    }
}
