package io.paxosstore.log.journal;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;

/**
 * A shard's batches: the one that is being filled, and those on their way to the disk. Owned by the
 * shard.
 */
final class BatchQueue {
    /** Emptied batches that are kept for the next records. */
    private static final int SPARE_BATCHES_MAX = 8;

    private final int shard;
    private final int batchBytes;
    private final JournalHost host;
    private final ArrayDeque<RecordBatch> full = new ArrayDeque<>();
    private final ArrayDeque<RecordBatch> submitted = new ArrayDeque<>();
    private final ArrayDeque<RecordBatch> spare = new ArrayDeque<>();
    private RecordBatch open;

    BatchQueue(int shard, int batchBytes, JournalHost host) {
        this.shard = shard;
        this.batchBytes = batchBytes;
        this.host = host;
        this.open = new RecordBatch(shard, batchBytes);
    }

    /** A batch with room for so many bytes; a larger one than usual if need be. */
    RecordBatch withRoom(int bytes) {
        if (open.buffer().remaining() < bytes) {
            if (open.records() > 0) {
                full.add(open);
            } else {
                keep(open);
            }
            RecordBatch next = bytes <= batchBytes ? spare.poll() : null;
            open = next != null ? next : new RecordBatch(shard, Math.max(bytes, batchBytes));
        }
        return open;
    }

    /** Hands all records to the log writer. */
    void submit() {
        if (open.records() > 0) {
            full.add(open);
            RecordBatch next = spare.poll();
            open = next != null ? next : new RecordBatch(shard, batchBytes);
        }
        for (RecordBatch batch = full.poll(); batch != null; batch = full.poll()) {
            batch.buffer().flip();
            submitted.add(batch);
            host.submit(batch);
        }
    }

    /** The oldest batch that was submitted, if it is durable. */
    @Nullable RecordBatch durable() {
        RecordBatch batch = submitted.peek();
        return batch != null && batch.isDurable() ? batch : null;
    }

    /** Takes back the batch that {@link #durable} gave. */
    void release(RecordBatch batch) {
        submitted.remove();
        batch.file().undrained().decrementAndGet();
        batch.reset();
        keep(batch);
    }

    private void keep(RecordBatch batch) {
        if (spare.size() < SPARE_BATCHES_MAX && batch.buffer().capacity() == batchBytes) {
            spare.add(batch);
        }
    }
}
