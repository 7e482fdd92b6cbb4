package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.Failure;

/** Ends the evaluation of a MultiOp; never leaves this package. */
final class OperationFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    OperationFailedException(Failure failure) {
        super(failure.sentence(), null, false, false);
        this.failure = failure;
    }

    Failure failure() {
        return failure;
    }
}
