package io.paxosstore.table;

import io.paxosstore.protocol.model.Failure;

/** An operation that cannot be executed. What it has changed is to be thrown away. */
public final class TableFailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    TableFailureException(Failure failure) {
        super(failure.sentence(), null, false, false);
        this.failure = failure;
    }

    /** What was asked makes no sense for a table. */
    static TableFailureException invalid(String table, String reason) {
        return new TableFailureException(new Failure.InvalidTable(table, reason));
    }

    /** Why. */
    public Failure failure() {
        return failure;
    }
}
