package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

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

    /** The type of the objects that it is for; null for those of any type. */
    @Nullable ObjectType type();

    /** Whether it may change something. */
    boolean isUpdate();
}
