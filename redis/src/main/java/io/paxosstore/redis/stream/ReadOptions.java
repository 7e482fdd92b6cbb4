package io.paxosstore.redis.stream;

import io.paxosstore.redis.command.BlockingTime;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

/**
 * The options of XREAD and XREADGROUP up to their keys.
 *
 * @param most how many entries of each stream are wanted at most
 * @param noAcknowledge whether what is delivered is not pending
 * @param group the group's name; null for XREAD
 * @param consumer the consumer's name; null for XREAD
 * @param keysAt the index of the first key
 * @param streams how many keys there are; the ids come behind them
 */
@SuppressWarnings("ArrayRecordComponent") // words of the command
record ReadOptions(
        long most,
        boolean noAcknowledge,
        byte @Nullable [] group,
        byte @Nullable [] consumer,
        int keysAt,
        int streams) {
    /**
     * Reads them.
     *
     * @throws RedisError if they make no sense
     */
    static ReadOptions of(Arguments in) {
        return new Parser(in).parse();
    }

    private static final class Parser {
        private final Arguments in;
        private final boolean isGroup;
        private long most = Long.MAX_VALUE;
        private boolean noAcknowledge;
        private int groupAt;
        private int at = 1;

        Parser(Arguments in) {
            this.in = in;
            this.isGroup = in.is(0, "XREADGROUP");
        }

        ReadOptions parse() {
            while (at < in.count()) {
                boolean hasMore = at + 1 < in.count();
                if (hasMore && in.is(at, "STREAMS")) {
                    return options(at + 1);
                }
                option(hasMore);
                at++;
            }
            throw RedisError.syntax();
        }

        private void option(boolean hasMore) {
            if (hasMore && in.is(at, "BLOCK")) {
                at++;
                BlockingTime.ofMillis(in, at);
            } else if (hasMore && in.is(at, "COUNT")) {
                at++;
                long count = in.integer(at);
                most = count <= 0 ? Long.MAX_VALUE : count;
            } else if (at + 2 < in.count() && in.is(at, "GROUP")) {
                checkGroup("GROUP");
                groupAt = at + 1;
                at += 2;
            } else if (in.is(at, "NOACK")) {
                checkGroup("NOACK");
                noAcknowledge = true;
            } else {
                throw RedisError.syntax();
            }
        }

        private void checkGroup(String option) {
            if (!isGroup) {
                throw new RedisError(
                        "ERR The "
                                + option
                                + " option is only supported by XREADGROUP. You called XREAD"
                                + " instead.");
            }
        }

        private ReadOptions options(int keysAt) {
            int words = in.count() - keysAt;
            if (words % 2 != 0) {
                throw new RedisError(
                        "ERR Unbalanced XREAD list of streams: for each stream key an ID or '$'"
                                + " must be specified.");
            }
            if (isGroup && groupAt == 0) {
                throw new RedisError("ERR Missing GROUP option for XREADGROUP");
            }
            return new ReadOptions(
                    most,
                    noAcknowledge,
                    groupAt == 0 ? null : in.bytes(groupAt),
                    groupAt == 0 ? null : in.bytes(groupAt + 1),
                    keysAt,
                    words / 2);
        }
    }
}
