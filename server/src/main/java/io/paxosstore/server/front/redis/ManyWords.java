package io.paxosstore.server.front.redis;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import java.util.List;

/**
 * Commands of a connection's own that do something for each of their words, which may be much more
 * than it took to say the word: within a turn of the shard's loop, and in no account of memory.
 */
final class ManyWords {
    /** More than there are commands, sections or settings to ask for. */
    static final int MAX = 1000;

    private ManyWords() {}

    /**
     * The words from this one on.
     *
     * @throws RedisError if there are more than {@link #MAX}
     */
    static List<byte[]> from(Arguments in, int first) {
        if (in.count() - first > MAX) {
            throw new RedisError(
                    "ERR a command of this kind takes at most "
                            + MAX
                            + " names; ask again for more");
        }
        return in.from(first);
    }
}
