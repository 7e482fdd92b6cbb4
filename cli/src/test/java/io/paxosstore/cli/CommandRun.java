package io.paxosstore.cli;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs commands as a person does, one after the other.
 *
 * @param out what the last one has printed
 * @param err what it has complained of
 */
record CommandRun(StringWriter out, StringWriter err) {
    CommandRun() {
        this(new StringWriter(), new StringWriter());
    }

    /** Returns the exit code. */
    int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine line = PaxosStoreMain.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    /**
     * Runs commands of the shell, one after the other.
     *
     * @return the exit code
     */
    int shell(String target, String... commands) {
        List<String> arguments = new ArrayList<>(List.of("cli", "--target", target));
        for (String command : commands) {
            arguments.add("-c");
            arguments.add(command);
        }
        return run(arguments.toArray(String[]::new));
    }

    /** As they are printed. */
    static String lines(String... lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }
}
