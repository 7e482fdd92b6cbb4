package io.paxosstore.bench;

import io.paxosstore.bench.cli.BenchCommand;
import io.paxosstore.bench.cli.DemoCommand;
import io.paxosstore.bench.cli.JmhCommand;
import io.paxosstore.bench.cli.SimCommand;
import io.paxosstore.server.cli.PaxosStoreMain;

import picocli.CommandLine;

/** Entry point of {@code bin/paxosstore}: the server's commands, and those of this module. */
public final class Launcher {
    private Launcher() {}

    /** All commands. */
    public static CommandLine commandLine() {
        return PaxosStoreMain.commandLine()
                .addSubcommand(new DemoCommand())
                .addSubcommand(new BenchCommand())
                .addSubcommand(new SimCommand())
                .addSubcommand(new JmhCommand())
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** Runs the command line and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }
}
