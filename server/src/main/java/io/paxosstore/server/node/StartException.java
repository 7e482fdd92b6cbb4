package io.paxosstore.server.node;

/** A node that cannot start; the message is one sentence with the remedy. */
public final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    public StartException(String sentence) {
        super(sentence);
    }

    public StartException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
