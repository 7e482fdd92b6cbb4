package io.paxosstore.node.host;

import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many requests of clients each space has had at a shard, written by the shard's loop alone and
 * read by anyone. The first {@link #SPACES_MAX} spaces that are asked for have counts of their own,
 * the others one together, so that neither the memory nor the series of Prometheus grow with what
 * clients create.
 */
public final class SpaceCounts {
    /** Spaces that are counted by themselves. */
    public static final int SPACES_MAX = 128;

    /** The number under which all other spaces are counted: that of the system, which is not. */
    public static final int OTHERS = EntityKey.SYSTEM_SPACE;

    /** Twice as many as are used, and a power of two: a space is found after a probe or two. */
    private static final int CELLS = 2 * SPACES_MAX;

    /** Spreads the numbers of spaces, which follow each other, by multiplication. */
    private static final int SPREAD = 0x9E3779B9;

    /** Where a free cell has {@link #OTHERS}. */
    private final AtomicIntegerArray spaces = new AtomicIntegerArray(CELLS);

    /** The last one is that of the others. */
    private final AtomicLongArray reads = new AtomicLongArray(CELLS + 1);

    private final AtomicLongArray writes = new AtomicLongArray(CELLS + 1);
    private int spacesHeld;

    /**
     * What a space was asked for.
     *
     * @param space its number, or {@link #OTHERS}
     */
    public record Requests(int space, long reads, long writes) {}

    /** Adds one; on the shard's loop only. The system's space is not counted. */
    void count(int space, Operation operation) {
        if (space == EntityKey.SYSTEM_SPACE) {
            return;
        }
        switch (operation) {
            case READ -> add(reads, cell(space));
            case WRITE -> add(writes, cell(space));
            case RECOVER -> {} // no client asks for that
        }
    }

    private static void add(AtomicLongArray counts, int cell) {
        // Whoever sees the count also sees whose it is: pairs with the acquire of all().
        counts.setRelease(cell, counts.getPlain(cell) + 1);
    }

    private int cell(int space) {
        int cell = (space * SPREAD) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(CELLS));
        while (true) {
            int held = spaces.getPlain(cell);
            if (held == space) {
                return cell;
            }
            if (held == OTHERS) {
                if (spacesHeld == SPACES_MAX) {
                    return CELLS;
                }
                spacesHeld++;
                spaces.setOpaque(cell, space);
                return cell;
            }
            cell = (cell + 1) % CELLS;
        }
    }

    /** The counts as of a moment ago, in no order; from any thread. */
    public List<Requests> all() {
        List<Requests> all = new ArrayList<>();
        for (int cell = 0; cell <= CELLS; cell++) {
            long itsReads = reads.getAcquire(cell);
            long itsWrites = writes.getAcquire(cell);
            if (itsReads + itsWrites > 0) {
                int space = cell == CELLS ? OTHERS : spaces.getOpaque(cell);
                all.add(new Requests(space, itsReads, itsWrites));
            }
        }
        return all;
    }
}
