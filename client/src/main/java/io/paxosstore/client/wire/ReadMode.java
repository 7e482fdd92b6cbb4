package io.paxosstore.client.wire;

/** How fresh a read must be (Rule R5); the code is part of the wire format. */
public enum ReadMode {
    /** Sees every write that was acknowledged before the read began. */
    LINEARIZABLE(0),
    /** Answers from the asked replica's version at once; may be stale. */
    LOCAL(1);

    private final byte code;

    ReadMode(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static ReadMode of(byte code) throws MalformedFrameException {
        return switch (code) {
            case 0 -> LINEARIZABLE;
            case 1 -> LOCAL;
            default -> throw new MalformedFrameException("Unknown read mode " + code + ".");
        };
    }
}
