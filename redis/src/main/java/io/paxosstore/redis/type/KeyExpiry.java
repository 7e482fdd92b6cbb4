package io.paxosstore.redis.type;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Expiry;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import java.util.function.LongUnaryOperator;

/** Commands on when keys expire. */
public final class KeyExpiry {
    private static final long SECOND_MILLIS = 1000;
    private static final Reply NO_KEY = new Reply.Number(-2);
    private static final Reply NO_EXPIRY = new Reply.Number(-1);

    private KeyExpiry() {}

    /** The commands. */
    public static CommandGroup commands() {
        CommandGroup group = new CommandGroup("generic");
        expire(group, "EXPIRE", "1.0.0", "Sets a key's time to live in seconds", Expiry.EX);
        expire(group, "PEXPIRE", "2.6.0", "Sets a key's time to live in milliseconds", Expiry.PX);
        expire(
                group,
                "EXPIREAT",
                "1.2.0",
                "Sets when a key expires, in seconds since 1970",
                Expiry.EXAT);
        expire(
                group,
                "PEXPIREAT",
                "2.6.0",
                "Sets when a key expires, in milliseconds since 1970",
                Expiry.PXAT);
        return group.read(
                        "TTL",
                        2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Returns a key's time to live in seconds",
                        (keys, in) -> deadline(keys, in, millis -> seconds(left(keys, millis))),
                        Flag.FAST)
                .read(
                        "PTTL",
                        2,
                        KeyPositions.FIRST,
                        "2.6.0",
                        "Returns a key's time to live in milliseconds",
                        (keys, in) -> deadline(keys, in, millis -> left(keys, millis)),
                        Flag.FAST)
                .read(
                        "EXPIRETIME",
                        2,
                        KeyPositions.FIRST,
                        "7.0.0",
                        "Returns when a key expires, in seconds since 1970",
                        (keys, in) -> deadline(keys, in, KeyExpiry::seconds),
                        Flag.FAST)
                .read(
                        "PEXPIRETIME",
                        2,
                        KeyPositions.FIRST,
                        "7.0.0",
                        "Returns when a key expires, in milliseconds since 1970",
                        (keys, in) -> deadline(keys, in, millis -> millis),
                        Flag.FAST)
                .write(
                        "PERSIST",
                        2,
                        KeyPositions.FIRST,
                        "2.2.0",
                        "Has a key not expire any more",
                        KeyExpiry::persist,
                        Flag.FAST);
    }

    private static void expire(
            CommandGroup group, String name, String since, String summary, Expiry unit) {
        group.write(
                name,
                -3,
                KeyPositions.FIRST,
                since,
                summary,
                (keys, in) -> new ExpireCommand(keys, in, unit).execute(),
                Flag.FAST);
    }

    /** A key whose time is over is there until an entry says that it is not. */
    private static long left(Keyspace keys, long deadlineMillis) {
        return Math.max(0, deadlineMillis - keys.wallMillis());
    }

    /** Milliseconds as seconds, rounded. */
    private static long seconds(long millis) {
        return millis / SECOND_MILLIS
                + (millis % SECOND_MILLIS + SECOND_MILLIS / 2) / SECOND_MILLIS;
    }

    private static Reply deadline(Keyspace keys, Arguments in, LongUnaryOperator shown) {
        Keyspace.Found found = keys.find(in.bytes(1));
        if (found == null) {
            return NO_KEY;
        }
        return found.deadlineMillis() == Keyspace.NEVER
                ? NO_EXPIRY
                : new Reply.Number(shown.applyAsLong(found.deadlineMillis()));
    }

    private static Reply persist(Keyspace keys, Arguments in) {
        Keyspace.Found found = keys.find(in.bytes(1));
        boolean expires = found != null && found.deadlineMillis() != Keyspace.NEVER;
        if (expires) {
            keys.expireAt(in.bytes(1), Keyspace.NEVER);
            keys.event(EventClass.GENERIC, "persist", in.bytes(1));
        }
        return Reply.flag(expires);
    }
}
