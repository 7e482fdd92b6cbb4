package io.paxosstore.cli;

import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The terminal at which this process was started, if somebody sits there. */
final class Terminals {
    private Terminals() {}

    /** Whether input and output are a terminal. */
    // JDK 22 to 24 always give a console, the others none when there is no terminal.
    @SuppressWarnings("SystemConsoleNull")
    static boolean isInteractive() {
        Console console = System.console();
        return console != null && console.isTerminal();
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
