package io.paxosstore.log.segment;

import io.paxosstore.core.Invariant;
import io.paxosstore.core.LogRecord;
import io.paxosstore.log.CommitBatch;
import io.paxosstore.log.record.Location;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Encoded records of one shard on their way to the disk, and what the shard must do once they are
 * there. Used again and again.
 *
 * <p>The shard fills it; from the hand-over to {@link #isDurable} it is the writer's. An engine
 * that must know more of its records extends it.
 */
public class RecordBatch implements CommitBatch {
    /** How many records it has room for at first; it grows with need. */
    protected static final int RECORDS_INITIAL = 64;

    /**
     * From this size on a batch's memory is given back by name: were it left to the garbage
     * collector, large values would use up what there is outside of the heap.
     */
    private static final int LARGE_BYTES = 512 * 1024;

    private final int shard;
    private final @Nullable Arena arena;
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

    private @Nullable Segment file;
    private int base;

    // Written by the writer after file and base, read by the shard before them.
    private volatile boolean durable;

    /**
     * An empty batch.
     *
     * @param shard whose records it takes
     * @param capacityBytes how many bytes of records it has room for
     */
    public RecordBatch(int shard, int capacityBytes) {
        this.shard = shard;
        if (capacityBytes < LARGE_BYTES) {
            this.arena = null;
            this.buffer = ByteBuffer.allocateDirect(capacityBytes);
        } else {
            Arena own = Arena.ofShared();
            this.arena = own;
            this.buffer = own.allocate(capacityBytes).asByteBuffer();
        }
    }

    /** Gives its memory back; it must not be used any more, nor be on its way to the disk. */
    final void free() {
        if (arena != null) {
            arena.close();
        }
    }

    /** Where records are encoded to; position 0 to position is filled. */
    public final ByteBuffer buffer() {
        return buffer;
    }

    /**
     * Adds a record that was encoded into the buffer.
     *
     * @param ref its key's reference in the shard's index
     * @param offset where it begins in the buffer
     * @param length its length, padding included
     * @param ticket what to report it durable with
     */
    public final void add(LogRecord record, int ref, int offset, int length, long ticket) {
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
        keys[count] = record.key();
        refs[count] = ref;
        offsets[count] = offset;
        lengths[count] = length;
        entries[count] = record.entry();
        versions[count] = record.version();
        chosen[count] = record.chosen();
        rebuilt[count] = record.rebuilt();
        tickets[count] = ticket;
        count++;
    }

    /** Whose record it is. */
    public final EntityKey key(int record) {
        return Objects.requireNonNull(keys[record]);
    }

    /** The reference of its key in the shard's index. */
    public final int ref(int record) {
        return refs[record];
    }

    /** Its entry. */
    public final long entry(int record) {
        return entries[record];
    }

    /** The newest entry known to be chosen when it was written. */
    public final long version(int record) {
        return versions[record];
    }

    /** Whether its value is the chosen one of its entry. */
    public final boolean isChosen(int record) {
        return chosen[record];
    }

    /** Whether it ends the amnesia of its entity (Rule A2). */
    public final boolean isRebuilt(int record) {
        return rebuilt[record];
    }

    /** What to report it durable with. */
    public final long ticket(int record) {
        return tickets[record];
    }

    /** Where a record of a durable batch lies. */
    public final long location(int record) {
        return Location.pack(file().slot(), base + offsets[record], lengths[record]);
    }

    /** The file that a placed batch went to. */
    public final Segment file() {
        return Objects.requireNonNull(file);
    }

    /** Gives the batch its place. Called by the writer. */
    public final void place(Segment target, int offset) {
        file = target;
        base = offset;
    }

    /** Whether it is on the disk. */
    public final boolean isDurable() {
        return durable;
    }

    /** Makes the batch as new. */
    final void reset() {
        Invariant.check(durable, "a batch that is under way is used again");
        Arrays.fill(keys, 0, count, null);
        buffer.clear();
        count = 0;
        file = null;
        durable = false;
    }

    @Override
    public final int shard() {
        return shard;
    }

    @Override
    public final int records() {
        return count;
    }

    /** The filled bytes; valid while the shard fills it and, with the buffer flipped, after. */
    @Override
    public final int bytes() {
        return buffer.limit();
    }

    @Override
    public final void markDurable() {
        durable = true;
    }
}
