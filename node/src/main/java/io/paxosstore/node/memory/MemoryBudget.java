package io.paxosstore.node.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that a node may hold for requests, answers and unfinished frames, all connections
 * together. Its loops take from it in large parts ({@link LoopMemory}), so that a request costs an
 * addition on its own thread. Thread-safe.
 */
public final class MemoryBudget {
    /** How much a loop takes at once, and about what it keeps when it needs nothing. */
    static final long PART_BYTES = 64 * 1024;

    private final long bytesMax;
    private final AtomicLong left;
    private final List<LoopMemory> loops = new CopyOnWriteArrayList<>();
    private final List<Runnable> shortageListeners = new CopyOnWriteArrayList<>();

    /**
     * @param bytesMax the whole budget
     */
    public MemoryBudget(long bytesMax) {
        this.bytesMax = bytesMax;
        this.left = new AtomicLong(bytesMax);
    }

    /** One more loop's access to the budget. */
    public LoopMemory loop() {
        LoopMemory loop = new LoopMemory(this);
        loops.add(loop);
        return loop;
    }

    /** The whole budget in bytes. */
    public long bytesMax() {
        return bytesMax;
    }

    /** The bytes in use now, as of a moment ago; above the budget after what cannot be refused. */
    public long usedBytes() {
        long free = left.get();
        for (LoopMemory loop : loops) {
            free += loop.freeBytes();
        }
        return bytesMax - free;
    }

    /**
     * Has somebody told whenever a request or an answer finds no memory, or what cannot be refused
     * has taken more than there is: on the loop that wants it, often, so it must not take long.
     */
    public void onShortage(Runnable listener) {
        shortageListeners.add(listener);
    }

    /** Somebody finds no memory. */
    void tellShortage() {
        shortageListeners.forEach(Runnable::run);
    }

    /**
     * What is to be given back so that large answers find some again, too.
     *
     * @return in bytes; 0 or less if it is free
     */
    public long reliefBytes() {
        return reliefBytesMax() - left.get();
    }

    /** What is free then. */
    public long reliefBytesMax() {
        return Use.LARGE.leaves(bytesMax) / 2 * 3;
    }

    /** Takes bytes if so many are left after it. */
    boolean take(long bytes, Use use) {
        long floor = use.leaves(bytesMax);
        long now = left.get();
        while (now - bytes >= floor) {
            if (left.compareAndSet(now, now - bytes)) {
                return true;
            }
            now = left.get();
        }
        return false;
    }

    /** Takes bytes whether they are left or not. */
    void takeAnyway(long bytes) {
        if (left.addAndGet(-bytes) < 0) {
            tellShortage();
        }
    }

    void giveBack(long bytes) {
        left.addAndGet(bytes);
    }

    /** Whether nothing is left for this use. */
    boolean isShort(Use use) {
        return left.get() < use.leaves(bytesMax);
    }
}
