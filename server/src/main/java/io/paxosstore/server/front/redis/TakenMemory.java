package io.paxosstore.server.front.redis;

import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.node.memory.Use;

/**
 * The node's memory that something takes which grows and shrinks. On the connection's loop only.
 */
final class TakenMemory {
    private final LoopMemory memory;
    private long takenBytes;

    TakenMemory(LoopMemory memory) {
        this.memory = memory;
    }

    /** Takes so much instead of what was taken; false, and as before, if there is none. */
    boolean take(long bytes) {
        if (bytes > takenBytes && !memory.reserve(bytes - takenBytes, Use.LARGE)) {
            return false;
        }
        if (bytes < takenBytes) {
            memory.release(takenBytes - bytes);
        }
        takenBytes = bytes;
        return true;
    }

    /** Gives it back. */
    void release() {
        memory.release(takenBytes);
        takenBytes = 0;
    }
}
