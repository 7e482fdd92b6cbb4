package io.paxosstore.log.segment;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.LogRecord;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A shard's end of the log: encodes records into batches, the one that is being filled and those on
 * their way to the disk, and counts what is under way. Owned by the shard.
 *
 * <p>Only so many are under way at a time. While the disk is slow, what comes gathers in the batch
 * that is being filled: a few full ones follow, not hundreds that are nearly empty.
 *
 * @param <B> the engine's kind of batch
 */
public final class BatchQueue<B extends RecordBatch> {
    /** How many batches may be on their way to the disk. */
    static final int UNDER_WAY_MAX = 8;

    /** Emptied batches that are kept for the next records. */
    private static final int SPARE_BATCHES_MAX = UNDER_WAY_MAX;

    /** Emptied batches larger than usual that are kept, together. */
    private static final int LARGE_SPARE_BYTES_MAX = 4 << 20;

    /** Batches larger than usual are multiples of it. */
    private static final int LARGE_STEP_BYTES = 64 << 10;

    private final LogConfig config;
    private final int batchBytes;
    private final IntFunction<B> maker;
    private final Consumer<B> writer;
    private final ArrayDeque<B> full = new ArrayDeque<>();
    private final ArrayDeque<B> submitted = new ArrayDeque<>();
    private final ArrayDeque<B> spare = new ArrayDeque<>();
    private final ArrayDeque<B> large = new ArrayDeque<>();
    private final RecordFormat format = new RecordFormat();
    private int largeBytes;
    private B open;
    private long pendingBytes;

    // Whether something waits for a batch to come back.
    private boolean waiting;

    /**
     * A queue with nothing in it.
     *
     * @param maker makes a batch of a size
     * @param writer where batches go
     */
    public BatchQueue(LogConfig config, IntFunction<B> maker, Consumer<B> writer) {
        this.config = config;
        this.batchBytes = config.batchBytes();
        this.maker = maker;
        this.writer = writer;
        this.open = maker.apply(batchBytes);
    }

    /** A record that is not carried along by the background work is to be appended. */
    public void checkPending() {
        Invariant.check(
                pendingBytes < config.pendingBytesMax(), "records appended beyond back-pressure");
    }

    /**
     * Encodes a record into the batch that is being filled, which {@link #open} gives after this.
     *
     * @param stamp of the amnesia after which it is written; 0 for none
     * @param tenure in which it is written; 0 for the first
     * @param ref its key's reference in the shard's index
     * @param ticket what to report it durable with
     * @return its length, padding included
     */
    public int append(LogRecord record, long stamp, int tenure, int ref, long ticket) {
        EntryValue value = record.value();
        int keyBytes = record.key().key().length;
        int payloadBytes = value == null ? 0 : value.payload().length;
        Invariant.check(keyBytes <= config.keyBytesMax(), "key above the limit");
        Invariant.check(payloadBytes <= config.payloadBytesMax(), "payload above the limit");
        Invariant.check(record.entry() <= RecordFormat.ENTRY_MAX, "entry id above 2^48 - 1");
        B batch = withRoom(RecordFormat.bytesMax(keyBytes, payloadBytes));
        ByteBuffer buffer = batch.buffer();
        int offset = buffer.position();
        int length = format.encode(record, stamp, tenure, buffer);
        batch.add(record, ref, offset, length, ticket);
        pendingBytes += length;
        return length;
    }

    /** The batch that is being filled. */
    public B open() {
        return open;
    }

    /** Bytes of records that were appended and not drained. */
    public long pendingBytes() {
        return pendingBytes;
    }

    /** The record of a durable batch at this location is drained. */
    public void drained(long location) {
        pendingBytes -= Location.length(location);
    }

    /** A batch with room for so many bytes; a larger one than usual if need be. */
    B withRoom(int bytes) {
        if (open.buffer().remaining() < bytes) {
            if (open.records() > 0) {
                full.add(open);
            } else {
                keep(open);
            }
            B next = bytes <= batchBytes ? spare.poll() : spareLarge(bytes);
            open =
                    next != null
                            ? next
                            : maker.apply(bytes <= batchBytes ? batchBytes : rounded(bytes));
        }
        return open;
    }

    /** Hands all records to the log writer: now, or as soon as few enough batches are under way. */
    public void submit() {
        while (!full.isEmpty() && submitted.size() < UNDER_WAY_MAX) {
            hand(full.remove());
        }
        if (open.records() > 0 && submitted.size() < UNDER_WAY_MAX) {
            hand(open);
            B next = spare.poll();
            open = next != null ? next : maker.apply(batchBytes);
        }
        waiting = !full.isEmpty() || open.records() > 0;
    }

    private void hand(B batch) {
        batch.buffer().flip();
        submitted.add(batch);
        writer.accept(batch);
    }

    /** The oldest batch that was submitted, if it is durable. */
    public @Nullable B durable() {
        B batch = submitted.peek();
        return batch != null && batch.isDurable() ? batch : null;
    }

    /** Takes back the batch that {@link #durable} gave. */
    public void release(B batch) {
        submitted.remove();
        batch.file().undrained().decrementAndGet();
        batch.reset();
        keep(batch);
        if (waiting) {
            submit();
        }
    }

    private @Nullable B spareLarge(int bytes) {
        for (B batch : large) {
            if (batch.buffer().capacity() >= bytes) {
                large.remove(batch);
                largeBytes -= batch.buffer().capacity();
                return batch;
            }
        }
        return null;
    }

    /** Values of about the same length can use each other's memory. */
    private static int rounded(int bytes) {
        return (bytes + LARGE_STEP_BYTES - 1) / LARGE_STEP_BYTES * LARGE_STEP_BYTES;
    }

    private void keep(B batch) {
        int capacity = batch.buffer().capacity();
        if (capacity == batchBytes && spare.size() < SPARE_BATCHES_MAX) {
            spare.add(batch);
        } else if (capacity > batchBytes && largeBytes + capacity <= LARGE_SPARE_BYTES_MAX) {
            large.add(batch);
            largeBytes += capacity;
        } else {
            batch.free();
        }
    }
}
