package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeUnit;

/** What comes again and again on a loop is not ended by one failure. */
final class RecurringTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ManualScheduler loop = new ManualScheduler();
    private int done;
    private boolean fails;

    private long work() {
        done++;
        if (fails) {
            throw new IllegalStateException("a defect");
        }
        return done == 4 ? Recurring.NEVER : 2 * SECOND;
    }

    @Test
    void itIsDoneAgainWhenItSaysSo() {
        new Recurring(loop, "test", this::work).beginIn(SECOND);
        assertEquals(0, done);
        loop.advance(SECOND);
        assertEquals(1, done);
        loop.advance(SECOND);
        assertEquals(1, done);
        loop.advance(SECOND);
        assertEquals(2, done);
    }

    @Test
    void itIsDoneAgainAfterItHasFailed() {
        fails = true;
        Recurring recurring = new Recurring(loop, "test", this::work);
        assertThrows(IllegalStateException.class, recurring::begin);
        assertThrows(IllegalStateException.class, () -> loop.advance(SECOND));
        fails = false;
        loop.advance(SECOND);
        assertEquals(3, done);
        loop.advance(2 * SECOND);
        assertEquals(4, done);
    }

    @Test
    void itEndsWhenItWantsTo() {
        done = 3;
        new Recurring(loop, "test", this::work).begin();
        loop.advance(10 * SECOND);
        assertEquals(4, done);
    }
}
