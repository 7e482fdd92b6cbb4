package io.paxosstore.protocol.model;

/**
 * The limits of the models: one truth for client and server. What exceeds one is refused by the
 * client before it is sent, and by the server when it arrives.
 */
public final class ModelLimits {
    /** Longest object name in UTF-8; the shortest has one byte. */
    public static final int OBJECT_NAME_BYTES_MAX = 255;

    /**
     * Longest value of a key. A cluster may be configured to take less from clients; its nodes hold
     * and pass on so much all the same, since it may have been configured otherwise before.
     */
    public static final int VALUE_BYTES_MAX = 4 * 1024 * 1024;

    /** Longest id of the entity that a part of a MultiOp says it was made for. */
    public static final int ENTITY_BYTES_MAX = 0xffff;

    /** Longest element of a list or queue, and longest value of a map's field or of an object. */
    public static final int ELEMENT_BYTES_MAX = 1024 * 1024;

    /** Longest member of a set or sorted set, longest field name of a map; they may be empty. */
    public static final int KEY_BYTES_MAX = 4096;

    /** Most guards of one MultiOp. */
    public static final int GUARDS_MAX = 1000;

    /** Most operations of one branch of a MultiOp. */
    public static final int OPERATIONS_MAX = 1000;

    /** Most elements, members or fields that one operation may carry. */
    public static final int OPERATION_ELEMENTS_MAX = 10_000;

    /** Most elements, members and fields that one MultiOp or its result may carry. */
    public static final int ELEMENTS_MAX = 100_000;

    /** Most bytes of an encoded MultiOp. */
    public static final int MULTI_OP_BYTES_MAX = 3 * 1024 * 1024;

    /** Most elements of a page. */
    public static final int PAGE_ELEMENTS_MAX = 10_000;

    /** Most bytes of a page; a page with anything to return has one element at least. */
    public static final int PAGE_BYTES_MAX = 1024 * 1024;

    /**
     * Most bytes of the elements that all operations of a MultiOp return together. An operation
     * that finds less than its page left returns a shorter page.
     */
    public static final int RESULT_BYTES_MAX = 3 * 1024 * 1024;

    /** Most bytes of the changes that one MultiOp makes. */
    public static final int CHANGES_BYTES_MAX = 3 * 1024 * 1024 + 512 * 1024;

    /** Most rows that one operation on a table looks at. */
    public static final int ROWS_READ_MAX = 250_000;

    /** Most bytes of the rows that one update or delete of a table concerns, about. */
    public static final int ROWS_BYTES_MAX = 16 * 1024 * 1024;

    /** Most parts of a condition: comparisons, their values, and what joins them. */
    public static final int CONDITION_PARTS_MAX = 10_000;

    /** How deep a condition may be nested. */
    public static final int CONDITION_DEPTH_MAX = 32;

    /** Longest primary key of a row, as it is kept. */
    public static final int ROW_KEY_BYTES_MAX = 1024;

    /**
     * Longest entry of an index: the values of its columns and the row's primary key, as they are
     * kept. Whoever removes a row removes its entries, each as a whole.
     */
    public static final int INDEX_ENTRY_BYTES_MAX = 64 * 1024;

    /** Most bytes of a decimal's digits without its point, as a number in two's complement. */
    public static final int DECIMAL_BYTES_MAX = 64;

    /** Most digits of a decimal behind its point, and most zeros that are not kept before it. */
    public static final int DECIMAL_SCALE_MAX = 1000;

    /** Most bytes of a failure's text in UTF-8; what is longer is cut. */
    public static final int TEXT_BYTES_MAX = 4096;

    /** Longest time to live and greatest age of a queue's retention: 100 years. */
    public static final long TTL_MILLIS_MAX = 100L * 366 * 24 * 3600 * 1000;

    private ModelLimits() {}
}
