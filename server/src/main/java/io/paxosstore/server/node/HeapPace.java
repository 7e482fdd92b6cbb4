package io.paxosstore.server.node;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps the Java heap in proportion to what lives there, for a process that is all nodes: the
 * collector would let garbage pile up to the greatest size before it collects what was promoted,
 * and that is chosen for data to come. With it a replica of a few keys stays small on a large
 * machine, and one of many has room without being told.
 */
public final class HeapPace {
    /** So much does not have to be collected, in bytes. */
    static final long LEAST_BYTES = 144L << 20;

    /** In this time a full young generation or two may be promoted. */
    private static final long LOOK_MILLIS = 100;

    /** So often it is looked whether a heap that is more than half full of live data still is. */
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final OldGeneration old;
    private final Runnable collect;
    private final LongSupplier nanoClock;
    private long collectedNanos;

    /**
     * @param collect collects everything, at once
     */
    HeapPace(OldGeneration old, Runnable collect, LongSupplier nanoClock) {
        this.old = old;
        this.collect = collect;
        this.nanoClock = nanoClock;
        this.collectedNanos = nanoClock.getAsLong();
    }

    /** Begins to look after the heap of this process, until that ends; once. */
    public static void begin() {
        Optional<OldGeneration> old = OldGeneration.ofThisProcess();
        if (old.isEmpty()) {
            return;
        }
        HeapPace pace = new HeapPace(old.get(), System::gc, System::nanoTime);
        Thread.ofPlatform().daemon().name("heap-pace").start(pace::lookAgainAndAgain);
    }

    private void lookAgainAndAgain() {
        try {
            while (true) {
                Thread.sleep(LOOK_MILLIS);
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Collects when half of what is used is garbage. Where that cannot be, what lives is known from
     * a collection of long ago: from time to time there is another one.
     */
    void look() {
        long target = Math.max(LEAST_BYTES, 2 * old.liveBytes());
        boolean isDue =
                target > old.maxBytes()
                        && old.liveBytes() > LEAST_BYTES
                        && nanoClock.getAsLong() - collectedNanos >= AGAIN_NANOS;
        if (old.usedBytes() >= target || isDue) {
            collectedNanos = nanoClock.getAsLong();
            collect.run();
        }
    }
}
