package io.paxosstore.redis.resp;

/**
 * A client sends what is no request: it is told so in Redis's words, and its connection is closed.
 */
public final class ProtocolErrorException extends Exception {
    private static final long serialVersionUID = 1L;

    ProtocolErrorException(String what) {
        super("ERR Protocol error: " + what, null, false, false);
    }
}
