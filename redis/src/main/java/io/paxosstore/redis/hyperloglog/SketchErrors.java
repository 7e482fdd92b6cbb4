package io.paxosstore.redis.hyperloglog;

import io.paxosstore.redis.resp.RedisError;

/** What is wrong with strings that should be HyperLogLogs, in Redis's words. */
final class SketchErrors {
    private SketchErrors() {}

    /** The string is another one. */
    static RedisError noSketch() {
        return new RedisError("WRONGTYPE Key is not a valid HyperLogLog string value.");
    }

    /** It begins as one, but its registers are not as many as there must be. */
    static RedisError corrupted() {
        return new RedisError("INVALIDOBJ Corrupted HLL object detected");
    }
}
