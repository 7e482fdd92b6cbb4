package io.paxosstore.table;

/**
 * What a table keeps.
 *
 * <pre>
 *  DELTA      row key                      {@link DeltaRecord}
 *  DEADLINES  deadline (u64) row key       rows that expire: the table's name
 *             1 (u64)                      an index is to be built: the table's name
 *  INDEX      index (u16) columns row key  empty
 *  MAIN       greatest row key of a block  {@link MainBlock}
 *  SCHEMA     (empty)                      {@link TableDefinition}
 *  BLOCKS     (empty)                      {@link BlockIndex}
 * </pre>
 *
 * <p>Deadlines, indexes and the schema are written by the entry that changes them, and are the same
 * on all replicas. Delta and main, and the index of its blocks, differ from replica to replica,
 * because each merges when it likes; only both together are the same.
 */
public enum Region {
    /** Rows written since the last merge, and tombstones. */
    DELTA(0),
    /** Rows that expire, and work that is due. */
    DEADLINES(1),
    /** Entries of secondary indexes. */
    INDEX(2),
    /** Blocks of the main table. */
    MAIN(3),
    /** Columns, key, indexes. */
    SCHEMA(4),
    /** Which blocks there are. */
    BLOCKS(5);

    private final byte code;

    Region(int code) {
        this.code = (byte) code;
    }

    /** The number that stands for the region in keys; regions are ordered by it. */
    public byte code() {
        return code;
    }
}
