package io.paxosstore.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The root of the command line. Other modules add subcommands to {@link #commandLine}. */
@Command(
        name = "paxosstore",
        description = "A replicated, linearizable key-value store without leases.",
        subcommands = {ServerCommand.class, DevCommand.class, CliCommand.class, StoreCommand.class},
        mixinStandardHelpOptions = true)
public final class PaxosStoreMain {
    /** Exit code of a command that did what it was asked for. */
    public static final int EXIT_OK = 0;

    /** Exit code of a command that failed. */
    public static final int EXIT_FAILED = 1;

    /** Exit code of a command line or configuration that makes no sense. */
    public static final int EXIT_USAGE = 2;

    private PaxosStoreMain() {}

    /** The command line with the subcommands server, dev, cli and store. */
    public static CommandLine commandLine() {
        return new CommandLine(new PaxosStoreMain());
    }

    /** Runs a command line and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }
}
