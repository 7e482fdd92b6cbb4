package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** The result of one operation; which one belongs to which is said there. */
public sealed interface Result {
    /** The next of an {@link Elements} that has nothing more. */
    long NO_NEXT = -1;

    /** It is done, and there is nothing to say. */
    record Done() implements Result {}

    /** How many there are. */
    record Size(long size) implements Result {}

    /** How many it concerned. */
    record Count(long count) implements Result {}

    /** Yes or no. */
    record Flag(boolean flag) implements Result {}

    /** The number after an increment. */
    record Incremented(long number) implements Result {}

    /** One element or member; null if there is none. */
    @SuppressWarnings("ArrayRecordComponent")
    record Element(byte @Nullable [] element) implements Result {}

    /**
     * Elements of a list.
     *
     * @param next the index to go on with if the page ended before the range; else {@link #NO_NEXT}
     */
    record Elements(List<byte[]> elements, long next) implements Result {}

    /** The sequence numbers of the first and the last element enqueued. */
    record Enqueued(long first, long last) implements Result {}

    /**
     * Elements of a queue.
     *
     * @param next the sequence number to go on with
     */
    record Entries(List<Entry> entries, long next) implements Result {}

    /**
     * Members of a set.
     *
     * @param next where to go on if the page ended before the range; else null
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Members(List<byte[]> members, byte @Nullable [] next) implements Result {}

    /**
     * Members were added to a sorted set.
     *
     * @param added how many were no members before
     * @param changed how many were members with another score
     */
    record Added(long added, long changed) implements Result {}

    /** The score of a member of a sorted set; null if it is none, or was not written. */
    record Score(@Nullable Double score) implements Result {}

    /** The scores of the members asked for, in their order; null for those that are none. */
    record Scores(List<@Nullable Double> scores) implements Result {}

    /**
     * A member's place in a sorted set.
     *
     * @param rank how many come before it; {@link #NO_RANK} if it is no member
     * @param score 0 if it is no member
     */
    record Rank(long rank, double score) implements Result {
        /** The rank of what is no member. */
        public static final long NO_RANK = -1;
    }

    /**
     * Members of a sorted set.
     *
     * @param next where to go on if the page ended before the range; else null
     */
    @SuppressWarnings("ArrayRecordComponent")
    record ScoredMembers(List<SortedSetOperation.Scored> members, byte @Nullable [] next)
            implements Result {}

    /**
     * Fields of a map.
     *
     * @param next where to go on if the page ended before the range; else null
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Fields(List<MapOperation.Field> fields, byte @Nullable [] next) implements Result {}

    /** The values of the fields asked for, in their order; null for those that are not there. */
    record Values(List<byte @Nullable []> values) implements Result {}

    /**
     * A value; null with version 0 if absent.
     *
     * @param deadlineMillis when it expires, milliseconds since 1970; 0 for never
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Value(byte @Nullable [] value, long version, long deadlineMillis) implements Result {}

    /** A value was written and has this version now. */
    record Written(long version) implements Result {}

    /** A value was not written: it has this version, 0 for absent. */
    record Conflict(long version) implements Result {}

    /**
     * An object.
     *
     * @param type null if it is absent
     * @param size elements, members or fields; bytes of a value
     * @param deadlineMillis when it expires, milliseconds since 1970; 0 for never
     */
    record Info(@Nullable ObjectType type, long size, long deadlineMillis) implements Result {}

    /**
     * Names of objects.
     *
     * @param next the name to go on with; null if there are no more
     */
    record Names(List<Name> names, @Nullable String next) implements Result {}

    /**
     * A table.
     *
     * @param schema null if it is absent
     * @param rows how many rows it has
     * @param incompleteIndexes names of the indexes that are still being built
     */
    record Table(@Nullable TableSchema schema, long rows, List<String> incompleteIndexes)
            implements Result {}

    /**
     * Rows of a table.
     *
     * @param columns names of the columns, or of the aggregates
     * @param rows the values of each row, in the order of the columns
     * @param next where to go on if the page ended before the rows did; else null
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Rows(List<String> columns, List<List<@Nullable Object>> rows, byte @Nullable [] next)
            implements Result {}

    /** An object's name and type. */
    record Name(String name, ObjectType type) {}

    /**
     * An element of a queue.
     *
     * @param timeMillis the clock of the entry that enqueued it, milliseconds since 1970
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Entry(long sequence, long timeMillis, byte[] element) {}
}
