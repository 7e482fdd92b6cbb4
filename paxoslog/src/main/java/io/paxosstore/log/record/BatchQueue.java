package io.paxosstore.log.record;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A shard's batches: the one that is being filled, and those on their way to the disk. Owned by the
 * shard.
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

    private final int batchBytes;
    private final IntFunction<B> maker;
    private final Consumer<B> writer;
    private final ArrayDeque<B> full = new ArrayDeque<>();
    private final ArrayDeque<B> submitted = new ArrayDeque<>();
    private final ArrayDeque<B> spare = new ArrayDeque<>();
    private final ArrayDeque<B> large = new ArrayDeque<>();
    private int largeBytes;
    private B open;

    // Whether something waits for a batch to come back.
    private boolean waiting;

    /**
     * A queue with nothing in it.
     *
     * @param batchBytes the size of a batch that has no record larger than that
     * @param maker makes a batch of a size
     * @param writer where batches go
     */
    public BatchQueue(int batchBytes, IntFunction<B> maker, Consumer<B> writer) {
        this.batchBytes = batchBytes;
        this.maker = maker;
        this.writer = writer;
        this.open = maker.apply(batchBytes);
    }

    /** A batch with room for so many bytes; a larger one than usual if need be. */
    public B withRoom(int bytes) {
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
