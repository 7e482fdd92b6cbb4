package io.paxosstore.redis.type;

import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;

/**
 * A pattern of SORT: a key with {@code *} in place of the element, perhaps with {@code ->} and a
 * field behind it; or {@code #} for the element itself. Immutable.
 */
final class SortPattern {
    private static final String ITSELF = "#";
    private static final String ARROW = "->";

    private final String option;

    /** Byte by byte. */
    private final String pattern;

    /**
     * @param option of SORT that it belongs to
     */
    SortPattern(String option, byte[] pattern) {
        this.option = option;
        this.pattern = text(pattern);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Whether there is no place for the element in it. */
    boolean isConstant() {
        return pattern.indexOf('*') < 0;
    }

    /**
     * What it means for an element; null if there is no such thing, or it is no string.
     *
     * @throws RedisError if the key has another hash tag than those of the command, so that nobody
     *     knows here whether there is one
     */
    byte @Nullable [] value(Keyspace keys, byte[] element) {
        if (pattern.equals(ITSELF)) {
            return element;
        }
        int star = pattern.indexOf('*');
        if (star < 0) {
            return null;
        }
        int arrow = pattern.indexOf(ARROW, star + 1);
        boolean hasField = arrow >= 0 && arrow + ARROW.length() < pattern.length();
        String end = pattern.substring(star + 1, hasField ? arrow : pattern.length());
        byte[] key = bytes(pattern.substring(0, star) + text(element) + end);
        if (!keys.isLocal(key)) {
            throw new RedisError("ERR " + option + " option of SORT denied in Cluster mode.");
        }
        return hasField
                ? field(keys, key, bytes(pattern.substring(arrow + ARROW.length())))
                : string(keys, key);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte @Nullable [] string(Keyspace keys, byte[] key) {
        try {
            byte[] value = keys.string(key).value();
            keys.charge(value == null ? 0 : value.length);
            return value;
        } catch (RedisError e) {
            return nullIfWrongType(e);
        }
    }

    private static byte @Nullable [] field(Keyspace keys, byte[] key, byte[] field) {
        try {
            return MapFields.of(keys, key).value(field);
        } catch (RedisError e) {
            return nullIfWrongType(e);
        }
    }

    private static byte @Nullable [] nullIfWrongType(RedisError e) {
        if (e.isWrongType()) {
            return null;
        }
        throw e;
    }
}
