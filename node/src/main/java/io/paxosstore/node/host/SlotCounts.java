package io.paxosstore.node.host;

import io.paxosstore.protocol.key.Slots;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many requests of clients each slot of a shard has had, written by the shard's loop alone and
 * read by anyone: to count is to add to a cell of an array, which no other loop writes. Slots are
 * in the order in which shards divide them, so that the array is no longer than it must be.
 */
public final class SlotCounts {
    private final int first;
    private final AtomicLongArray counts;

    /**
     * @param shard its index, from 0
     * @param shardCount of the node
     */
    SlotCounts(int shard, int shardCount) {
        this.first = Math.ceilDiv(shard * Slots.COUNT, shardCount);
        this.counts =
                new AtomicLongArray(Math.ceilDiv((shard + 1) * Slots.COUNT, shardCount) - first);
    }

    /** Adds one; on the shard's loop only. The system slot is not counted. */
    public void count(int slot) {
        if (slot != Slots.SYSTEM) {
            int at = Slots.place(slot) - first;
            counts.setOpaque(at, counts.getPlain(at) + 1);
        }
    }

    /** The count of a slot as of a moment ago; 0 of those of other shards. From any thread. */
    public long get(int slot) {
        int at = Slots.place(slot) - first;
        return at < 0 || at >= counts.length() ? 0 : counts.getOpaque(at);
    }
}
