package io.paxosstore.protocol.codec;

/** The bytes received are no MultiOp or result. The message is one sentence saying why. */
public final class MalformedModelException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedModelException(String message) {
        super(message);
    }

    /** What a constructor says about its arguments, which came from bytes. */
    static MalformedModelException because(IllegalArgumentException e) {
        return new MalformedModelException(String.valueOf(e.getMessage()));
    }
}
