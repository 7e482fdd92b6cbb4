package io.paxosstore.redis.data;

import io.paxosstore.protocol.key.Slots;

import java.util.Arrays;

/**
 * The hash tag of a key: what stands between the first opening brace and the first closing brace
 * after it; the whole key where there is nothing between such braces. Keys of one tag are in one
 * entity.
 */
public final class HashTag {
    /**
     * The entity that all keys are in of a database whose keys are together. No key has such a hash
     * tag, in any database.
     */
    private static final byte[] TOGETHER = {'{', '*', '}'};

    private HashTag() {}

    /** The entity that all keys are in of a database whose keys are together. */
    public static byte[] together() {
        return TOGETHER.clone();
    }

    /** Whether a key is in an entity. */
    public static boolean isIn(byte[] entity, byte[] key) {
        return Arrays.equals(entity, TOGETHER) || Arrays.equals(entity, of(key));
    }

    /** The hash tag of a key. */
    public static byte[] of(byte[] key) {
        return Slots.tag(key);
    }
}
