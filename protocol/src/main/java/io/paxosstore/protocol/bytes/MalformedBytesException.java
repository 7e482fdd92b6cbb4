package io.paxosstore.protocol.bytes;

/**
 * Bytes that are not what they should be: damage, a fault of whoever sent them, or a version of the
 * format to come. The message is a sentence that says why.
 */
public final class MalformedBytesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** For this reason, a sentence. */
    public MalformedBytesException(String message) {
        super(message);
    }
}
