package io.paxosstore.client.wire;

/** The model a space serves; the code is part of the wire format. */
public enum SpaceKind {
    /** Every key is an entity with one value. */
    KEY_VALUE(1, "key-value"),
    /** An entity holds named lists, queues, sets, maps and values. */
    ENTITY(2, "entity");

    private final byte code;
    private final String word;

    SpaceKind(int code, String word) {
        this.code = (byte) code;
        this.word = word;
    }

    /** What people call it. */
    public String word() {
        return word;
    }

    byte code() {
        return code;
    }

    static SpaceKind of(byte code) throws MalformedFrameException {
        return switch (code) {
            case 1 -> KEY_VALUE;
            case 2 -> ENTITY;
            default -> throw new MalformedFrameException("Unknown space kind " + code + ".");
        };
    }
}
