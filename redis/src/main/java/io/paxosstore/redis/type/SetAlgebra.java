package io.paxosstore.redis.type;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Commands on several sets together. */
public final class SetAlgebra {
    private SetAlgebra() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("set")
                .read(
                        "SINTER",
                        -2,
                        KeyPositions.ALL,
                        "1.0.0",
                        "Returns the members that all sets have",
                        (keys, in) -> Sets.reply(intersection(keys, in.from(1))))
                .read(
                        "SUNION",
                        -2,
                        KeyPositions.ALL,
                        "1.0.0",
                        "Returns the members that any of the sets has",
                        (keys, in) -> Sets.reply(union(keys, in.from(1))))
                .read(
                        "SDIFF",
                        -2,
                        KeyPositions.ALL,
                        "1.0.0",
                        "Returns the members of the first set that no other set has",
                        (keys, in) -> Sets.reply(difference(keys, in.from(1))))
                .write(
                        "SINTERSTORE",
                        -3,
                        KeyPositions.ALL,
                        "1.0.0",
                        "Stores the members that all sets have as a set",
                        (keys, in) ->
                                store(keys, in, intersection(keys, in.from(2)), "sinterstore"),
                        Flag.DENYOOM)
                .write(
                        "SUNIONSTORE",
                        -3,
                        KeyPositions.ALL,
                        "1.0.0",
                        "Stores the members that any of the sets has as a set",
                        (keys, in) -> store(keys, in, union(keys, in.from(2)), "sunionstore"),
                        Flag.DENYOOM)
                .write(
                        "SDIFFSTORE",
                        -3,
                        KeyPositions.ALL,
                        "1.0.0",
                        "Stores the members of the first set that no other set has as a set",
                        (keys, in) -> store(keys, in, difference(keys, in.from(2)), "sdiffstore"),
                        Flag.DENYOOM)
                .read(
                        "SINTERCARD",
                        -3,
                        new KeyPositions.Counted(1, false),
                        "7.0.0",
                        "Returns how many members all sets have",
                        SetAlgebra::cardinality);
    }

    /**
     * The sets of keys.
     *
     * @throws RedisError if a key is of another type
     */
    private static List<SetMembers> sets(Keyspace keys, List<byte[]> names) {
        List<SetMembers> sets = new ArrayList<>();
        names.forEach(name -> sets.add(SetMembers.of(keys, name)));
        return sets;
    }

    private static Predicate<byte[]> inAll(List<SetMembers> others) {
        return member -> others.stream().allMatch(set -> set.contains(member));
    }

    /** Whose members are gone through to find those that all sets have. */
    private static List<SetMembers> smallestFirst(Keyspace keys, List<byte[]> names) {
        List<SetMembers> sets = sets(keys, names);
        sets.sort(Comparator.comparingLong(SetMembers::size));
        return sets;
    }

    private static List<byte[]> intersection(Keyspace keys, List<byte[]> names) {
        List<SetMembers> sets = smallestFirst(keys, names);
        return those(keys, sets.getFirst(), inAll(sets.subList(1, sets.size())));
    }

    private static List<byte[]> difference(Keyspace keys, List<byte[]> names) {
        List<SetMembers> sets = sets(keys, names);
        List<SetMembers> others = sets.subList(1, sets.size());
        return those(
                keys,
                sets.getFirst(),
                member -> others.stream().noneMatch(set -> set.contains(member)));
    }

    private static List<byte[]> those(Keyspace keys, SetMembers set, Predicate<byte[]> wanted) {
        List<byte[]> those = new ArrayList<>();
        for (byte[] member : set) {
            if (wanted.test(member)) {
                keys.chargeElement(member.length);
                those.add(member);
            }
        }
        return those;
    }

    private static List<byte[]> union(Keyspace keys, List<byte[]> names) {
        TreeSet<byte[]> all = new TreeSet<>(Arrays::compareUnsigned);
        for (SetMembers set : sets(keys, names)) {
            for (byte[] member : set) {
                if (all.add(member)) {
                    keys.chargeElement(member.length);
                }
            }
        }
        return List.copyOf(all);
    }

    /** Stores them whatever the key holds, without a time to live. */
    private static Reply store(Keyspace keys, Arguments in, List<byte[]> members, String event) {
        byte[] target = in.bytes(1);
        boolean existed = keys.delete(target);
        SetMembers.of(keys, target).add(members);
        keys.stored(EventClass.SET, event, target, existed, !members.isEmpty());
        return new Reply.Number(members.size());
    }

    private static Reply cardinality(Keyspace keys, Arguments in) {
        long count = atLeast(1, in, 1, "ERR numkeys should be greater than 0");
        if (count > in.count() - 2) {
            throw new RedisError("ERR Number of keys can't be greater than number of args");
        }
        int end = 2 + (int) count;
        long limit = limit(in, end);
        List<SetMembers> sets = smallestFirst(keys, in.list(2, end));
        Predicate<byte[]> isInAll = inAll(sets.subList(1, sets.size()));
        long found = 0;
        for (byte[] member : sets.getFirst()) {
            if (isInAll.test(member)) {
                found++;
                if (found == limit) {
                    break;
                }
            }
        }
        return new Reply.Number(found);
    }

    /** 0 for none. */
    private static long limit(Arguments in, int from) {
        long limit = 0;
        for (int i = from; i < in.count(); i += 2) {
            if (!in.is(i, "LIMIT") || i + 1 == in.count()) {
                throw RedisError.syntax();
            }
            limit = atLeast(0, in, i + 1, "ERR LIMIT can't be negative");
        }
        return limit;
    }

    private static long atLeast(long least, Arguments in, int index, String error) {
        if (!Arguments.isInteger(in.bytes(index)) || in.integer(index) < least) {
            throw new RedisError(error);
        }
        return in.integer(index);
    }
}
