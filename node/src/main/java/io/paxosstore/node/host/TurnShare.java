package io.paxosstore.node.host;

/**
 * How much one turn of the loop reads for answers: who comes behind large ones, however short his
 * own is, waits until the turn has ended, and so does everything else that the loop serves. On the
 * shard's loop only.
 */
final class TurnShare {
    private final long bytesEnough;
    private long bytes;

    /**
     * @param bytesEnough after so much a turn begins no other answer
     */
    TurnShare(long bytesEnough) {
        this.bytesEnough = bytesEnough;
    }

    /** Whether one more answer may be read in this turn. */
    boolean hasRoom() {
        return bytes < bytesEnough;
    }

    /** The turn has ended. */
    void renew() {
        bytes = 0;
    }

    /** An answer was read. */
    void used(int answerBytes) {
        bytes += answerBytes;
    }
}
