package io.paxosstore.client;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** How many names are read at once, so that they fit into a page. Thread-safe. */
final class Together {
    /** So many while it is not known how much they bring. */
    private static final int FIRST = 16;

    private static final int MOST = Batch.WINDOW;

    private final long bytesMax;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger count = new AtomicInteger();

    Together(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** One has brought so many bytes. */
    void took(int its) {
        long unused = bytes.addAndGet(its);
        int unusedCount = count.incrementAndGet();
    }

    boolean isFull() {
        return bytes.get() >= bytesMax;
    }

    /** As many as fit into the page, if the others are like those before. */
    int next() {
        int taken = count.get();
        if (taken == 0) {
            return FIRST;
        }
        long each = Math.max(1, bytes.get() / taken);
        long left = (bytesMax - bytes.get()) / each;
        return (int) Math.min(Math.max(left, 1), MOST);
    }
}
