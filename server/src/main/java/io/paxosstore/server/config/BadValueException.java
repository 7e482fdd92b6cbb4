package io.paxosstore.server.config;

/** A value that a setting refuses; the message is a sentence, or the end of one. */
final class BadValueException extends Exception {
    private static final long serialVersionUID = 1L;

    BadValueException(String message) {
        super(message);
    }
}
