package io.paxosstore.node.watch;

import io.paxosstore.node.history.ChangeFormat;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.protocol.key.EntityKey;

import java.nio.ByteBuffer;

/**
 * Gives a node's history what does not come from an entity's entries: versions of keys, and those
 * that an entity has come to otherwise. For the shard's thread.
 */
final class ChangeNotes {
    private static final int BYTES = 256;

    private final int shard;
    private final ChangeHistory history;
    private ByteBuffer note = ByteBuffer.allocate(BYTES);

    ChangeNotes(int shard, ChangeHistory history) {
        this.shard = shard;
        this.history = history;
    }

    /** A key or an entity has come to a version. */
    void add(EntityKey key, long entry, long version, boolean isSkipped) {
        int bytes = ChangeFormat.bytesWithoutObjects(key);
        if (note.capacity() < bytes) {
            note = ByteBuffer.allocate(2 * bytes);
        }
        ChangeFormat.put(note.clear(), key, entry, version, isSkipped);
        history.keep(shard, note, 0, bytes);
    }
}
