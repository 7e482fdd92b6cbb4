package io.paxosstore.redis.data;

import java.util.Arrays;

/**
 * The hash tag of a key: what stands between the first opening brace and the first closing brace
 * after it; the whole key where there is nothing between such braces. Keys of one tag are in one
 * entity.
 */
public final class HashTag {
    /**
     * The entity of all keys of a database whose keys are together. No key has it for its tag, since
     * a tag that has braces has no pair of them with something in between.
     */
    private static final byte[] TOGETHER = {'{', '*', '}'};

    private HashTag() {}

    /** The id of the entity that all keys are in of a database whose keys are together. */
    public static byte[] together() {
        return TOGETHER.clone();
    }

    /** The hash tag of a key. */
    public static byte[] of(byte[] key) {
        int open = indexOf('{', key, 0);
        int close = open < 0 ? -1 : indexOf('}', key, open + 1);
        return close > open + 1 ? Arrays.copyOfRange(key, open + 1, close) : key;
    }

    private static int indexOf(char wanted, byte[] key, int from) {
        for (int i = from; i < key.length; i++) {
            if (key[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
