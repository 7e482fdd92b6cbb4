package io.paxosstore.protocol.model;

/** An operation has failed: an expected outcome, on its way to whoever tells the client. */
public final class OperationFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    /** Without a stack trace: the failure says everything. */
    public OperationFailedException(Failure failure) {
        super(failure.sentence(), null, false, false);
        this.failure = failure;
    }

    /** Why. */
    public Failure failure() {
        return failure;
    }
}
