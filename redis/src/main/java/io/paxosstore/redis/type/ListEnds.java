package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.List;
import java.util.Locale;

/** Commands that add elements at the ends of lists, and take them away. */
public final class ListEnds {
    private ListEnds() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("list")
                .write(
                        "LPUSH",
                        -3,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Adds elements before the first of a list",
                        (keys, in) -> push(keys, in, ListEnd.LEFT, true),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "RPUSH",
                        -3,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Adds elements behind the last of a list",
                        (keys, in) -> push(keys, in, ListEnd.RIGHT, true),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "LPUSHX",
                        -3,
                        KeyPositions.FIRST,
                        "2.2.0",
                        "Adds elements before the first of a list if there is such a key",
                        (keys, in) -> push(keys, in, ListEnd.LEFT, false),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "RPUSHX",
                        -3,
                        KeyPositions.FIRST,
                        "2.2.0",
                        "Adds elements behind the last of a list if there is such a key",
                        (keys, in) -> push(keys, in, ListEnd.RIGHT, false),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "LPOP",
                        -2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Removes and returns the first elements of a list",
                        (keys, in) -> pop(keys, in, ListEnd.LEFT),
                        Flag.FAST)
                .write(
                        "RPOP",
                        -2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Removes and returns the last elements of a list",
                        (keys, in) -> pop(keys, in, ListEnd.RIGHT),
                        Flag.FAST)
                .write(
                        "LMOVE",
                        5,
                        KeyPositions.FIRST_TWO,
                        "6.2.0",
                        "Takes an element from a list, returns it and adds it to another",
                        (keys, in) -> move(keys, in, ListEnd.of(in, 3), ListEnd.of(in, 4)),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "RPOPLPUSH",
                        3,
                        KeyPositions.FIRST_TWO,
                        "1.2.0",
                        "Takes the last element of a list, returns it and adds it to another",
                        (keys, in) -> move(keys, in, ListEnd.RIGHT, ListEnd.LEFT),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "LMPOP",
                        -4,
                        new KeyPositions.Counted(1, false),
                        "7.0.0",
                        "Removes and returns elements of the first list that has any",
                        ListEnds::popFirstOf);
    }

    private static Reply push(Keyspace keys, Arguments in, ListEnd end, boolean creates) {
        byte[] key = in.bytes(1);
        Keyspace.Found found =
                creates ? keys.findForWrite(key, ObjectType.LIST) : keys.find(key, ObjectType.LIST);
        if (found == null && !creates) {
            return new Reply.Number(0);
        }
        return new Reply.Number(push(keys, key, end, in.from(2), found == null));
    }

    private static long push(
            Keyspace keys, byte[] key, ListEnd end, List<byte[]> elements, boolean isNew) {
        long size = new ListElements(keys, key).push(end, elements);
        if (isNew) {
            keys.created(key);
        }
        keys.event(EventClass.LIST, end == ListEnd.LEFT ? "lpush" : "rpush", key);
        return size;
    }

    private static Reply pop(Keyspace keys, Arguments in, ListEnd end) {
        if (in.count() > 3) {
            throw RedisError.wrongCount(in.text(0).toLowerCase(Locale.ROOT));
        }
        byte[] key = in.bytes(1);
        if (in.count() == 2) {
            return keys.size(key, ObjectType.LIST) == 0
                    ? Reply.NULL
                    : Reply.bulk(pop(keys, key, end, 1).getFirst());
        }
        long count =
                in.integer(2, 0, Long.MAX_VALUE, "ERR value is out of range, must be positive");
        long size = keys.size(key, ObjectType.LIST);
        return size == 0
                ? Reply.NULL_ARRAY
                : Reply.bulks(pop(keys, key, end, Math.min(count, size)));
    }

    /** Takes elements away, and the key with the last of them. */
    private static List<byte[]> pop(Keyspace keys, byte[] key, ListEnd end, long count) {
        List<byte[]> popped = new ListElements(keys, key).pop(end, count);
        if (count > 0) {
            popped(keys, key, end);
        }
        return popped;
    }

    /** Tells that elements were taken from a list, and removes the key with the last of them. */
    static void popped(Keyspace keys, byte[] key, ListEnd end) {
        keys.event(EventClass.LIST, end == ListEnd.LEFT ? "lpop" : "rpop", key);
        keys.deleteIfEmpty(key);
    }

    static Reply move(Keyspace keys, Arguments in, ListEnd from, ListEnd to) {
        byte[] source = in.bytes(1);
        byte[] target = in.bytes(2);
        if (keys.size(source, ObjectType.LIST) == 0) {
            return Reply.NULL;
        }
        boolean isNew = keys.findForWrite(target, ObjectType.LIST) == null;
        List<byte[]> moved = new ListElements(keys, source).pop(from, 1);
        push(keys, target, to, moved, isNew);
        popped(keys, source, from);
        return Reply.bulk(moved.getFirst());
    }

    static Reply popFirstOf(Keyspace keys, Arguments in) {
        return popFirstOf(keys, in, () -> {});
    }

    /**
     * Takes elements of the first list that has any.
     *
     * @param check run when all words were read, before anything is taken
     */
    static Reply popFirstOf(Keyspace keys, Arguments in, Runnable check) {
        long lists = in.integer(1, 1, Long.MAX_VALUE, "ERR numkeys should be greater than 0");
        if (lists >= in.count() - 2) {
            throw RedisError.syntax();
        }
        int endAt = (int) lists + 2;
        ListEnd end = ListEnd.of(in, endAt);
        long count = 1;
        if (in.count() > endAt + 1) {
            if (in.count() == endAt + 2 || !in.is(endAt + 1, "COUNT")) {
                throw RedisError.syntax();
            }
            count = in.integer(endAt + 2, 1, Long.MAX_VALUE, "ERR count should be greater than 0");
            if (in.count() > endAt + 3) {
                throw RedisError.syntax();
            }
        }
        check.run();
        for (byte[] key : in.list(2, endAt)) {
            long size = keys.size(key, ObjectType.LIST);
            if (size > 0) {
                List<byte[]> popped = pop(keys, key, end, Math.min(count, size));
                return new Reply.Array(List.of(Reply.bulk(key), Reply.bulks(popped)));
            }
        }
        return Reply.NULL_ARRAY;
    }
}
