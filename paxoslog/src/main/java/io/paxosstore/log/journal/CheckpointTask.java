package io.paxosstore.log.journal;

import io.paxosstore.log.segment.SegmentTable;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Encodes the index of one shard into blocks, which the background thread takes and writes. The
 * shard may go on between two slices: what changes after an entity was encoded lies in the journal
 * behind the checkpoint's position.
 */
final class CheckpointTask implements ShardTask {
    /** About how large a block gets. */
    static final int BLOCK_BYTES = 64 << 10;

    /** So many blocks wait at most; then the shard waits for the background thread. */
    private static final int BLOCKS_MAX = 4;

    private final SegmentTable segments;
    private final Queue<ByteBuffer> blocks = new ConcurrentLinkedQueue<>();
    private int cursor;

    // Written by the shard after the blocks, read by the background thread before them.
    private volatile boolean done;

    // Written by the shard before done, read by the background thread after it.
    private long entities;

    CheckpointTask(SegmentTable segments) {
        this.segments = segments;
    }

    @Override
    public Progress run(JournalShard shard, EntityIndex index) {
        if (blocks.size() >= BLOCKS_MAX) {
            return Progress.BLOCKED;
        }
        ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
        block.position(CheckpointFormat.BLOCK_HEADER_BYTES);
        long count = 0;
        while (cursor < index.refLimit()) {
            if (index.isUsed(cursor) && isHeld(index, cursor)) {
                EntityKey key = index.key(cursor);
                int needed = CheckpointFormat.bytesMax(index, cursor, key);
                if (needed > block.remaining()) {
                    if (count > 0) {
                        break;
                    }
                    block = ByteBuffer.allocate(CheckpointFormat.BLOCK_HEADER_BYTES + needed);
                    block.position(CheckpointFormat.BLOCK_HEADER_BYTES);
                }
                CheckpointFormat.encode(index, cursor, key, shard.tenure(key), segments, block);
                count++;
            }
            cursor++;
        }
        if (count > 0) {
            blocks.add(CheckpointFormat.finish(block, 0));
            entities += count;
        }
        done = cursor >= index.refLimit();
        return done ? Progress.DONE : Progress.MORE;
    }

    private static boolean isHeld(EntityIndex index, int ref) {
        return index.slots().size(ref) > 0 || index.version(ref) > 0 || index.life(ref) > 0;
    }

    /** The next block, if there is one. */
    @Nullable ByteBuffer poll() {
        return blocks.poll();
    }

    /** Whether all blocks are there, or were taken. */
    boolean isDone() {
        return done;
    }

    long entities() {
        return entities;
    }
}
