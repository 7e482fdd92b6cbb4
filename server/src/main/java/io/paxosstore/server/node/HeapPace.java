package io.paxosstore.server.node;

import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the Java heap in proportion to what lives there, for a process that is all nodes: the
 * collector would let garbage pile up to the greatest size before it collects what was promoted,
 * and that is chosen for data to come. With it a replica of a few keys stays small on a large
 * machine, and one of many has room without being told.
 */
public final class HeapPace {
    /** So much does not have to be collected, in bytes. */
    static final long LEAST_BYTES = 144L << 20;

    private static final long LOOK_MILLIS = 1000;

    private final OldGeneration old;
    private final Runnable collect;

    /**
     * @param collect collects everything, at once
     */
    HeapPace(OldGeneration old, Runnable collect) {
        this.old = old;
        this.collect = collect;
    }

    /** Begins to look after the heap of this process, until that ends; once. */
    public static void begin() {
        Optional<OldGeneration> old = OldGeneration.ofThisProcess();
        if (old.isEmpty()) {
            return;
        }
        HeapPace pace = new HeapPace(old.get(), System::gc);
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("heap-pace").factory());
        thread.scheduleWithFixedDelay(pace::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Collects when half of what is used is garbage. */
    void look() {
        if (old.usedBytes() >= Math.max(LEAST_BYTES, 2 * old.liveBytes())) {
            collect.run();
        }
    }
}
