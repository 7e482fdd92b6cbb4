package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.Arrays;
import java.util.List;

/** Commands on lists by the places and the contents of their elements. */
public final class Lists {
    private Lists() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("list")
                .read(
                        "LLEN",
                        2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Returns how many elements a list has",
                        (keys, in) -> new Reply.Number(keys.size(in.bytes(1), ObjectType.LIST)),
                        Flag.FAST)
                .read(
                        "LINDEX",
                        3,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Returns an element of a list",
                        Lists::index,
                        Flag.FAST)
                .read(
                        "LRANGE",
                        4,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Returns a range of elements of a list",
                        Lists::range)
                .read(
                        "LPOS",
                        -3,
                        KeyPositions.FIRST,
                        "6.0.6",
                        "Returns where in a list an element is",
                        (keys, in) -> new ListPosition(keys, in).execute())
                .write(
                        "LSET",
                        4,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Sets an element of a list",
                        Lists::set,
                        Flag.DENYOOM)
                .write(
                        "LINSERT",
                        5,
                        KeyPositions.FIRST,
                        "2.2.0",
                        "Inserts an element before or after another",
                        Lists::insert,
                        Flag.DENYOOM)
                .write(
                        "LREM",
                        4,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Removes equal elements from a list",
                        Lists::remove)
                .write(
                        "LTRIM",
                        4,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Removes all elements outside of a range from a list",
                        Lists::trim,
                        Flag.FAST);
    }

    private static Reply index(Keyspace keys, Arguments in) {
        byte[] key = in.bytes(1);
        if (keys.size(key, ObjectType.LIST) == 0) {
            return Reply.NULL;
        }
        ListOperation operation = new ListOperation.Index(keys.name(key), in.integer(2));
        return Reply.bulk(keys.run(operation, Result.Element.class).element());
    }

    /** An index from the first element; negative if it is before that. */
    private static long fromFirst(long index, long size) {
        return index < 0 ? index + size : index;
    }

    private static Reply range(Keyspace keys, Arguments in) {
        long from = in.integer(2);
        long to = in.integer(3);
        long size = keys.size(in.bytes(1), ObjectType.LIST);
        long first = Math.max(0, fromFirst(from, size));
        long last = Math.min(size - 1, fromFirst(to, size));
        return Reply.bulks(new ListElements(keys, in.bytes(1)).range(first, last));
    }

    private static Reply set(Keyspace keys, Arguments in) {
        byte[] key = in.bytes(1);
        long size = keys.size(key, ObjectType.LIST);
        if (size == 0) {
            throw RedisError.noSuchKey();
        }
        long index = fromFirst(in.integer(2), size);
        if (index < 0 || index >= size) {
            throw new RedisError("ERR index out of range");
        }
        new ListSplice(keys, key, size).replace(index, index + 1, _ -> List.of(in.bytes(3)));
        keys.event(EventClass.LIST, "lset", key);
        return Reply.OK;
    }

    private static Reply insert(Keyspace keys, Arguments in) {
        boolean isAfter = in.is(2, "AFTER");
        if (!isAfter && !in.is(2, "BEFORE")) {
            throw RedisError.syntax();
        }
        byte[] key = in.bytes(1);
        byte[] pivot = in.bytes(3);
        long size = keys.size(key, ObjectType.LIST);
        if (size == 0) {
            return new Reply.Number(0);
        }
        long[] found = {-1};
        new ListElements(keys, key)
                .forward(
                        0,
                        size - 1,
                        (index, element) -> {
                            boolean isPivot = Arrays.equals(element, pivot);
                            found[0] = isPivot ? index : -1;
                            return !isPivot;
                        });
        if (found[0] < 0) {
            return new Reply.Number(-1);
        }
        long place = isAfter ? found[0] + 1 : found[0];
        new ListSplice(keys, key, size).replace(place, place, _ -> List.of(in.bytes(4)));
        keys.event(EventClass.LIST, "linsert", key);
        return new Reply.Number(size + 1);
    }

    private static Reply remove(Keyspace keys, Arguments in) {
        long count = in.integer(2);
        byte[] key = in.bytes(1);
        long size = keys.size(key, ObjectType.LIST);
        ListMatches matches = new ListMatches(in.bytes(3), Math.abs(count));
        ListElements elements = new ListElements(keys, key);
        if (count < 0) {
            elements.backward(size - 1, matches);
        } else {
            elements.forward(0, size - 1, matches);
        }
        if (matches.count() > 0) {
            new ListSplice(keys, key, size)
                    .replace(matches.first(), matches.last() + 1, matches::without);
            keys.event(EventClass.LIST, "lrem", key);
            keys.deleteIfEmpty(key);
        }
        return new Reply.Number(matches.count());
    }

    private static Reply trim(Keyspace keys, Arguments in) {
        long from = in.integer(2);
        long to = in.integer(3);
        byte[] key = in.bytes(1);
        if (keys.size(key, ObjectType.LIST) > 0) {
            keys.run(new ListOperation.Trim(keys.name(key), from, to), Result.Size.class);
            keys.event(EventClass.LIST, "ltrim", key);
            keys.deleteIfEmpty(key);
        }
        return Reply.OK;
    }
}
