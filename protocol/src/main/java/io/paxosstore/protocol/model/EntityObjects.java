package io.paxosstore.protocol.model;

/**
 * An entity's objects at one version, with what a {@link Procedure} has done to them until now. Not
 * thread-safe; of no use when the procedure has ended.
 */
public interface EntityObjects {
    /** The entity's version, what {@link Guard.Version} compares with: before this procedure. */
    long version();

    /**
     * The clock that decides what has expired, and from which times to live are counted:
     * milliseconds since 1970. The same during the whole procedure.
     */
    long nowMillis();

    /**
     * What the time is, for what is told of how long ago something was, or how long it is until
     * something will be: milliseconds since 1970, not before {@link #nowMillis}, which a procedure
     * that only reads has from the newest entry. Nothing expires by it.
     */
    long wallMillis();

    /**
     * Executes one operation. What it returns is limited as if it were alone in its MultiOp.
     *
     * @throws OperationFailedException if it fails; what it did before it failed is not undone, see
     *     {@link #together}
     */
    Result execute(Operation operation);

    /**
     * Runs a part of the procedure of which all takes effect or nothing: if it throws an exception,
     * what it did is undone, and the exception goes on.
     */
    void together(Runnable part);

    /**
     * Removes what is left of an object whose deadline has come. No operation sees it any more, but
     * until it is removed, or its name is used anew, or its space is freed, an entry can say that
     * it has ended: of all that ask so exactly one is told.
     *
     * @return whether there was something left of it
     */
    boolean endExpired(String object);

    /**
     * Counts work that the procedure does besides its operations, such as instructions of a script:
     * whoever evaluates may end the procedure here, as within {@link #execute}.
     *
     * @param steps some tens of nanoseconds each
     * @throws OperationFailedException if it is more work than one command may make
     * @throws RuntimeException if the evaluation is given up; it must go on to the caller
     */
    void work(long steps);
}
