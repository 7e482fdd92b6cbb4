package io.paxosstore.lsm.model;

import io.paxosstore.table.Region;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The keys of an entity's data.
 *
 * <pre>
 *  00                                         the entity's version (u64)
 *  01 name                                    object header, see {@link ObjectHeader}
 *  02 generation (u64) 00 position (u64)      element of a list, position with its sign bit
 *                                             flipped: varint entry, element
 *  02 generation (u64) 00 sequence (u64)      element of a queue: time (u64), varint entry, element
 *  02 generation (u64) 00 member              member of a set: empty
 *  02 generation (u64) 00 field               field of a map: varint deadline, value
 *  02 generation (u64) 00 row                 row of a stream: value
 *  02 generation (u64) 00 member              member of a sorted set: its score (f64)
 *  02 generation (u64) 06 score (u64) member  the same by its score, whose bits are all flipped if
 *                                             it is negative, else its sign bit: empty
 *  02 generation (u64) 01 deadline field      field of a map that expires: the map's name
 *  02 generation (u64) region (u8) key        record of a table, see {@link Region}
 *  03 deadline (u64) generation (u64)         object that expires: its name
 *  04 generation (u64)                        schema of a table
 *  05 generation (u64)                        which blocks its main table has
 * </pre>
 *
 * <p>A generation is a number that no other object of the entity has ever had, so an object's
 * elements go with one range delete, and an object of the same name that comes later shares nothing
 * with it.
 */
public final class KeyLayout {
    /** The key of the entity's version. */
    static final byte[] VERSION = {0};

    /** Where the object headers begin and end. */
    static final byte[] HEADERS = {1};

    static final byte[] HEADERS_END = {2};

    /** Where the deadlines of objects end. */
    static final byte[] EXPIRIES_END = {4};

    private static final byte SCHEMA = 4;
    private static final byte BLOCKS = 5;
    private static final byte HEADER = 1;
    private static final byte ELEMENT = 2;
    private static final byte EXPIRY = 3;
    private static final byte ELEMENTS_REGION = 0;
    private static final byte DEADLINES_REGION = 1;

    /** None of a table's regions, see {@link Region}. */
    private static final byte SCORES_REGION = 6;

    private static final int REGION_AT = 9;
    private static final int ELEMENT_PREFIX_BYTES = 10;
    private static final int EXPIRY_BYTES = 17;

    /** Size of a number in a key. */
    private static final int NUMBER_BYTES = Long.BYTES;

    private KeyLayout() {}

    /** The key of an object's header. */
    public static byte[] header(String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        byte[] key = new byte[1 + utf8.length];
        key[0] = HEADER;
        System.arraycopy(utf8, 0, key, 1, utf8.length);
        return key;
    }

    /** Whether the key is that of an object's header. */
    public static boolean isHeader(byte[] key) {
        return key.length > 0 && key[0] == HEADER;
    }

    static byte[] utf8(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /** The name in the key of an object's header. */
    public static String nameOf(byte[] headerKey) {
        return new String(headerKey, 1, headerKey.length - 1, StandardCharsets.UTF_8);
    }

    /** Where everything begins that objects hold. */
    public static byte[] elements() {
        return new byte[] {ELEMENT};
    }

    /** Where it ends. */
    public static byte[] elementsEnd() {
        return new byte[] {ELEMENT + 1};
    }

    /** Whether this is the key of something that an object holds. */
    public static boolean isElement(byte[] key) {
        return key.length > 0 && key[0] == ELEMENT;
    }

    /** The key of a table's schema. */
    public static byte[] schema(long generation) {
        return ofGeneration(SCHEMA, generation);
    }

    /** Whether this is the key of a table's schema. */
    static boolean isSchema(byte[] key) {
        return key.length == 1 + NUMBER_BYTES && key[0] == SCHEMA;
    }

    /** The key of the index of a table's blocks. */
    public static byte[] blocks(long generation) {
        return ofGeneration(BLOCKS, generation);
    }

    /** Whether this is the key of the index of a table's blocks. */
    public static boolean isBlocks(byte[] key) {
        return key.length == 1 + NUMBER_BYTES && key[0] == BLOCKS;
    }

    /** Every key of a table that is none of its elements. */
    public static List<byte[]> tableHeads(long generation) {
        return List.of(schema(generation), blocks(generation));
    }

    /** Where everything of a generation begins. */
    public static byte[] generation(long generation) {
        return ofGeneration(ELEMENT, generation);
    }

    private static byte[] ofGeneration(byte kind, long generation) {
        byte[] key = new byte[1 + NUMBER_BYTES];
        key[0] = kind;
        putLong(key, 1, generation);
        return key;
    }

    /** Where everything of a generation ends. */
    public static byte[] generationEnd(long generation) {
        return generation(generation + 1);
    }

    /** The element at a list's position. */
    static byte[] position(long generation, long position) {
        return sequence(generation, position ^ Long.MIN_VALUE);
    }

    static long positionOf(byte[] key) {
        return sequenceOf(key) ^ Long.MIN_VALUE;
    }

    /** The element of a queue's sequence number. */
    static byte[] sequence(long generation, long sequence) {
        byte[] key = new byte[ELEMENT_PREFIX_BYTES + NUMBER_BYTES];
        prefix(key, generation, ELEMENTS_REGION);
        putLong(key, ELEMENT_PREFIX_BYTES, sequence);
        return key;
    }

    static long sequenceOf(byte[] key) {
        return getLong(key, ELEMENT_PREFIX_BYTES);
    }

    /** A member of a set or sorted set, a field of a map, or a row of a stream. */
    static byte[] member(long generation, byte[] member) {
        byte[] key = new byte[ELEMENT_PREFIX_BYTES + member.length];
        prefix(key, generation, ELEMENTS_REGION);
        System.arraycopy(member, 0, key, ELEMENT_PREFIX_BYTES, member.length);
        return key;
    }

    static byte[] memberOf(byte[] key) {
        return Arrays.copyOfRange(key, ELEMENT_PREFIX_BYTES, key.length);
    }

    /** Where members or fields end. */
    static byte[] membersEnd(long generation) {
        return fieldDeadlines(generation);
    }

    /** Where the deadlines of a map's fields begin. */
    public static byte[] fieldDeadlines(long generation) {
        byte[] key = new byte[ELEMENT_PREFIX_BYTES];
        prefix(key, generation, DEADLINES_REGION);
        return key;
    }

    /** Where all of them end. */
    static byte[] fieldDeadlinesEnd(long generation) {
        byte[] key = new byte[ELEMENT_PREFIX_BYTES];
        prefix(key, generation, (byte) (DEADLINES_REGION + 1));
        return key;
    }

    /** Where the deadlines up to and including this one end. */
    public static byte[] fieldDeadlinesEnd(long generation, long deadlineMillis) {
        return deadline(generation, deadlineMillis + 1, new byte[0]);
    }

    /** A record of a table. */
    static byte[] table(long generation, Region region, byte[] tableKey) {
        byte[] key = new byte[ELEMENT_PREFIX_BYTES + tableKey.length];
        prefix(key, generation, region.code());
        System.arraycopy(tableKey, 0, key, ELEMENT_PREFIX_BYTES, tableKey.length);
        return key;
    }

    /** Where the records of a table's region end. */
    static byte[] tableEnd(long generation, Region region) {
        byte[] key = new byte[ELEMENT_PREFIX_BYTES];
        prefix(key, generation, (byte) (region.code() + 1));
        return key;
    }

    /** A member of a sorted set by its score. */
    static byte[] scored(long generation, double score, byte[] member) {
        byte[] key = scores(generation, scoreBits(score), member.length);
        System.arraycopy(member, 0, key, ELEMENT_PREFIX_BYTES + NUMBER_BYTES, member.length);
        return key;
    }

    /** Where the members of a sorted set begin that have this score or a greater one. */
    static byte[] scoresFrom(long generation, double score) {
        return scores(generation, scoreBits(score), 0);
    }

    /** Where the members of a sorted set begin that have a greater score than this. */
    static byte[] scoresAbove(long generation, double score) {
        return scores(generation, scoreBits(score) + 1, 0);
    }

    private static byte[] scores(long generation, long bits, int memberBytes) {
        byte[] key = new byte[ELEMENT_PREFIX_BYTES + NUMBER_BYTES + memberBytes];
        prefix(key, generation, SCORES_REGION);
        putLong(key, ELEMENT_PREFIX_BYTES, bits);
        return key;
    }

    /** Where the members of a sorted set begin in the order of their scores. */
    static byte[] scores(long generation) {
        byte[] key = new byte[ELEMENT_PREFIX_BYTES];
        prefix(key, generation, SCORES_REGION);
        return key;
    }

    /** Where they end. */
    static byte[] scoresEnd(long generation) {
        byte[] key = new byte[ELEMENT_PREFIX_BYTES];
        prefix(key, generation, (byte) (SCORES_REGION + 1));
        return key;
    }

    /** The bits of a score, ordered as it is; the zeros are one. */
    private static long scoreBits(double score) {
        long bits = Double.doubleToRawLongBits(score + 0.0);
        return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
    }

    /** The score in the key of a member by its score. */
    static double scoreOf(byte[] key) {
        long bits = getLong(key, ELEMENT_PREFIX_BYTES);
        return Double.longBitsToDouble(bits < 0 ? bits ^ Long.MIN_VALUE : ~bits);
    }

    /** The member in the key of a member by its score. */
    static byte[] memberOfScored(byte[] key) {
        return Arrays.copyOfRange(key, ELEMENT_PREFIX_BYTES + NUMBER_BYTES, key.length);
    }

    /** Whether this may be the key of a sorted set's member by its score. */
    public static boolean isScored(byte[] key) {
        return key.length >= ELEMENT_PREFIX_BYTES + NUMBER_BYTES
                && key[0] == ELEMENT
                && key[REGION_AT] == SCORES_REGION;
    }

    /** What comes behind generation and region in the key of something that an object holds. */
    static byte[] tail(byte[] key) {
        return Arrays.copyOfRange(key, ELEMENT_PREFIX_BYTES, key.length);
    }

    /** The key that has this tail and the generation and region of another. */
    static byte[] withTail(byte[] key, byte[] tail) {
        byte[] whole = Arrays.copyOf(key, ELEMENT_PREFIX_BYTES + tail.length);
        System.arraycopy(tail, 0, whole, ELEMENT_PREFIX_BYTES, tail.length);
        return whole;
    }

    /** Whether this is the key of a row in the delta table of this generation. */
    public static boolean isDelta(byte[] key, long generation) {
        return key.length > ELEMENT_PREFIX_BYTES
                && key[0] == ELEMENT
                && key[REGION_AT] == Region.DELTA.code()
                && getLong(key, 1) == generation;
    }

    /** The deadline of a map's field. */
    static byte[] deadline(long generation, long deadlineMillis, byte[] field) {
        byte[] key = new byte[ELEMENT_PREFIX_BYTES + NUMBER_BYTES + field.length];
        prefix(key, generation, DEADLINES_REGION);
        putLong(key, ELEMENT_PREFIX_BYTES, deadlineMillis);
        System.arraycopy(field, 0, key, ELEMENT_PREFIX_BYTES + NUMBER_BYTES, field.length);
        return key;
    }

    static byte[] fieldOfDeadline(byte[] key) {
        return Arrays.copyOfRange(key, ELEMENT_PREFIX_BYTES + NUMBER_BYTES, key.length);
    }

    /** The deadline of an object. */
    public static byte[] expiry(long deadlineMillis, long generation) {
        byte[] key = new byte[EXPIRY_BYTES];
        key[0] = EXPIRY;
        putLong(key, 1, deadlineMillis);
        putLong(key, 1 + NUMBER_BYTES, generation);
        return key;
    }

    /** Where the deadlines of objects begin. */
    public static byte[] expiries() {
        return new byte[] {EXPIRY};
    }

    /** Where the deadlines of objects up to and including this one end. */
    public static byte[] expiriesEnd(long deadlineMillis) {
        return expiry(deadlineMillis + 1, 0);
    }

    /** Whether the key is that of an object's deadline. */
    public static boolean isExpiry(byte[] key) {
        return key.length == EXPIRY_BYTES && key[0] == EXPIRY;
    }

    /** Whether the key is that of a field's deadline. */
    public static boolean isFieldDeadline(byte[] key) {
        return key.length >= ELEMENT_PREFIX_BYTES + NUMBER_BYTES
                && key[0] == ELEMENT
                && key[REGION_AT] == DEADLINES_REGION;
    }

    /** The deadline in the key of an object's deadline. */
    public static long deadlineOfExpiry(byte[] key) {
        return getLong(key, 1);
    }

    /** The generation in the key of an object's deadline. */
    static long generationOfExpiry(byte[] key) {
        return getLong(key, 1 + NUMBER_BYTES);
    }

    /** The deadline in the key of a field's deadline. */
    public static long deadlineOfField(byte[] key) {
        return getLong(key, ELEMENT_PREFIX_BYTES);
    }

    /** The generation in the key of an element or field's deadline. */
    public static long generationOfElement(byte[] key) {
        return getLong(key, 1);
    }

    /** The least key greater than this one. */
    static byte[] after(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    private static void prefix(byte[] key, long generation, byte region) {
        key[0] = ELEMENT;
        putLong(key, 1, generation);
        key[REGION_AT] = region;
    }

    private static void putLong(byte[] bytes, int at, long value) {
        for (int i = 0; i < NUMBER_BYTES; i++) {
            bytes[at + i] = (byte) (value >>> (56 - 8 * i));
        }
    }

    private static long getLong(byte[] bytes, int at) {
        long value = 0;
        for (int i = 0; i < NUMBER_BYTES; i++) {
            value = value << 8 | (bytes[at + i] & 0xff);
        }
        return value;
    }
}
