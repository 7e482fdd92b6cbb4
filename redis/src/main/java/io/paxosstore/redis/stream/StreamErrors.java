package io.paxosstore.redis.stream;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import java.nio.charset.StandardCharsets;

/** What is wrong with keys and groups, in Redis's words. */
final class StreamErrors {
    private StreamErrors() {}

    /** One of both is missing, which the words behind the command's name name. */
    static RedisError noKeyOrGroup(Arguments in) {
        return noKeyOrGroup(in.bytes(1), in.bytes(2), "");
    }

    static RedisError noKeyOrGroup(byte[] key, byte[] group, String where) {
        return new RedisError(
                "NOGROUP No such key '"
                        + text(key)
                        + "' or consumer group '"
                        + text(group)
                        + "'"
                        + where);
    }

    private static String text(byte[] word) {
        return new String(word, StandardCharsets.UTF_8);
    }

    /** The key is there, which the third word names, and the group is not. */
    static RedisError noGroup(Arguments in) {
        return new RedisError(
                "NOGROUP No such consumer group '"
                        + in.text(3)
                        + "' for key name '"
                        + in.text(2)
                        + "'");
    }

    /** Its rows are not those that these commands write. */
    static RedisError unreadable() {
        return new RedisError("ERR the stream has rows that are none of a stream of Redis");
    }
}
