package io.paxosstore.client;

/**
 * Too many requests are waiting, in this client ({@link ClientOptions#inFlightMax()}) or in the
 * servers. The call was not done; slow down before making it again.
 */
public final class OverloadedException extends NotDoneException {
    private static final long serialVersionUID = 1L;

    OverloadedException(String message, boolean withStackTrace) {
        super(Reason.OVERLOADED, message, withStackTrace);
    }

    @Override
    OverloadedException here() {
        return new OverloadedException(sentence(), true);
    }
}
