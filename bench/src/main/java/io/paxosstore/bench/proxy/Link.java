package io.paxosstore.bench.proxy;

import io.paxosstore.core.RandomSource;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One direction between two nodes: what happens at present to the bytes of all its connections, and
 * to the frames they make up. Thread-safe.
 */
public final class Link {
    /** What happens to bytes. */
    public enum Mode {
        /** They pass, after the delay. */
        OPEN,
        /** They are lost; a connection that lost some is closed when the link opens again. */
        CUT,
        /** They are not even read, so that the sender's buffers fill; later they go on. */
        STALLED
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final RandomSource random;
    private Mode mode = Mode.OPEN;
    private long delayNanos;
    private long jitterNanos;
    private FrameFault frameFault = FrameFault.NONE;
    private double frameFaultChance;
    private long framesAltered;

    Link(RandomSource random) {
        this.random = random;
    }

    /** Changes what happens to bytes from now on. */
    public void mode(Mode next) {
        lock.lock();
        try {
            mode = next;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Delays bytes that are read from now on, in their order; zero and zero for none.
     *
     * @param jitter at most so much is added to each delay
     */
    public void delay(Duration delay, Duration jitter) {
        lock.lock();
        try {
            delayNanos = delay.toNanos();
            jitterNanos = jitter.toNanos();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Does something to whole frames with messages from now on, each drawn by itself.
     *
     * @param chance from 0 to 1
     */
    public void alterFrames(FrameFault fault, double chance) {
        lock.lock();
        try {
            frameFault = fault;
            frameFaultChance = chance;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Does nothing to frames any more.
     *
     * @return how many were lost, doubled or swapped since this was called last
     */
    public long restoreFrames() {
        lock.lock();
        try {
            frameFault = FrameFault.NONE;
            long altered = framesAltered;
            framesAltered = 0;
            return altered;
        } finally {
            lock.unlock();
        }
    }

    /** Whether something is to be done to frames. */
    boolean altersFrames() {
        lock.lock();
        try {
            return frameFault != FrameFault.NONE;
        } finally {
            lock.unlock();
        }
    }

    /** Draws what is done to the next frame with messages. */
    FrameFault nextFrameFault() {
        lock.lock();
        try {
            if (frameFault == FrameFault.NONE || !random.chance(frameFaultChance)) {
                return FrameFault.NONE;
            }
            framesAltered++;
            return frameFault;
        } finally {
            lock.unlock();
        }
    }

    Mode mode() {
        lock.lock();
        try {
            return mode;
        } finally {
            lock.unlock();
        }
    }

    /** Waits while bytes must not be read. */
    Mode awaitNotStalled() throws InterruptedException {
        lock.lock();
        try {
            while (mode == Mode.STALLED) {
                changed.await();
            }
            return mode;
        } finally {
            lock.unlock();
        }
    }

    /** Waits while bytes do not pass. */
    void awaitOpen() throws InterruptedException {
        lock.lock();
        try {
            while (mode != Mode.OPEN) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    long nextDelayNanos() {
        lock.lock();
        try {
            return jitterNanos == 0
                    ? delayNanos
                    : delayNanos + (long) (random.nextInt(1000) / 1000.0 * jitterNanos);
        } finally {
            lock.unlock();
        }
    }
}
