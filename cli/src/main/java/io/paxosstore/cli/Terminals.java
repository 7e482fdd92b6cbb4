package io.paxosstore.cli;

import io.paxosstore.cli.progress.ProgressLine;

import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The terminal at which this process was started, if somebody sits there. */
final class Terminals {
    private static final int STANDARD_OUTPUT = 1;

    private Terminals() {}

    /** Whether input and output are a terminal. */
    // JDK 22 to 24 always give a console, the others none when there is no terminal.
    @SuppressWarnings("SystemConsoleNull")
    static boolean isInteractive() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Whether the output is a terminal, whatever the input is. */
    static boolean isOutput() {
        return isInteractive() || ProgressLine.isTerminal(STANDARD_OUTPUT);
    }

    /** Opens it. */
    static Terminal open() throws IOException {
        return TerminalBuilder.builder().system(true).encoding(StandardCharsets.UTF_8).build();
    }

    /** Whether it can show something in place of something else. */
    static boolean isScreen(Terminal terminal) {
        return !terminal.getType().startsWith(Terminal.TYPE_DUMB);
    }

    /** Whether colours are wanted: unless NO_COLOR is set. */
    static boolean isColoured() {
        String noColour = System.getenv("NO_COLOR");
        return noColour == null || noColour.isEmpty();
    }
}
