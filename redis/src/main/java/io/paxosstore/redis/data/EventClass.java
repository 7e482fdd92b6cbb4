package io.paxosstore.redis.data;

import java.util.Arrays;

/** The kinds of events of keys, each with the letter that Redis's settings name it by. */
public enum EventClass {
    /** Of commands on keys of any type. */
    GENERIC('g'),
    /** Of strings. */
    STRING('$'),
    /** Of lists. */
    LIST('l'),
    /** Of sets. */
    SET('s'),
    /** Of hashes. */
    HASH('h'),
    /** Of sorted sets. */
    SORTED_SET('z'),
    /** A key's time is over. */
    EXPIRED('x'),
    /** A key had to go for want of memory, which happens to none here. */
    EVICTED('e'),
    /** Of streams. */
    STREAM('t'),
    /** Of types of modules, of which there are none here. */
    MODULE('d'),
    /** A key has come into being. */
    NEW('n'),
    /** A key was wanted that is not there, which is not told here. */
    KEY_MISS('m');

    /** No class, where several are one number. */
    public static final int NONE = 0;

    private final char letter;

    EventClass(char letter) {
        this.letter = letter;
    }

    /** The letter. */
    public char letter() {
        return letter;
    }

    /** It among others that are one number. */
    public int bit() {
        return 1 << ordinal();
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
