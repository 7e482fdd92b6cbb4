package io.paxosstore.server.shard;

import io.paxosstore.core.Outcome;
import io.paxosstore.server.memory.LoopMemory;
import io.paxosstore.server.memory.Use;

import java.util.function.Supplier;

/**
 * Memory for the answers that clients are to get: for a long value before it is read, for the
 * result of a query as soon as it is there. On the shard's loop only.
 */
final class AnswerMemory {
    /** What {@link #reserve} returns when there is none. */
    static final int NONE_LEFT = -1;

    /** The outcome of a read for whose answer there is none. */
    static final Outcome REFUSED = new Outcome.NotDone(Outcome.Reason.OVERLOADED);

    /** Shorter answers are part of what every request is accounted with. */
    private static final int LARGE_BYTES = 16 * 1024;

    /** An answer is in memory as what was read, and as what is written to the client. */
    private static final int COPIES = 2;

    private final LoopMemory memory;

    AnswerMemory(LoopMemory memory) {
        this.memory = memory;
    }

    /**
     * Takes memory for an answer that is to be read.
     *
     * @return how much was taken: 0 for a short answer; or {@link #NONE_LEFT}
     */
    int reserve(int valueBytes) {
        int bytes = bytesOf(valueBytes);
        return bytes == 0 || memory.reserve(bytes, Use.LARGE) ? bytes : NONE_LEFT;
    }

    /** Reads something whose length is not known before; {@link #bytesOf} it was then taken. */
    Outcome read(Supplier<Outcome> reading) {
        if (memory.isShort(Use.LARGE)) {
            return REFUSED;
        }
        Outcome answer = reading.get();
        int bytes = bytesOf(answer);
        return bytes == 0 || memory.reserve(bytes, Use.LARGE) ? answer : REFUSED;
    }

    /** What is taken for an outcome. */
    static int bytesOf(Outcome outcome) {
        return outcome instanceof Outcome.Value value ? bytesOf(value.state().bytes().length) : 0;
    }

    private static int bytesOf(int valueBytes) {
        return valueBytes < LARGE_BYTES ? 0 : COPIES * valueBytes;
    }
}
