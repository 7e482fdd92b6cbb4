package io.paxosstore.bench.cli;

import io.paxosstore.bench.process.ChildJvm;
import io.paxosstore.bench.process.StartCache;
import io.paxosstore.cli.progress.ProgressLine;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** {@code prepare}: lets the JVM keep what it loads and learns at a server's start. */
@Command(
        name = "prepare",
        description = {
            "Makes later starts faster: runs a small cluster for half a minute, and keeps what the"
                    + " JVM has loaded and learned meanwhile.",
            "Once for each installation; without it everything works, and starts take longer."
        },
        mixinStandardHelpOptions = true)
public final class PrepareCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int FAILED = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where it is kept (default: where bin/paxosstore looks for it).")
    private @Nullable Path output;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Path file = output == null ? StartCache.ofThisInstallation() : output;
        if (file == null) {
            err.println(
                    "prepare: there is no place for it: neither lib/ beside bin/ nor a home"
                            + " directory may be written to; name a file by --output.");
            return FAILED;
        }
        out.println("Preparing a faster start; this takes about half a minute...");
        out.flush();
        try (ProgressLine line = ProgressLine.atTerminal()) {
            new StartCache(file).make(ChildJvm.ofThisInstallation(), line);
        } catch (IOException e) {
            err.println("prepare: " + e.getMessage());
            return FAILED;
        }
        out.println("Kept in " + file + ".");
        return OK;
    }
}
