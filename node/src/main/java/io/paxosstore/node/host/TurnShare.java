package io.paxosstore.node.host;

/**
 * How much one turn of the loop reads for answers: who comes behind large ones, however short his
 * own is, waits until the turn has ended, and so does everything else that the loop serves. On the
 * shard's loop only.
 */
final class TurnShare {
    /** After so much a turn begins no other answer. */
    static final int BYTES_ENOUGH = 2 << 20;

    private long turnNanos;
    private long bytes;

    /** Whether one more answer may be read in the turn of this time. */
    boolean hasRoom(long nowNanos) {
        if (nowNanos != turnNanos) {
            turnNanos = nowNanos;
            bytes = 0;
        }
        return bytes < BYTES_ENOUGH;
    }

    /** An answer was read. */
    void used(int answerBytes) {
        bytes += answerBytes;
    }
}
