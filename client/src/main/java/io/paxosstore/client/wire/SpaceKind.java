package io.paxosstore.client.wire;

/** The model a space serves; the code is part of the wire format. */
public enum SpaceKind {
    /** Every key is an entity with one value. */
    KEY_VALUE(1);

    private final byte code;

    SpaceKind(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static SpaceKind of(byte code) throws MalformedFrameException {
        if (code != KEY_VALUE.code) {
            throw new MalformedFrameException("Unknown space kind " + code + ".");
        }
        return KEY_VALUE;
    }
}
