package io.paxosstore.server.front.redis;

import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;

/**
 * Keys that a walk has found and a client is to get, and the node's memory that they take. On the
 * connection's loop only.
 */
final class KeyList {
    /** What a key takes beside its bytes. */
    private static final int KEY_BYTES = 16;

    private final TakenMemory memory;
    private final List<byte[]> keys = new ArrayList<>();
    private long bytes;

    KeyList(LoopMemory memory) {
        this.memory = new TakenMemory(memory);
    }

    void add(byte[] key) {
        keys.add(key);
        bytes += KEY_BYTES + key.length;
    }

    List<byte[]> keys() {
        return keys;
    }

    /** About how many bytes a reply of them has. */
    long bytes() {
        return bytes;
    }

    /** Takes memory for those that were added; false if there is none. */
    boolean hasMemory() {
        return memory.take(bytes);
    }

    /** Gives the memory back. */
    void release() {
        memory.release();
    }

    /** What a client is told that would get too many. */
    static Reply.Error tooLarge(int bytesMax) {
        return new Reply.Error(
                "ERR the keys have more bytes than redis.keys-bytes (" + bytesMax + "); use SCAN");
    }
}
