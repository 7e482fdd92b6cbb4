package io.paxosstore.lsm.store;

/**
 * RocksDB failed to read or write. A failed write or flush means that nothing further becomes
 * durable (Rule D4): stop the node, unless it is a {@link NoRoomException}.
 */
public class LsmFailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LsmFailureException(String message, Throwable cause) {
        super(message, cause);
    }

    LsmFailureException(String message) {
        super(message);
    }
}
