package io.paxosstore.protocol.wire;

/** Why a server closes a connection; the code is part of the wire format. */
public enum GoodbyeCode {
    /** Client and server speak different protocol versions. */
    WRONG_VERSION(1),
    /** The node is shutting down; other nodes serve. */
    DRAINING(2),
    /** The client broke the protocol. */
    BAD_FRAME(3),
    /** The node has as many connections as it allows. */
    TOO_MANY_CONNECTIONS(4),
    /** The node is not ready to serve clients yet. */
    NOT_READY(5);

    private static final GoodbyeCode[] BY_CODE = values();

    private final byte code;

    GoodbyeCode(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static GoodbyeCode of(byte code) throws MalformedFrameException {
        if (code < 1 || code > BY_CODE.length) {
            throw new MalformedFrameException("Unknown goodbye code " + code + ".");
        }
        return BY_CODE[code - 1];
    }
}
