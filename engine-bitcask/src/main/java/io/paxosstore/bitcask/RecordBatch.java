package io.paxosstore.bitcask;

import io.paxosstore.core.EntityKey;
import io.paxosstore.core.Invariant;
import io.paxosstore.log.CommitBatch;
import io.paxosstore.log.record.Location;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Encoded records of one shard on their way to the disk, and what the shard must do once they are
 * there. Used again and again.
 *
 * <p>The shard fills it; from the hand-over to {@link #isDurable} it is the writer's.
 */
final class RecordBatch implements CommitBatch {
    private static final int RECORDS_INITIAL = 64;

    private final int shard;
    private final ByteBuffer buffer;
    private int count;
    private @Nullable EntityKey[] keys = new @Nullable EntityKey[RECORDS_INITIAL];
    private int[] refs = new int[RECORDS_INITIAL];
    private int[] offsets = new int[RECORDS_INITIAL];
    private int[] lengths = new int[RECORDS_INITIAL];
    private long[] entries = new long[RECORDS_INITIAL];
    private long[] versions = new long[RECORDS_INITIAL];
    private boolean[] chosen = new boolean[RECORDS_INITIAL];
    private boolean[] rebuilt = new boolean[RECORDS_INITIAL];
    private long[] tickets = new long[RECORDS_INITIAL];

    private @Nullable Segment segment;
    private int base;

    // Written by the writer after segment and base, read by the shard before them.
    private volatile boolean durable;

    RecordBatch(int shard, int capacityBytes) {
        this.shard = shard;
        this.buffer = ByteBuffer.allocateDirect(capacityBytes);
    }

    /** Where records are encoded to; position 0 to position is filled. */
    ByteBuffer buffer() {
        return buffer;
    }

    void add(EntityKey key, int ref, int offset, int length, long ticket) {
        if (count == refs.length) {
            int capacity = count * 2;
            keys = Arrays.copyOf(keys, capacity);
            refs = Arrays.copyOf(refs, capacity);
            offsets = Arrays.copyOf(offsets, capacity);
            lengths = Arrays.copyOf(lengths, capacity);
            entries = Arrays.copyOf(entries, capacity);
            versions = Arrays.copyOf(versions, capacity);
            chosen = Arrays.copyOf(chosen, capacity);
            rebuilt = Arrays.copyOf(rebuilt, capacity);
            tickets = Arrays.copyOf(tickets, capacity);
        }
        keys[count] = key;
        refs[count] = ref;
        offsets[count] = offset;
        lengths[count] = length;
        tickets[count] = ticket;
        count++;
    }

    /** States what the record added last says. */
    void describe(long entry, long version, boolean isChosen, boolean isRebuilt) {
        entries[count - 1] = entry;
        versions[count - 1] = version;
        chosen[count - 1] = isChosen;
        rebuilt[count - 1] = isRebuilt;
    }

    EntityKey key(int record) {
        return Objects.requireNonNull(keys[record]);
    }

    int ref(int record) {
        return refs[record];
    }

    long entry(int record) {
        return entries[record];
    }

    long version(int record) {
        return versions[record];
    }

    boolean isChosen(int record) {
        return chosen[record];
    }

    boolean isRebuilt(int record) {
        return rebuilt[record];
    }

    long ticket(int record) {
        return tickets[record];
    }

    /** Where a record of a durable batch lies. */
    long location(int record) {
        return Location.pack(segment().slot(), base + offsets[record], lengths[record]);
    }

    /** The segment that a placed batch went to. */
    Segment segment() {
        return Objects.requireNonNull(segment);
    }

    /** Gives the batch its place. Called by the writer. */
    void place(Segment target, int offset) {
        segment = target;
        base = offset;
    }

    boolean isDurable() {
        return durable;
    }

    /** Makes the batch as new. */
    void reset() {
        Invariant.check(durable, "a batch that is under way is used again");
        Arrays.fill(keys, 0, count, null);
        buffer.clear();
        count = 0;
        segment = null;
        durable = false;
    }

    @Override
    public int shard() {
        return shard;
    }

    @Override
    public int records() {
        return count;
    }

    /** The filled bytes; valid while the shard fills it and, with the buffer flipped, after. */
    @Override
    public int bytes() {
        return buffer.limit();
    }

    @Override
    public void markDurable() {
        durable = true;
    }
}
