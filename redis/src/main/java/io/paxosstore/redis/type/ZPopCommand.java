package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.List;

/** ZPOPMIN, ZPOPMAX and ZMPOP. */
final class ZPopCommand {
    private ZPopCommand() {}

    static Reply pop(Keyspace keys, Arguments in, boolean last) {
        if (in.count() > 3) {
            throw RedisError.syntax();
        }
        boolean hasCount = in.count() == 3;
        if (hasCount && (!Arguments.isInteger(in.bytes(2)) || in.integer(2) < 0)) {
            throw new RedisError("ERR value is out of range, must be positive");
        }
        long count = hasCount ? in.integer(2) : 1;
        List<Scored> popped = ScoredMembers.of(keys, in.bytes(1)).pop(count, last);
        return hasCount
                ? ScoredReplies.members(popped, true)
                : new Reply.Array(ScoredReplies.flat(popped));
    }

    static Reply popOfFirst(Keyspace keys, Arguments in) {
        return popOfFirst(keys, in, () -> {});
    }

    /**
     * Takes members of the first set that has any.
     *
     * @param check run when all words were read, before anything is taken
     */
    static Reply popOfFirst(Keyspace keys, Arguments in, Runnable check) {
        long numkeys = positive(in, 1, "numkeys");
        if (numkeys > in.count() - 3) {
            throw RedisError.syntax();
        }
        int end = (int) numkeys + 2;
        boolean last = in.is(end, "MAX");
        if (!last && !in.is(end, "MIN")) {
            throw RedisError.syntax();
        }
        long count = 1;
        for (int i = end + 1; i < in.count(); i += 2) {
            if (i > end + 1 || !in.is(i, "COUNT") || i + 1 == in.count()) {
                throw RedisError.syntax();
            }
            count = positive(in, i + 1, "count");
        }
        check.run();
        for (byte[] key : in.list(2, end)) {
            ScoredMembers set = ScoredMembers.of(keys, key);
            if (!set.isEmpty()) {
                List<Scored> popped = set.pop(count, last);
                return new Reply.Array(List.of(new Reply.Bulk(key), ScoredReplies.nested(popped)));
            }
        }
        return Reply.NULL_ARRAY;
    }

    private static long positive(Arguments in, int index, String what) {
        if (!Arguments.isInteger(in.bytes(index)) || in.integer(index) < 1) {
            throw new RedisError("ERR " + what + " should be greater than 0");
        }
        return in.integer(index);
    }
}
