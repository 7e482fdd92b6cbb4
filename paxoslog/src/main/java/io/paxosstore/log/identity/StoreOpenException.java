package io.paxosstore.log.identity;

import java.io.IOException;

/** A store that cannot be opened; the message is one sentence that names the cause and a remedy. */
public final class StoreOpenException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The message is shown to the operator as it is. */
    public StoreOpenException(String message) {
        super(message);
    }

    /** The message is shown to the operator as it is. */
    public StoreOpenException(String message, Throwable cause) {
        super(message, cause);
    }
}
