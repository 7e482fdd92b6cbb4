package io.paxosstore.node.host;

import io.paxosstore.log.SpaceCells;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many requests of clients each space has had at a shard, written by the shard's loop alone and
 * read by anyone. The first {@link #SPACES_MAX} spaces that are asked for have counts of their own,
 * the others one together, so that neither the memory nor the series of Prometheus grow with what
 * clients create.
 */
public final class SpaceCounts {
    /** Spaces that are counted by themselves. */
    public static final int SPACES_MAX = SpaceCells.SPACES_MAX;

    /** The number under which all other spaces are counted: that of the system, which is not. */
    public static final int OTHERS = SpaceCells.OTHERS;

    private final SpaceCells cells = new SpaceCells();
    private final AtomicLongArray reads = new AtomicLongArray(SpaceCells.COUNT);
    private final AtomicLongArray writes = new AtomicLongArray(SpaceCells.COUNT);

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
            case READ -> add(reads, cells.of(space));
            case WRITE -> add(writes, cells.of(space));
            case RECOVER -> {} // no client asks for that
        }
    }

    private static void add(AtomicLongArray counts, int cell) {
        // Whoever sees the count also sees whose it is: pairs with the acquire of all().
        counts.setRelease(cell, counts.getPlain(cell) + 1);
    }

    /** The counts as of a moment ago, in no order; from any thread. */
    public List<Requests> all() {
        List<Requests> all = new ArrayList<>();
        for (int cell = 0; cell < SpaceCells.COUNT; cell++) {
            long itsReads = reads.getAcquire(cell);
            long itsWrites = writes.getAcquire(cell);
            if (itsReads + itsWrites > 0) {
                all.add(new Requests(cells.space(cell), itsReads, itsWrites));
            }
        }
        return all;
    }
}
