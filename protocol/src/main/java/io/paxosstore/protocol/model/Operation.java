package io.paxosstore.protocol.model;

/**
 * One operation on one named object of an entity, or on the list of its objects.
 *
 * <p>An operation on an object of another type fails with {@link Failure.WrongType}, and with it
 * the whole {@link MultiOp}.
 */
public sealed interface Operation
        permits ListOperation,
                QueueOperation,
                SetOperation,
                SortedSetOperation,
                MapOperation,
                StreamOperation,
                ValueOperation,
                TableOperation,
                ObjectOperation {
    /** The object's name; empty for {@link ObjectOperation.Names}. */
    String object();

    /** Whether it may change something. */
    boolean isUpdate();
}
