package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

/** The call was certainly not done, and will not be later: it may be made again safely. */
public sealed class NotDoneException extends PaxosStoreException
        permits OverloadedException, RejectedException {
    private static final long serialVersionUID = 1L;

    /** Why a call was not done. */
    public enum Reason {
        /** Too many requests are waiting, in this client or in the servers. */
        OVERLOADED,
        /** The deadline passed. */
        DEADLINE,
        /** No node could be reached before the deadline, or none serves requests. */
        UNAVAILABLE,
        /** There is no such space. */
        UNKNOWN_SPACE,
        /** A space of that name exists already. */
        SPACE_EXISTS,
        /** The key is longer than the cluster allows. */
        KEY_TOO_LARGE,
        /** The value is longer than the cluster allows. */
        VALUE_TOO_LARGE,
        /** An increment met a value that is no decimal number of 64 bits. */
        NOT_A_NUMBER,
        /** An increment's sum does not fit into 64 bits. */
        NUMBER_OVERFLOW,
        /** The space is of another kind: key-value, entity. */
        WRONG_KIND,
        /** An object of an entity is of another type: list, queue, set, map, value. */
        WRONG_TYPE,
        /** There is no such table in the entity; it must be created. */
        NO_TABLE,
        /** The table is in the entity already. */
        TABLE_EXISTS,
        /** The table has a row of this key already. */
        ROW_EXISTS,
        /** A table has no such column, or the column cannot hold what was given. */
        WRONG_COLUMN,
        /** A schema of a table, a change of it or a query makes no sense. */
        INVALID_TABLE,
        /** A limit of {@link io.paxosstore.protocol.model.ModelLimits} is exceeded. */
        LIMIT_EXCEEDED,
        /**
         * The server cannot make sense of the request, has something against it, or failed while
         * answering a read; the message says which.
         */
        REFUSED,
        /** The calling thread was interrupted, or somebody has cancelled the call's future. */
        INTERRUPTED,
        /** The client is closed. */
        CLOSED
    }

    private final Reason reason;

    NotDoneException(Reason reason, String message) {
        this(reason, message, false);
    }

    NotDoneException(Reason reason, String message, boolean withStackTrace) {
        this(reason, message, null, withStackTrace);
    }

    NotDoneException(
            Reason reason, String message, @Nullable Throwable cause, boolean withStackTrace) {
        super(message, cause, withStackTrace);
        this.reason = reason;
    }

    static NotDoneException of(Reason reason, String message) {
        return reason == Reason.OVERLOADED
                ? new OverloadedException(message, false)
                : new NotDoneException(reason, message, false);
    }

    /** Why the call was not done. */
    public Reason reason() {
        return reason;
    }

    @Override
    NotDoneException here() {
        return new NotDoneException(reason, sentence(), getCause(), true);
    }
}
