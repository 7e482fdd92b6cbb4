package io.paxosstore.client.wire;

/** What a key-value write did; the code is part of the wire format. All of them are final. */
public enum WriteStatus {
    /** Written. */
    OK(0),
    /** A comparison failed: the key is present with another value or version. */
    CONFLICT(1),
    /** The key is absent. */
    NOT_FOUND(2),
    /** The present value is no decimal number of 64 bits. */
    NOT_A_NUMBER(3),
    /** The sum does not fit into 64 bits. */
    NUMBER_OVERFLOW(4);

    private static final WriteStatus[] BY_CODE = values();

    private final byte code;

    WriteStatus(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    /**
     * The status with this code.
     *
     * @throws MalformedFrameException if there is none
     */
    static WriteStatus of(byte code) throws MalformedFrameException {
        if (code < 0 || code >= BY_CODE.length) {
            throw new MalformedFrameException("Unknown write status " + code + ".");
        }
        return BY_CODE[code];
    }
}
