package io.paxosstore.cli.progress;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The last line of a terminal while somebody waits there: how far it is. It begins after a second,
 * changes a few times in each, and is gone when it is over. Standard error, so that nothing of it
 * comes into a result; and nothing at all where that is no terminal. Not thread-safe.
 */
public final class ProgressLine implements AutoCloseable {
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int WIDTH = 79;
    private static final String ERASE = "\r\033[K";
    private static final int STANDARD_ERROR = 2;

    private final PrintStream terminal;
    private final boolean isShown;
    private final LongSupplier clock;
    private final long startNanos;
    private long nextNanos;
    private boolean isDirty;

    /**
     * One that has just begun.
     *
     * @param isShown whether anything is written at all
     * @param clock of {@link System#nanoTime}'s kind
     */
    public ProgressLine(PrintStream terminal, boolean isShown, LongSupplier clock) {
        this.terminal = terminal;
        this.isShown = isShown;
        this.clock = clock;
        this.startNanos = clock.getAsLong();
        this.nextNanos = startNanos + QUIET_NANOS;
    }

    /** One at the standard error; it shows nothing if that is no terminal that can erase. */
    public static ProgressLine atTerminal() {
        String type = System.getenv("TERM");
        boolean erases = type != null && !type.isEmpty() && !type.equals("dumb");
        return new ProgressLine(System.err, erases && isTerminal(STANDARD_ERROR), System::nanoTime);
    }

    /** One that shows nothing. */
    public static ProgressLine none() {
        return new ProgressLine(System.err, false, System::nanoTime);
    }

    /**
     * Whether a descriptor of this process is a terminal. The JDK tells it of input and output
     * together only.
     */
    public static boolean isTerminal(int descriptor) {
        try {
            String file = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
            return file.startsWith("/dev/pts/")
                    || file.startsWith("/dev/tty")
                    || file.equals("/dev/console");
        } catch (IOException e) {
            return false; // no such system: then nothing is shown
        }
    }

    /** How long it has been under way. */
    public long spentNanos() {
        return clock.getAsLong() - startNanos;
    }

    /** Says how far it is; cheap, and most often without effect. */
    public void update(Supplier<Progress> progress) {
        if (!isShown || clock.getAsLong() - nextNanos < 0) {
            return;
        }
        nextNanos = clock.getAsLong() + PAUSE_NANOS;
        isDirty = true;
        terminal.print(ERASE + ProgressBar.line(progress.get(), WIDTH));
        terminal.flush();
    }

    /** The same of something that goes on as fast as it went so far. */
    public void update(String what, long done, long total) {
        update(() -> Progress.measured(what, done, total, spentNanos()));
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (isDirty) {
            terminal.print(ERASE);
            terminal.flush();
            isDirty = false;
        }
    }
}
