package io.paxosstore.log;

import io.paxosstore.core.Invariant;

/**
 * How far a walk over a shard's storage has come.
 *
 * @param part the part of {@link ShardStorage} whose entities come next
 * @param position in that part, as its {@link StorageShard#page} returned it; 0 for its beginning
 */
public record PartCursor(int part, long position) {
    /** The beginning of the first part. */
    public static final PartCursor BEGIN = new PartCursor(0, 0);

    private static final int POSITION_BITS = 62;
    private static final long POSITIONS = (1L << POSITION_BITS) - 1;

    /** Checks that it can be told in 64 bits. */
    public PartCursor {
        Invariant.check(
                part >= 0
                        && part < 1 << (Long.SIZE - POSITION_BITS)
                        && (position & ~POSITIONS) == 0,
                "a cursor's part or position is out of range");
    }

    /** As a number, which another node gives back: the part in the two upper bits. */
    public long encode() {
        return (long) part << POSITION_BITS | position;
    }

    /** The cursor that such a number stands for. Whether there is such a part it does not say. */
    public static PartCursor decode(long number) {
        return new PartCursor((int) (number >>> POSITION_BITS), number & POSITIONS);
    }
}
