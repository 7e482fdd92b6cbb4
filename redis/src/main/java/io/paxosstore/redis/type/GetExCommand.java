package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

/** GETEX. */
final class GetExCommand {
    private GetExCommand() {}

    static Reply execute(Keyspace keys, Arguments in) {
        byte[] key = in.bytes(1);
        SetOptions options = SetOptions.ofGetEx(in);
        Result.Value before = keys.string(key);
        if (before.value() != null && (options.persists() || options.expires())) {
            long deadline = options.deadlineMillis(keys.nowMillis(), "getex");
            change(keys, key, before.deadlineMillis(), deadline);
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
}
