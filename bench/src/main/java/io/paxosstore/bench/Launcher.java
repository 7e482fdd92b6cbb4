package io.paxosstore.bench;

import io.paxosstore.bench.cli.BenchCommand;
import io.paxosstore.bench.cli.DemoCommand;
import io.paxosstore.bench.cli.FaultsCommand;
import io.paxosstore.bench.cli.HostileCommand;
import io.paxosstore.bench.cli.JmhCommand;
import io.paxosstore.bench.cli.PrepareCommand;
import io.paxosstore.bench.cli.SimCommand;
import io.paxosstore.cli.PaxosStoreMain;
import io.paxosstore.server.Version;

import picocli.CommandLine;

/** Entry point of {@code bin/paxosstore}: module {@code cli}'s commands, and those of this one. */
public final class Launcher {
    private Launcher() {}

    /** All commands. */
    public static CommandLine commandLine() {
        CommandLine commandLine =
                PaxosStoreMain.commandLine()
                        .addSubcommand(new DemoCommand())
                        .addSubcommand(new BenchCommand())
                        .addSubcommand(new SimCommand())
                        .addSubcommand(new FaultsCommand())
                        .addSubcommand(new HostileCommand())
                        .addSubcommand(new JmhCommand())
                        .addSubcommand(new PrepareCommand())
                        .setCaseInsensitiveEnumValuesAllowed(true);
        String version = "PaxosStore " + Version.text();
        commandLine.getCommandSpec().version(version);
        for (CommandLine subcommand : commandLine.getSubcommands().values()) {
            subcommand.getCommandSpec().version(version);
        }
        return commandLine;
    }

    /** Runs the command line and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(PaxosStoreMain.run(commandLine(), args));
    }
}
