package io.paxosstore.cli.top;

import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Curses;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A terminal that shows one picture at a time, on a screen of its own, and is as it was before when
 * that is over; also when the process is told to stop meanwhile. Not thread-safe.
 */
final class TerminalScreen implements AutoCloseable {
    /** Of a terminal that does not say how large it is. */
    private static final int COLUMNS_DEFAULT = 80;

    private static final int ROWS_DEFAULT = 24;

    private final Terminal terminal;
    private final Attributes before;
    private final Display display;
    private final Thread restoring;
    private Size size = Size.of(0, 0);

    TerminalScreen(Terminal terminal) {
        this.terminal = terminal;
        this.before = terminal.enterRawMode();
        withoutSuspension();
        this.display = new Display(terminal, true);
        String end = capability(Capability.cursor_normal) + capability(Capability.exit_ca_mode);
        this.restoring = Thread.ofPlatform().name("top-restores").unstarted(() -> restore(end));
        Runtime.getRuntime().addShutdownHook(restoring);
        enter();
    }

    /** Ctrl-Z would leave this screen on the terminal of somebody else. */
    private void withoutSuspension() {
        Attributes raw = terminal.getAttributes();
        raw.setControlChar(Attributes.ControlChar.VSUSP, 0);
        terminal.setAttributes(raw);
    }

    private void enter() {
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
    }

    private String capability(Capability name) {
        String text = terminal.getStringCapability(name);
        return text == null ? "" : Curses.tputs(text);
    }

    /** Without the terminal's objects, which may be closed already when a process ends. */
    private static void restore(String end) {
        try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            out.write(end.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // There is no terminal any more that could be restored.
        }
    }

    /** Lines of text that there is room for now, from 1. */
    int rows() {
        return size().getRows();
    }

    /** Columns that there is room for now, from 1. */
    int columns() {
        return size().getColumns();
    }

    private Size size() {
        Size now = terminal.getSize();
        return Size.of(
                now.getColumns() > 0 ? now.getColumns() : COLUMNS_DEFAULT,
                now.getRows() > 0 ? now.getRows() : ROWS_DEFAULT);
    }

    /** Shows these lines, by changing what is different on the screen. */
    void show(List<AttributedString> lines) {
        Size now = size();
        if (!now.equals(size)) {
            size = now;
            display.resize(now);
            display.clear(); // what was wider has been broken into lines
        }
        display.update(lines, 0);
        terminal.flush();
    }

    /** Puts everything on the screen again: somebody else has written there. */
    void renew() {
        var _ = terminal.enterRawMode();
        withoutSuspension();
        enter();
        display.clear();
    }

    @Override
    public void close() {
        terminal.puts(Capability.cursor_normal);
        terminal.puts(Capability.exit_ca_mode);
        terminal.setAttributes(before);
        terminal.flush();
        try {
            var _ = Runtime.getRuntime().removeShutdownHook(restoring);
        } catch (IllegalStateException e) {
            // The process ends already, and the hook does the same again.
        }
    }
}
