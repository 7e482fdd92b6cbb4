package io.paxosstore.server.net;

/** Received bytes that follow no rule of the protocol; the connection is dropped. */
public final class MalformedFrameException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedFrameException(String message) {
        super(message);
    }
}
