package io.paxosstore.cli.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Who waits for an answer sees for how long, and nothing of it afterwards. */
@Timeout(60)
class WaitingTest {
    private final AtomicLong nanos = new AtomicLong();
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private final PrintStream shown = new PrintStream(terminal, true, UTF_8);

    private ProgressLine line() {
        return new ProgressLine(shown, true, nanos::get);
    }

    private String awaitShown(String text) {
        while (!terminal.toString(UTF_8).contains(text)) {
            Thread.onSpinWait();
        }
        return text;
    }

    @Test
    void secondsAreShownUntilTheAnswerComes() {
        String answer =
                Waiting.during(
                        "asking",
                        line(),
                        () -> {
                            nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
                            awaitShown("asking, seconds: 2");
                            nanos.addAndGet(TimeUnit.SECONDS.toNanos(3));
                            return awaitShown("asking, seconds: 5");
                        });
        assertEquals("asking, seconds: 5", answer);
        assertTrue(terminal.toString(UTF_8).endsWith("\r\033[K"), "it is gone");
    }

    @Test
    void aQuickAnswerShowsNothing() {
        assertEquals(7, Waiting.during("asking", line(), () -> 7));
        assertEquals("", terminal.toString(UTF_8));
    }

    @Test
    void aFailureIsTheWorksOwn() {
        assertThrows(
                IllegalStateException.class,
                () ->
                        Waiting.during(
                                "asking",
                                line(),
                                () -> {
                                    throw new IllegalStateException();
                                }));
    }
}
