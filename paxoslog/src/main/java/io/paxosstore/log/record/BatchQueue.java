package io.paxosstore.log.record;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A shard's batches: the one that is being filled, and those on their way to the disk. Owned by the
 * shard.
 *
 * @param <B> the engine's kind of batch
 */
public final class BatchQueue<B extends RecordBatch> {
    /** Emptied batches that are kept for the next records. */
    private static final int SPARE_BATCHES_MAX = 8;

    private final int batchBytes;
    private final IntFunction<B> maker;
    private final Consumer<B> writer;
    private final ArrayDeque<B> full = new ArrayDeque<>();
    private final ArrayDeque<B> submitted = new ArrayDeque<>();
    private final ArrayDeque<B> spare = new ArrayDeque<>();
    private B open;

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
            B next = bytes <= batchBytes ? spare.poll() : null;
            open = next != null ? next : maker.apply(Math.max(bytes, batchBytes));
        }
        return open;
    }

    /** Hands all records to the log writer. */
    public void submit() {
        if (open.records() > 0) {
            full.add(open);
            B next = spare.poll();
            open = next != null ? next : maker.apply(batchBytes);
        }
        for (B batch = full.poll(); batch != null; batch = full.poll()) {
            batch.buffer().flip();
            submitted.add(batch);
            writer.accept(batch);
        }
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
    }

    private void keep(B batch) {
        if (spare.size() < SPARE_BATCHES_MAX && batch.buffer().capacity() == batchBytes) {
            spare.add(batch);
        }
    }
}
