package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

/**
 * A call failed. The message is one sentence for people.
 *
 * <p>A {@link NotDoneException}, an {@link OutcomeUnknownException} or a {@link
 * ResultLostException}; a caller who must know whether a write happened tells them apart.
 */
public abstract sealed class PaxosStoreException extends RuntimeException
        permits NotDoneException, OutcomeUnknownException, ResultLostException {
    private static final long serialVersionUID = 1L;

    PaxosStoreException(String message, @Nullable Throwable cause, boolean withStackTrace) {
        super(message, cause, true, withStackTrace);
    }

    /**
     * The same failure with the calling thread's stack trace. Failures are made on the network
     * thread without one: it would show nothing of the caller, and take time.
     */
    abstract PaxosStoreException here();

    final String sentence() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
