package io.paxosstore.protocol.model;

/** A change of a table's schema; none of them rewrites a row. */
public sealed interface TableChange {
    /** Adds a column at the end, which is NULL in the rows that are there; so it is nullable. */
    record AddColumn(Column column) implements TableChange {}

    /** Gives a column another name. */
    record RenameColumn(String from, String to) implements TableChange {}

    /** Adds an index; it is built in the background, and used for reads from then on. */
    record AddIndex(TableIndex index) implements TableChange {}

    /** Removes an index. */
    record DropIndex(String name) implements TableChange {}

    /** How long rows live that are written from now on; 0 for ever. */
    record SetTtl(long ttlMillis) implements TableChange {}
}
