package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.CommandSpec.Splitting;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Commands on strings as a whole, and on parts of them. */
public final class Strings {
    private static final byte[] NOTHING = {};

    private Strings() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("string")
                .read(
                        "GET",
                        2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Returns a key's string",
                        (keys, in) -> Reply.bulk(keys.string(in.bytes(1)).value()),
                        Flag.FAST)
                .write(
                        "SET",
                        -3,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Sets a key's string, whatever it holds, with conditions and an expiry",
                        (keys, in) -> new SetCommand(keys, in).execute(),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "SETNX",
                        3,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Sets a key's string if there is no such key",
                        Strings::setIfAbsent,
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "SETEX",
                        4,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Sets a key's string and its time to live in seconds",
                        (keys, in) -> SetCommand.withTime(keys, in, "setex"),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "PSETEX",
                        4,
                        KeyPositions.FIRST,
                        "2.6.0",
                        "Sets a key's string and its time to live in milliseconds",
                        (keys, in) -> SetCommand.withTime(keys, in, "psetex"),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "GETSET",
                        3,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Sets a key's string and returns the one before",
                        Strings::getSet,
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "GETDEL",
                        2,
                        KeyPositions.FIRST,
                        "6.2.0",
                        "Returns a key's string and removes the key",
                        Strings::getDelete,
                        Flag.FAST)
                .write(
                        "GETEX",
                        -2,
                        KeyPositions.FIRST,
                        "6.2.0",
                        "Returns a key's string and sets when it expires",
                        GetExCommand::execute,
                        Flag.FAST)
                .read(
                        "MGET",
                        -2,
                        KeyPositions.ALL,
                        "1.0.0",
                        "Returns the strings of keys",
                        Strings::multiGet,
                        Flag.FAST)
                .splits(Splitting.IN_ORDER)
                .write(
                        "MSET",
                        -3,
                        KeyPositions.PAIRS,
                        "1.0.1",
                        "Sets the strings of keys",
                        Strings::multiSet,
                        Flag.DENYOOM)
                .splits(Splitting.ALL_OK)
                .write(
                        "MSETNX",
                        -3,
                        KeyPositions.PAIRS,
                        "1.0.1",
                        "Sets the strings of keys if there is none of them",
                        Strings::multiSetIfAbsent,
                        Flag.DENYOOM)
                .write(
                        "APPEND",
                        3,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Appends to a key's string and returns its length",
                        Strings::append,
                        Flag.DENYOOM,
                        Flag.FAST)
                .read(
                        "STRLEN",
                        2,
                        KeyPositions.FIRST,
                        "2.2.0",
                        "Returns the length of a key's string",
                        (keys, in) -> new Reply.Number(current(keys, in).length),
                        Flag.FAST)
                .read(
                        "GETRANGE",
                        4,
                        KeyPositions.FIRST,
                        "2.4.0",
                        "Returns a part of a key's string",
                        Strings::range)
                .read(
                        "SUBSTR",
                        4,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Returns a part of a key's string",
                        Strings::range)
                .write(
                        "SETRANGE",
                        4,
                        KeyPositions.FIRST,
                        "2.2.0",
                        "Writes over a part of a key's string",
                        Strings::setRange,
                        Flag.DENYOOM);
    }

    private static byte[] current(Keyspace keys, Arguments in) {
        byte[] value = keys.string(in.bytes(1)).value();
        return value == null ? NOTHING : value;
    }

    private static void put(
            Keyspace keys, byte[] key, byte[] value, long deadlineMillis, String event) {
        keys.putString(key, value, deadlineMillis);
        keys.event(EventClass.STRING, event, key);
    }

    private static Reply setIfAbsent(Keyspace keys, Arguments in) {
        boolean isNew = !keys.exists(in.bytes(1));
        if (isNew) {
            put(keys, in.bytes(1), in.bytes(2), Keyspace.NEVER, "set");
        }
        return Reply.flag(isNew);
    }

    private static Reply getSet(Keyspace keys, Arguments in) {
        byte[] before = keys.string(in.bytes(1)).value();
        put(keys, in.bytes(1), in.bytes(2), Keyspace.NEVER, "set");
        return Reply.bulk(before);
    }

    private static Reply getDelete(Keyspace keys, Arguments in) {
        byte[] before = keys.string(in.bytes(1)).value();
        if (before != null) {
            keys.deleteAndTell(in.bytes(1));
        }
        return Reply.bulk(before);
    }

    private static Reply multiGet(Keyspace keys, Arguments in) {
        List<Reply> values = new ArrayList<>();
        for (byte[] key : in.from(1)) {
            values.add(valueOrNull(keys, key));
        }
        return new Reply.Array(values);
    }

    private static Reply valueOrNull(Keyspace keys, byte[] key) {
        try {
            byte[] value = keys.string(key).value();
            keys.charge(value == null ? 0 : value.length);
            return Reply.bulk(value);
        } catch (RedisError e) {
            if (e.isWrongType()) {
                return Reply.NULL;
            }
            throw e;
        }
    }

    private static void checkPairs(Arguments in, String command) {
        if (in.count() % 2 == 0) {
            throw RedisError.wrongCount(command);
        }
    }

    private static Reply multiSet(Keyspace keys, Arguments in) {
        checkPairs(in, "mset");
        putPairs(keys, in);
        return Reply.OK;
    }

    private static Reply multiSetIfAbsent(Keyspace keys, Arguments in) {
        checkPairs(in, "msetnx");
        for (int i = 1; i < in.count(); i += 2) {
            if (keys.exists(in.bytes(i))) {
                return Reply.flag(false);
            }
        }
        putPairs(keys, in);
        return Reply.flag(true);
    }

    private static void putPairs(Keyspace keys, Arguments in) {
        for (int i = 1; i < in.count(); i += 2) {
            put(keys, in.bytes(i), in.bytes(i + 1), Keyspace.NEVER, "set");
        }
    }

    private static Reply append(Keyspace keys, Arguments in) {
        Result.Value before = keys.string(in.bytes(1));
        byte[] head = before.value() == null ? NOTHING : before.value();
        byte[] tail = in.bytes(2);
        byte[] whole = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, whole, head.length, tail.length);
        put(keys, in.bytes(1), whole, before.deadlineMillis(), "append");
        return new Reply.Number(whole.length);
    }

    private static Reply range(Keyspace keys, Arguments in) {
        long from = in.integer(2);
        long to = in.integer(3);
        byte[] value = current(keys, in);
        if (from < 0 && to < 0 && from > to) {
            return new Reply.Bulk(NOTHING);
        }
        long first = Math.max(0, from < 0 ? from + value.length : from);
        long last = Math.min(value.length - 1L, Math.max(0, to < 0 ? to + value.length : to));
        return new Reply.Bulk(
                first > last || value.length == 0
                        ? NOTHING
                        : Arrays.copyOfRange(value, (int) first, (int) last + 1));
    }

    private static Reply setRange(Keyspace keys, Arguments in) {
        long offset = in.integer(2);
        if (offset < 0) {
            throw new RedisError("ERR offset is out of range");
        }
        byte[] patch = in.bytes(3);
        Result.Value before = keys.string(in.bytes(1));
        byte[] value = before.value() == null ? NOTHING : before.value();
        if (patch.length == 0) {
            return new Reply.Number(value.length);
        }
        byte[] whole = StringLength.grown(value, offset + patch.length);
        System.arraycopy(patch, 0, whole, (int) offset, patch.length);
        put(keys, in.bytes(1), whole, before.deadlineMillis(), "setrange");
        return new Reply.Number(whole.length);
    }
}
