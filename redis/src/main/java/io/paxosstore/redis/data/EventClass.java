package io.paxosstore.redis.data;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The kinds of events of keys, each with the letter that Redis's settings name it by. */
public enum EventClass {
    /** Of commands on keys of any type. */
    GENERIC('g', 0),
    /** Of strings. */
    STRING('$', 1),
    /** Of lists. */
    LIST('l', 2),
    /** Of sets. */
    SET('s', 3),
    /** Of hashes. */
    HASH('h', 4),
    /** Of sorted sets. */
    SORTED_SET('z', 5),
    /** A key's time is over. */
    EXPIRED('x', 6),
    /** A key had to go for want of memory, which happens to none here. */
    EVICTED('e', 7),
    /** Of streams. */
    STREAM('t', 8),
    /** Of types of modules, of which there are none here. */
    MODULE('d', 9),
    /** A key has come into being. */
    NEW('n', 10),
    /** A key was wanted that is not there, which is not told here. */
    KEY_MISS('m', 11);

    /** No class, where several are one number. */
    public static final int NONE = 0;

    private static final EventClass[] BY_CODE = values();

    private final char letter;
    private final byte code;

    EventClass(char letter, int code) {
        this.letter = letter;
        this.code = (byte) code;
    }

    /** The number that stands for it between nodes. */
    public byte code() {
        return code;
    }

    /** The class of a number; null if there is none. */
    public static @Nullable EventClass of(int code) {
        return code < 0 || code >= BY_CODE.length ? null : BY_CODE[code];
    }

    /** The letter. */
    public char letter() {
        return letter;
    }

    /** It among others that are one number. */
    public int bit() {
        return 1 << code;
    }

    /** Whether it is one of several that are one number. */
    public boolean isIn(int classes) {
        return (classes & bit()) != 0;
    }

    /** Several as one number. */
    public static int bits(EventClass... classes) {
        return Arrays.stream(classes).mapToInt(EventClass::bit).reduce(0, (a, b) -> a | b);
    }
}
