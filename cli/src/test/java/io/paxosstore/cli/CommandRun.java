package io.paxosstore.cli;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

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
}
