package io.paxosstore.protocol.wire;

/**
 * Why a request was not answered with a result; the code is part of the wire format.
 *
 * <p>{@link #isNotDone} tells what a client may conclude about a write: this attempt was not
 * executed and never will be, or nothing.
 */
public enum FailureCode {
    /** Too much is waiting already. */
    OVERLOADED(1, true),
    /** The deadline passed before the write was proposed or the read answered. */
    DEADLINE(2, true),
    /** The deadline passed while the write was under way: it may or may not be done (Rule W5). */
    UNKNOWN_OUTCOME(3, false),
    /**
     * The entity has forgotten whether it executed this request (Rule E2); the detail is the
     * forgotten stamp: at or below it nothing is executed.
     */
    REQUEST_EXPIRED(4, true),
    /** There is no space of this name or id. */
    UNKNOWN_SPACE(5, true),
    /** A space of this name exists already. */
    SPACE_EXISTS(6, true),
    /** The key is longer than the server allows; the detail is the limit in bytes. */
    KEY_TOO_LARGE(7, true),
    /** A value is longer than the server allows; the detail is the limit in bytes. */
    VALUE_TOO_LARGE(8, true),
    /** The request makes no sense to the server. */
    BAD_REQUEST(9, true),
    /** The node is starting, or is not yet connected to a majority. */
    NOT_READY(10, true),
    /** The node is shutting down and takes no new requests. */
    DRAINING(11, true),
    /** A fault inside the server; a write may or may not be done. */
    INTERNAL(12, false),
    /** The node's disk is nearly full: it takes no new writes until there is room. */
    DISK_FULL(13, true),
    /** The node rebuilds its copy of the key, or has none; another node can serve it. */
    REBUILDING(14, true),
    /** The write was executed before, and its result is not remembered (Rule E3). */
    EXECUTED(15, false),
    /** The space has another kind than the request needs. */
    WRONG_KIND(16, true),
    /** The connection or the node has as many watches as it may; the detail is the limit. */
    TOO_MANY_WATCHES(17, true),
    /** Something is against what was asked for; the sentence says what, and what would do. */
    REFUSED(18, true);

    private static final FailureCode[] BY_CODE = values();

    private final byte code;
    private final boolean notDone;

    FailureCode(int code, boolean notDone) {
        this.code = (byte) code;
        this.notDone = notDone;
    }

    /** Whether this attempt of the request was not executed and never will be. */
    public boolean isNotDone() {
        return notDone;
    }

    byte code() {
        return code;
    }

    static FailureCode of(byte code) throws MalformedFrameException {
        if (code < 1 || code > BY_CODE.length) {
            throw new MalformedFrameException("Unknown failure code " + code + ".");
        }
        return BY_CODE[code - 1];
    }
}
