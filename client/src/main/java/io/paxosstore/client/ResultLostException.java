package io.paxosstore.client;

/**
 * A write was done, once, but its result did not arrive and was too long, or one of too many, for
 * the servers to remember (Rule E3). Read the entity to find out what it changed; do not make the
 * call again.
 */
public final class ResultLostException extends PaxosStoreException {
    private static final long serialVersionUID = 1L;

    ResultLostException(String message, boolean withStackTrace) {
        super(message, null, withStackTrace);
    }

    @Override
    ResultLostException here() {
        return new ResultLostException(sentence(), true);
    }
}
