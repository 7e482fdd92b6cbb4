package io.paxosstore.log.bytes;

/** Bytes that are no record: damage, or a version of the format to come. */
public final class MalformedRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedRecordException(String message) {
        super(message);
    }
}
