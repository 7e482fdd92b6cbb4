package io.paxosstore.protocol.model;

/**
 * A condition of a {@link MultiOp}. Guards on an object of another type than they need fail the
 * whole MultiOp with {@link Failure.WrongType}; on an absent one they see nothing: no value, no
 * members, size 0.
 */
public sealed interface Guard {
    /** The object or field is there. */
    record Exists(Target target) implements Guard {}

    /** The object or field is not there. */
    record Absent(Target target) implements Guard {}

    /** The value or field is there and has these bytes. */
    @SuppressWarnings("ArrayRecordComponent")
    record Equal(Target target, byte[] expected) implements Guard {}

    /**
     * The value or field is a decimal number that compares so; absent counts as 0. What is no
     * number fails the MultiOp with {@link Failure.NotANumber}.
     */
    record Compare(Target target, Comparison comparison, long operand) implements Guard {}

    /** The entity has this version: nothing in it has changed since. 0: it was never written. */
    record Version(long expected) implements Guard {}

    /** The set has this member. */
    @SuppressWarnings("ArrayRecordComponent")
    record Contains(String object, byte[] member) implements Guard {}

    /**
     * The length of the list or queue, or the size of the set, sorted set, map or table, compares
     * so.
     */
    record Size(String object, Comparison comparison, long operand) implements Guard {}

    /**
     * The number of a table's rows for which the condition is true compares so; an absent table has
     * none.
     */
    record Rows(String object, Condition where, Comparison comparison, long operand)
            implements Guard {}
}
