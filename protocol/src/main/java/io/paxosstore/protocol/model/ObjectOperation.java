package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

/** Operations on objects of any type, and on the list of an entity's objects. */
public sealed interface ObjectOperation extends Operation {
    @Override
    default @Nullable ObjectType type() {
        return null;
    }

    @Override
    default boolean isUpdate() {
        return this instanceof Delete || this instanceof Expire || this instanceof Rename;
    }

    /**
     * Deletes an object, at a cost that does not depend on its size. Result: {@link Result.Flag}.
     */
    record Delete(String object) implements ObjectOperation {}

    /**
     * Sets when an object expires as a whole. Result: {@link Result.Flag}, whether it exists.
     *
     * @param ttlMillis milliseconds from the moment of the entry; 0 for never
     */
    record Expire(String object, long ttlMillis) implements ObjectOperation {}

    /**
     * Gives an object another name; an object that has it is replaced. When it expires stays. A
     * value gets a new version. Result: {@link Result.Flag}, whether it exists.
     *
     * <p>The cost does not depend on its size, but for a map's fields and a table's rows that
     * expire: with very many of them it fails with {@link Failure.LimitExceeded}.
     */
    record Rename(String object, String to) implements ObjectOperation {}

    /** Describes an object. Result: {@link Result.Info}. */
    record Describe(String object) implements ObjectOperation {}

    /**
     * Lists the objects in the order of their names' bytes. Result: {@link Result.Names}.
     *
     * @param from the first name wanted, whether it is there or not; may be empty
     */
    record Names(String from, Page page) implements ObjectOperation {
        @Override
        public String object() {
            return "";
        }
    }
}
