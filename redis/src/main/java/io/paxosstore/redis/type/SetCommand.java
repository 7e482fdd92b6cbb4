package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Expiry;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

/** One SET with its options. Used once. */
final class SetCommand {
    private final Keyspace keys;
    private final byte[] key;
    private final byte[] value;
    private final SetOptions options;
    private final long deadlineMillis;

    SetCommand(Keyspace keys, Arguments in) {
        this.keys = keys;
        this.key = in.bytes(1);
        this.value = in.bytes(2);
        this.options = SetOptions.ofSet(in);
        this.deadlineMillis = options.deadlineMillis(keys.nowMillis(), "set");
    }

    Reply execute() {
        Result.Value before = options.returnsOld() ? keys.string(key) : null;
        boolean looks = options.onlyNew() || options.onlyOld() || options.keepsExpiry();
        Keyspace.Found found = looks ? keys.find(key) : null;
        boolean sets =
                (!options.onlyNew() || found == null) && (!options.onlyOld() || found != null);
        if (sets) {
            long deadline =
                    options.keepsExpiry() && found != null
                            ? found.deadlineMillis()
                            : deadlineMillis;
            keys.putString(key, value, deadline);
            told(keys, key, deadlineMillis);
        }
        if (before != null) {
            return Reply.bulk(before.value());
        }
        return sets ? Reply.OK : Reply.NULL;
    }

    /**
     * Tells of a string that was set.
     *
     * @param deadlineMillis that the command has given it; {@link Keyspace#NEVER} for none
     */
    private static void told(Keyspace keys, byte[] key, long deadlineMillis) {
        keys.event(EventClass.STRING, "set", key);
        if (deadlineMillis != Keyspace.NEVER) {
            keys.event(EventClass.GENERIC, "expire", key);
            if (deadlineMillis <= keys.nowMillis()) {
                keys.event(EventClass.EXPIRED, "expired", key);
            }
        }
    }

    /** SETEX and PSETEX. */
    static Reply withTime(Keyspace keys, Arguments in, String command) {
        Expiry unit = command.equals("setex") ? Expiry.EX : Expiry.PX;
        long deadline = unit.positiveDeadlineMillis(in.integer(2), keys.nowMillis(), command);
        keys.putString(in.bytes(1), in.bytes(3), deadline);
        told(keys, in.bytes(1), deadline);
        return Reply.OK;
    }
}
