package io.paxosstore.client;

/**
 * A write may or may not have been done: it was sent, and no answer came in time (Rule W5). It will
 * take effect at most once. Read the key to find out, or make writes that are safe to repeat.
 */
public final class OutcomeUnknownException extends PaxosStoreException {
    private static final long serialVersionUID = 1L;

    OutcomeUnknownException(String message, boolean withStackTrace) {
        super(message, null, withStackTrace);
    }

    @Override
    OutcomeUnknownException here() {
        return new OutcomeUnknownException(sentence(), true);
    }
}
