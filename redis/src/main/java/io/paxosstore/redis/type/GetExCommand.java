package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.data.EventClass;
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
        Result.Value before = keys.string(key);
        if (before.value() != null) {
            change(keys, key, before.deadlineMillis(), deadline(keys, in, expiry));
        }
        return Reply.bulk(before.value());
    }

    private static void change(Keyspace keys, byte[] key, long before, long deadlineMillis) {
        if (deadlineMillis != Keyspace.NEVER && deadlineMillis <= keys.nowMillis()) {
            keys.deleteAndTell(key);
            return;
        }
        keys.expireAt(key, deadlineMillis);
        if (deadlineMillis != Keyspace.NEVER) {
            keys.event(EventClass.GENERIC, "expire", key);
        } else if (before != Keyspace.NEVER) {
            keys.event(EventClass.GENERIC, "persist", key);
        }
    }

    private static long deadline(Keyspace keys, Arguments in, @Nullable Expiry expiry) {
        return expiry == null
                ? Keyspace.NEVER
                : expiry.positiveDeadlineMillis(in.integer(3), keys.nowMillis(), "getex");
    }
}
