package io.paxosstore.cli.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** When a line appears, how often it changes, and that it goes. */
final class ProgressLineTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream terminal = new PrintStream(written, true, StandardCharsets.UTF_8);
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000); // it wraps

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private String written() {
        String text = written.toString(StandardCharsets.UTF_8);
        written.reset();
        return text;
    }

    @Test
    void itBeginsAfterASecondAndGoesAtTheEnd() {
        try (ProgressLine line = new ProgressLine(terminal, true, nanos::get)) {
            pass(999);
            line.update("counting", 10, Progress.UNKNOWN);
            assertEquals("", written());
            pass(1);
            line.update("counting", 10, Progress.UNKNOWN);
            assertEquals("\r\033[Kcounting: 10, 10/s", written());
            pass(100);
            line.update("counting", 11, Progress.UNKNOWN);
            assertEquals("", written(), "a few times in a second are enough");
            pass(100);
            line.update("counting", 12, Progress.UNKNOWN);
            assertEquals("\r\033[Kcounting: 12, 10/s", written());
        }
        assertEquals("\r\033[K", written());
    }

    @Test
    void whatIsOverWithinASecondLeavesNothing() {
        try (ProgressLine line = new ProgressLine(terminal, true, nanos::get)) {
            line.update("counting", 10, Progress.UNKNOWN);
        }
        assertEquals("", written());
    }

    @Test
    void elsewhereThanAtATerminalNothingIsWritten() {
        try (ProgressLine line = new ProgressLine(terminal, false, nanos::get)) {
            pass(5000);
            line.update("counting", 10, Progress.UNKNOWN);
        }
        assertEquals("", written());
        assertFalse(ProgressLine.isTerminal(99), "no such descriptor");
    }
}
