package io.paxosstore.node.host;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.node.memory.Use;

/**
 * Memory for the answers that clients are to get: for a long value before it is read, for the
 * result of a query, and for what another node answers, as soon as it is there; and for the long
 * value that a write loads, until it is answered, unless the write waits for its turn. On the
 * shard's loop only.
 */
final class AnswerMemory {
    /** The outcome of a read for whose answer there is none. */
    static final Outcome REFUSED = new Outcome.NotDone(Outcome.Reason.OVERLOADED);

    /** Shorter answers are part of what every request is accounted with. */
    private static final int LARGE_BYTES = 16 * 1024;

    /**
     * An answer is in memory as what was read, and as what is written to the client; the value that
     * a write loads as what was read, and as the entry that is made of it.
     */
    private static final int COPIES = 2;

    private final int shard;
    private final LoopMemory memory;
    private final RequestTable requests;

    AnswerMemory(int shard, LoopMemory memory, RequestTable requests) {
        this.shard = shard;
        this.memory = memory;
        this.requests = requests;
    }

    /** Whether no long result of a query can be kept. */
    boolean isShort(int slot) {
        Requester requester = requests.requester(slot);
        return requester != null && requester.isClient() && memory.isShort(Use.LARGE);
    }

    /** Takes memory for a value that is to be loaded; returns whether there was enough. */
    boolean reserve(long token, Requester requester, int valueBytes) {
        int bytes = bytesOf(valueBytes);
        if (bytes == 0) {
            return true;
        }
        if (!memory.reserve(bytes, Use.LARGE)) {
            return false;
        }
        requests.answerBytes(token, bytes);
        if (requester.homeShard() == shard) {
            requester.expect(bytes);
        }
        return true;
    }

    /**
     * Takes memory for an answer that is there, as far as that was not done before: while a read
     * was under way its value may have become longer.
     *
     * @return what the requester is told
     */
    Outcome keep(int slot, Requester requester, Outcome answer) {
        int reserved = requests.answerBytes(slot);
        if (reserved > 0 && requester.homeShard() == shard) {
            requester.arrived(reserved);
        }
        int bytes = bytesOf(requester, answer);
        if (bytes > reserved) {
            if (!take(bytes - reserved)) {
                return REFUSED;
            }
            requests.answerBytesAt(slot, bytes);
        }
        return answer;
    }

    /** Takes so much for an answer that is there; returns whether there was enough. */
    boolean take(int bytes) {
        return bytes == 0 || memory.reserve(bytes, Use.LARGE);
    }

    /** What an answer that is there is accounted with. */
    static int bytesOf(Requester requester, Outcome answer) {
        return requester.isClient() && answer instanceof Outcome.Value value
                ? bytesOf(value.state().bytes().length)
                : 0;
    }

    private static int bytesOf(int valueBytes) {
        return valueBytes < LARGE_BYTES ? 0 : COPIES * valueBytes;
    }
}
