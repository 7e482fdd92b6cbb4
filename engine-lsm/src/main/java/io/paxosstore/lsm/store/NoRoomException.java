package io.paxosstore.lsm.store;

/**
 * The disk is full: nothing was written, nothing is lost, and nothing more is taken. RocksDB looks
 * for room by itself, every few seconds, and takes writes again when it has found some: try again
 * then.
 */
public final class NoRoomException extends LsmFailureException {
    private static final long serialVersionUID = 1L;

    NoRoomException(String message, Throwable cause) {
        super(message, cause);
    }
}
