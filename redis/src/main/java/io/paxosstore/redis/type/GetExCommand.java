package io.paxosstore.redis.type;

import io.paxosstore.redis.data.Expiry;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

/** GETEX. */
final class GetExCommand {
    private GetExCommand() {}

    static Reply execute(Keyspace keys, Arguments in) {
        byte[] key = in.bytes(1);
        if (in.count() == 2) {
            return Reply.bulk(keys.string(key).value());
        }
        boolean persists = in.count() == 3 && in.is(2, "PERSIST");
        Expiry expiry = in.count() == 4 ? SetCommand.expiryOf(in.option(2)) : null;
        if (!persists && expiry == null) {
            throw RedisError.syntax();
        }
        byte[] value = keys.string(key).value();
        if (value != null) {
            keys.expireAt(key, deadline(keys, in, expiry));
        }
        return Reply.bulk(value);
    }

    private static long deadline(Keyspace keys, Arguments in, @Nullable Expiry expiry) {
        return expiry == null
                ? Keyspace.NEVER
                : expiry.positiveDeadlineMillis(in.integer(3), keys.nowMillis(), "getex");
    }
}
