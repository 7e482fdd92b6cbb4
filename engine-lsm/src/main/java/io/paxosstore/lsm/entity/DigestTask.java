package io.paxosstore.lsm.entity;

import io.paxosstore.log.ContentDigest;
import io.paxosstore.log.ContentDigest.State;
import io.paxosstore.lsm.store.EntityMeta;
import io.paxosstore.lsm.store.SnapshotState;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.function.LongPredicate;

/**
 * One digest: waits for its version on the shard's thread, then is computed on the reader's, from a
 * snapshot that was taken at that version. Its state may be asked for, and it may be closed, by any
 * thread.
 */
final class DigestTask implements ContentDigest {
    private final ShardData data;
    private final EntityKey key;
    private final long version;
    private volatile State state = State.Waiting.FOR_VERSION;
    private volatile boolean closed;

    // Written by the shard before the reader is given the task.
    private @Nullable SnapshotState snapshot;

    DigestTask(ShardData data, EntityKey key, long version) {
        this.data = data;
        this.key = key;
        this.version = version;
    }

    EntityKey key() {
        return key;
    }

    long version() {
        return version;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public State state() {
        return state;
    }

    /** How it ended. */
    void ended(State how) {
        state = how;
    }

    /**
     * Takes the snapshot; on the shard's thread.
     *
     * @return whether there is one, of the right version
     */
    boolean look() {
        SnapshotState taken = data.guard(key, () -> SnapshotState.once(data.store(), key));
        if (taken == null || taken.entry() != version) {
            ended(State.Nothing.INSTANCE);
            if (taken != null) {
                taken.close();
            }
            return false;
        }
        snapshot = taken;
        state = State.Waiting.FOR_READING;
        return true;
    }

    /**
     * Reads the snapshot and computes the digest; on the reader's thread, once.
     *
     * @param pace told how many bytes were read; false ends it
     */
    void read(LongPredicate pace) {
        SnapshotState taken = snapshot;
        EntityMeta meta = taken == null ? null : taken.meta();
        if (taken == null || meta == null) {
            ended(State.Nothing.INSTANCE);
            return;
        }
        try (taken) {
            Long digest =
                    data.guard(
                            key,
                            () ->
                                    EntityDigest.of(
                                            taken,
                                            meta.applied(),
                                            bytes -> !closed && pace.test(bytes)));
            ended(digest == null ? State.Nothing.INSTANCE : new State.Ready(digest));
        }
    }

    /** Gives the snapshot back without reading it; by whoever has the task. */
    void drop() {
        ended(State.Nothing.INSTANCE);
        SnapshotState taken = snapshot;
        if (taken != null) {
            taken.close();
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
