package io.paxosstore.cli;

import io.paxosstore.server.Version;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The root of the command line. Other modules add subcommands to {@link #commandLine}. */
@Command(
        name = "paxosstore",
        description = "A replicated, linearizable key-value store without leases.",
        subcommands = {
            ServerCommand.class,
            DevCommand.class,
            CliCommand.class,
            StatusCommand.class,
            TopCommand.class,
            MembersCommand.class,
            TopologyCommand.class,
            StoreCommand.class
        },
        mixinStandardHelpOptions = true)
public final class PaxosStoreMain {
    /** Exit code of a command that did what it was asked for. */
    public static final int EXIT_OK = 0;

    /** Exit code of a command that failed. */
    public static final int EXIT_FAILED = 1;

    /** Exit code of a command line or configuration that makes no sense. */
    public static final int EXIT_USAGE = 2;

    private PaxosStoreMain() {}

    /** The command line with what this module has; see the annotation. */
    public static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new PaxosStoreMain());
        commandLine.setParameterExceptionHandler(
                new MistakenCommands(commandLine.getParameterExceptionHandler()));
        commandLine.getCommandSpec().version("PaxosStore " + Version.text());
        for (CommandLine subcommand : commandLine.getSubcommands().values()) {
            subcommand.getCommandSpec().version("PaxosStore " + Version.text());
        }
        return commandLine;
    }

    /**
     * Runs a command line with the arguments of this process.
     *
     * @param args as {@code main} gets them
     * @return its exit code
     */
    public static int run(CommandLine commandLine, String[] args) {
        String[] arguments;
        try {
            arguments = RawArguments.of(args);
        } catch (IllegalArgumentException e) {
            commandLine.getErr().println(e.getMessage());
            boolean isStore = args[0].equals(StoreCommand.NAME);
            return isStore ? StoreCommand.EXIT_UNREADABLE : EXIT_USAGE;
        }
        return commandLine.execute(arguments);
    }

    /** Runs a command line and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(run(commandLine(), args));
    }
}
