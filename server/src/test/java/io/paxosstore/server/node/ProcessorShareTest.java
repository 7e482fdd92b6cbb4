package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicLong;

/** The part of the processors is that of the time since the last question. */
class ProcessorShareTest {
    private final AtomicLong used = new AtomicLong(100);
    private final AtomicLong now = new AtomicLong(-50);

    private double after(long nanos, long usedNanos) {
        now.addAndGet(nanos);
        used.addAndGet(usedNanos);
        return share.sinceLast();
    }

    private final ProcessorShare share = new ProcessorShare(used::get, now::get, 4);

    @Test
    void itIsOfAllProcessors() {
        assertEquals(0.5, after(1000, 2000));
        assertEquals(0.25, after(1000, 1000));
        assertEquals(0, after(1000, 0));
        assertEquals(1, after(1000, 5000), "clocks differ a little");
        assertEquals(0, after(0, 10), "no time has passed");
    }

    @Test
    void whereNobodyKnowsItIsNothing() {
        ProcessorShare unknown = new ProcessorShare(() -> -1, now::get, 4);
        now.addAndGet(1000);
        assertEquals(0, unknown.sinceLast());
    }

    @Test
    void thisProcessUsesSome() {
        ProcessorShare own = ProcessorShare.ofThisProcess();
        double part = 0;
        while (part == 0) { // the system counts in steps
            part = own.sinceLast();
        }
        assertTrue(part <= 1, "it is " + part);
    }
}
