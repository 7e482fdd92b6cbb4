package io.paxosstore.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Shows each node, and how much the cluster can still lose. */
@Command(
        name = "status",
        description = {
            "Shows each node, and how many voters may still be lost.",
            "Needs no majority and no node that serves: ends with 1 where slots have no majority."
        },
        mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
    /** The same in the shell. */
    static final String NAME = "status";

    @Spec private @Nullable CommandSpec spec;

    @Mixin private TargetOption target = new TargetOption();

    @Option(names = "--json", description = "Answers with one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        CommandSpec command = Objects.requireNonNull(spec);
        return run(
                target.addresses(),
                new AnswerPrinter(json, Terminals.isOutput()),
                command.commandLine().getOut(),
                command.commandLine().getErr());
    }

    /** Asks and prints, without a client: it answers also when nothing else does. */
    static int run(
            Collection<String> addresses, AnswerPrinter printer, PrintWriter out, PrintWriter err) {
        try {
            ShellAnswer answer = ClusterStatus.ask(addresses).answer();
            printer.print(answer, NAME, out, err);
            return AnswerPrinter.exitCode(answer);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return PaxosStoreMain.EXIT_USAGE;
        }
    }
}
