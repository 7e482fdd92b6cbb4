package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Expiry;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

/** One SET with its options. Used once. */
final class SetCommand {
    private final Keyspace keys;
    private final byte[] key;
    private final byte[] value;
    private boolean onlyNew;
    private boolean onlyOld;
    private boolean returnsOld;
    private boolean keepsExpiry;
    private long deadlineMillis = Keyspace.NEVER;

    SetCommand(Keyspace keys, Arguments in) {
        this.keys = keys;
        this.key = in.bytes(1);
        this.value = in.bytes(2);
        readOptions(in);
    }

    private void readOptions(Arguments in) {
        boolean expires = false;
        for (int i = 3; i < in.count(); i++) {
            Expiry expiry = expiryOf(in.option(i));
            if (in.is(i, "NX") && !onlyOld) {
                onlyNew = true;
            } else if (in.is(i, "XX") && !onlyNew) {
                onlyOld = true;
            } else if (in.is(i, "GET")) {
                returnsOld = true;
            } else if (in.is(i, "KEEPTTL") && !expires) {
                keepsExpiry = true;
            } else if (expiry != null && !expires && !keepsExpiry && i + 1 < in.count()) {
                expires = true;
                i++;
                deadlineMillis =
                        expiry.positiveDeadlineMillis(in.integer(i), keys.nowMillis(), "set");
            } else {
                throw RedisError.syntax();
            }
        }
    }

    /** The unit that an option names; null if it names none. */
    static @Nullable Expiry expiryOf(String option) {
        return switch (option) {
            case "EX" -> Expiry.EX;
            case "PX" -> Expiry.PX;
            case "EXAT" -> Expiry.EXAT;
            case "PXAT" -> Expiry.PXAT;
            default -> null;
        };
    }

    Reply execute() {
        Result.Value before = returnsOld ? keys.string(key) : null;
        Keyspace.Found found = onlyNew || onlyOld || keepsExpiry ? keys.find(key) : null;
        boolean sets = (!onlyNew || found == null) && (!onlyOld || found != null);
        if (sets) {
            long deadline = keepsExpiry && found != null ? found.deadlineMillis() : deadlineMillis;
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
