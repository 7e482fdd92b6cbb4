package io.paxosstore.sim;

/** What happened in runs with entity spaces that a run must not go without; counted in each. */
public enum Occurrence {
    /** A node's data of an entity was replaced by an image (Rule C2). */
    IMAGE_INSTALLED,
    /** The same, while a client waited for a write of that entity. */
    IMAGE_INSTALLED_AMID_WRITES,
    /** A node's data of an entity was brought up to date by what was appended (Rule C1). */
    ELEMENTS_APPENDED,
    /** The same, while a client waited for a write of that entity. */
    ELEMENTS_APPENDED_AMID_WRITES,
    /** A node did not hold what appended elements follow, and asked for the whole image. */
    APPENDED_REFUSED,
    /** A node's data of an entity was made durable. */
    DATA_FLUSHED,
    /** The same, while a client waited for a write of that entity. */
    DATA_FLUSHED_AMID_WRITES,
    /** Entries that durable data reflects were dropped from a journal (Rule D6). */
    JOURNAL_RECLAIMED,
    /** The same, while a client waited for a write of that entity. */
    JOURNAL_RECLAIMED_AMID_WRITES,
    /** A node gave another the entries that it lacked (Rule C1), or told a watch of them. */
    ENTRIES_SUPPLIED,
    /** A step merged a node's delta table of an entity into the main table. */
    TABLE_MERGED,
    /** The same, while a client waited for a write of that entity. */
    TABLE_MERGED_AMID_WRITES,
    /** The same, though some of its rows had been written since the step was made. */
    MERGE_OVERTAKEN,
    /** A merge step was thrown away: the data had been replaced since it was made. */
    MERGE_THROWN_AWAY,
    /** A crash took back a merge that was not durable. */
    MERGE_LOST,
    /** Two nodes held the same rows at the same version, but in other parts of the table. */
    MERGED_APART,
    /** An image, or what was appended, came with a delta table that was not empty. */
    DELTA_INSTALLED,
    /** A command that takes long was evaluated by itself. */
    LONG_EVALUATED,
    /** The same was given up. */
    LONG_GIVEN_UP,
    /** A command of several changes was executed because its guards held. */
    GUARD_HELD,
    /** A command was answered by its other branch. */
    GUARD_FAILED,
    /** A seed in which very many clients write one entity. */
    HOT_ENTITY,
    /** A history that was too large to be searched to the end; but for that of a hot entity. */
    HISTORY_UNDECIDED,
    /** A read that found something to have expired that no entry said to be. */
    READ_OF_EXPIRED,
    /** A watch was told of an entry. */
    WATCH_EVENT,
    /** A watch went on at another node, or at the same one again. */
    WATCH_WENT_ON,
    /** A node ended a watch. */
    WATCH_ENDED,
    /** What a watch had missed could not be told any more. */
    WATCH_COMPACTED,
    /** A batch of a node's history of changes was read. */
    HISTORY_READ,
    /** A node's history of changes has outlived a crash. */
    HISTORY_SURVIVES,
    /** A watch was told of an entry from a node's history of changes. */
    HISTORY_TOLD,
    /** A watch on a range was told of a version. */
    RANGE_EVENT,
    /** A watch on a range had to read it again. */
    RANGE_RESYNC;

    /** The same thing in the midst of writes. */
    Occurrence amidWrites() {
        return switch (this) {
            case IMAGE_INSTALLED -> IMAGE_INSTALLED_AMID_WRITES;
            case ELEMENTS_APPENDED -> ELEMENTS_APPENDED_AMID_WRITES;
            case DATA_FLUSHED -> DATA_FLUSHED_AMID_WRITES;
            case JOURNAL_RECLAIMED -> JOURNAL_RECLAIMED_AMID_WRITES;
            case TABLE_MERGED -> TABLE_MERGED_AMID_WRITES;
            case IMAGE_INSTALLED_AMID_WRITES,
                    ELEMENTS_APPENDED_AMID_WRITES,
                    APPENDED_REFUSED,
                    DATA_FLUSHED_AMID_WRITES,
                    JOURNAL_RECLAIMED_AMID_WRITES,
                    ENTRIES_SUPPLIED,
                    TABLE_MERGED_AMID_WRITES,
                    MERGE_OVERTAKEN,
                    MERGE_THROWN_AWAY,
                    MERGE_LOST,
                    MERGED_APART,
                    LONG_EVALUATED,
                    LONG_GIVEN_UP,
                    DELTA_INSTALLED,
                    GUARD_HELD,
                    GUARD_FAILED,
                    HOT_ENTITY,
                    HISTORY_UNDECIDED,
                    READ_OF_EXPIRED,
                    WATCH_EVENT,
                    WATCH_WENT_ON,
                    WATCH_ENDED,
                    WATCH_COMPACTED,
                    HISTORY_READ,
                    HISTORY_SURVIVES,
                    HISTORY_TOLD,
                    RANGE_EVENT,
                    RANGE_RESYNC ->
                    this;
        };
    }
}
