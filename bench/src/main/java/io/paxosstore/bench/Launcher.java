package io.paxosstore.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of {@code bin/paxosstore}. */
@Command(name = "paxosstore")
public final class Launcher {
    private Launcher() {}

    /** Runs the command line and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Launcher()).execute(args));
    }
}
