package io.paxosstore.client.sql;

/**
 * A SQL statement cannot be understood, says something that is not supported, or does not fit the
 * table it is about. The message is for people: it names the part, what was given, and what would
 * do. Nothing was sent to a server.
 */
public final class SqlException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** A failure with its message. */
    public SqlException(String message) {
        super(message);
    }
}
