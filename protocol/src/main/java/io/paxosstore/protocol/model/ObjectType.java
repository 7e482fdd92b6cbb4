package io.paxosstore.protocol.model;

/** The model of a named object. */
public enum ObjectType {
    /** A single value with a version. */
    VALUE(1, "value"),
    /** Elements by position, both ends open. */
    LIST(2, "list"),
    /** Elements under strictly growing sequence numbers. */
    QUEUE(3, "queue"),
    /** Members in byte order. */
    SET(4, "set"),
    /** Fields in byte order, each with a value. */
    MAP(5, "map"),
    /** Rows of typed columns, sorted by a primary key. */
    TABLE(6, "table"),
    /** Members with a score each, in the order of their scores. */
    SORTED_SET(7, "sorted set"),
    /** Rows in byte order, each with a value: a stream of Redis, with its groups of consumers. */
    STREAM(8, "stream");

    private final byte code;
    private final String word;

    ObjectType(int code, String word) {
        this.code = (byte) code;
        this.word = word;
    }

    /** The number that stands for the type in all formats. */
    public byte code() {
        return code;
    }

    /** What people call it. */
    public String word() {
        return word;
    }

    /**
     * The type of a number.
     *
     * @throws IllegalArgumentException if no type has it
     */
    public static ObjectType of(int code) {
        for (ObjectType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        throw new IllegalArgumentException("No object type has the number " + code + ".");
    }
}
