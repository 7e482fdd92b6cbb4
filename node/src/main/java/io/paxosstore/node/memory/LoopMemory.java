package io.paxosstore.node.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A node's memory budget as one loop sees it: holds a part that the loop needs nobody's leave for.
 * What one loop has taken another may give back. On the loop only, but for {@link #freeBytes}.
 */
public final class LoopMemory {
    private static final VarHandle FREE;

    static {
        try {
            FREE = MethodHandles.lookup().findVarHandle(LoopMemory.class, "free", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MemoryBudget node;

    /** Taken from the node and not in use; below 0 never. Written by the loop, read by anyone. */
    private long free;

    LoopMemory(MemoryBudget node) {
        this.node = node;
    }

    /** Takes bytes; returns false, and takes none, where the budget has no room for this use. */
    public boolean reserve(long bytes, Use use) {
        if (free >= bytes) {
            set(free - bytes);
            return true;
        }
        long missing = bytes - free;
        long part = Math.max(missing, MemoryBudget.PART_BYTES);
        if (node.take(part, use)) {
            set(free + part - bytes);
            return true;
        }
        if (part > missing && node.take(missing, use)) {
            set(0);
            return true;
        }
        if (use != Use.UNFINISHED) {
            node.tellShortage();
        }
        return false;
    }

    /** Takes bytes for what is there already and cannot be refused any more. */
    public void charge(long bytes) {
        if (free >= bytes) {
            set(free - bytes);
        } else {
            long missing = bytes - free;
            set(0);
            node.takeAnyway(missing);
        }
    }

    /** Gives bytes back, whichever loop has taken them. */
    public void release(long bytes) {
        long now = free + bytes;
        if (now > 2 * MemoryBudget.PART_BYTES) {
            node.giveBack(now - MemoryBudget.PART_BYTES);
            now = MemoryBudget.PART_BYTES;
        }
        set(now);
    }

    /** Whether the node has nothing left for this use; what this loop keeps does not count. */
    public boolean isShort(Use use) {
        return node.isShort(use);
    }

    /** The budget of the node. */
    public MemoryBudget node() {
        return node;
    }

    /** What this loop has taken and nobody uses; from any thread, as of a moment ago. */
    long freeBytes() {
        return (long) FREE.getOpaque(this);
    }

    private void set(long bytes) {
        FREE.setOpaque(this, bytes);
    }
}
