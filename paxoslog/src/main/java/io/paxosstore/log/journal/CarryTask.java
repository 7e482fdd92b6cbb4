package io.paxosstore.log.journal;

import io.paxosstore.log.segment.Segment;

/**
 * Has one shard append again what it needs of a segment, so that the segment can be dropped (Rule
 * D6).
 */
final class CarryTask implements ShardTask {
    /** A slice appends about this much. */
    static final int SLICE_BYTES = 256 << 10;

    /** A slice looks at this many entities. */
    private static final int SLICE_ENTITIES = 4096;

    private final Segment segment;
    private int cursor;
    private long carried;

    // Written by the shard after the numbers, read by the background thread before them.
    private volatile boolean done;

    CarryTask(Segment segment) {
        this.segment = segment;
    }

    @Override
    public Progress run(JournalShard shard, EntityIndex index) {
        // One slice under way, so that the entities' own records wait for little.
        if (shard.carriedBytes() > 0) {
            return Progress.BLOCKED;
        }
        if (cursor >= index.refLimit()) {
            done = true;
            return Progress.DONE;
        }
        int end = Math.min(index.refLimit(), cursor + SLICE_ENTITIES);
        long slice = 0;
        while (cursor < end && slice < SLICE_BYTES) {
            int bytes = index.isUsed(cursor) ? shard.carry(cursor, segment) : 0;
            slice += bytes;
            cursor++;
        }
        carried += slice;
        return Progress.MORE;
    }

    /** Whether all that could be carried is durable elsewhere. */
    boolean isDone() {
        return done;
    }

    long carriedBytes() {
        return carried;
    }
}
