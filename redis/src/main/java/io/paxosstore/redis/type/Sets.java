package io.paxosstore.redis.type;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.data.ScanOptions;
import io.paxosstore.redis.data.ScanPage;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Commands on single sets and their members. */
public final class Sets {
    private Sets() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("set")
                .write(
                        "SADD",
                        -3,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Adds members to a set",
                        (keys, in) -> new Reply.Number(members(keys, in).addAndTell(in.from(2))),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "SREM",
                        -3,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Removes members of a set, and the key with the last of them",
                        (keys, in) ->
                                new Reply.Number(members(keys, in).remove(in.from(2), "srem")),
                        Flag.FAST)
                .read(
                        "SISMEMBER",
                        3,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Tells whether a set has a member",
                        (keys, in) -> Reply.flag(members(keys, in).contains(in.bytes(2))),
                        Flag.FAST)
                .read(
                        "SMISMEMBER",
                        -3,
                        KeyPositions.FIRST,
                        "6.2.0",
                        "Tells which members a set has",
                        Sets::contained,
                        Flag.FAST)
                .read(
                        "SCARD",
                        2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Returns how many members a set has",
                        (keys, in) -> new Reply.Number(members(keys, in).size()),
                        Flag.FAST)
                .read(
                        "SMEMBERS",
                        2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Returns all members of a set",
                        (keys, in) -> reply(members(keys, in).all()))
                .write(
                        "SMOVE",
                        4,
                        KeyPositions.FIRST_TWO,
                        "1.0.0",
                        "Moves a member from one set to another",
                        Sets::move,
                        Flag.FAST)
                .read(
                        "SSCAN",
                        -3,
                        KeyPositions.FIRST,
                        "2.8.0",
                        "Returns some members of a set, and a cursor to go on with",
                        Sets::scan);
    }

    private static SetMembers members(Keyspace keys, Arguments in) {
        return SetMembers.of(keys, in.bytes(1));
    }

    /** Members as the reply of a command that returns a set. */
    static Reply reply(List<byte[]> members) {
        return new Reply.Members(members.stream().map(Reply::bulk).toList());
    }

    private static Reply contained(Keyspace keys, Arguments in) {
        SetMembers members = members(keys, in);
        List<Reply> flags = new ArrayList<>();
        for (byte[] member : in.from(2)) {
            flags.add(Reply.flag(members.contains(member)));
        }
        return new Reply.Array(flags);
    }

    private static Reply move(Keyspace keys, Arguments in) {
        SetMembers from = members(keys, in);
        if (from.isEmpty()) {
            return Reply.flag(false);
        }
        SetMembers to = SetMembers.of(keys, in.bytes(2));
        List<byte[]> member = List.of(in.bytes(3));
        if (Arrays.equals(in.bytes(1), in.bytes(2))) {
            return Reply.flag(from.contains(in.bytes(3)));
        }
        boolean moves = from.remove(member, "srem") > 0;
        if (moves) {
            to.addAndTell(member);
        }
        return Reply.flag(moves);
    }

    private static Reply scan(Keyspace keys, Arguments in) {
        long cursor = ScanOptions.cursor(in.bytes(2));
        SetMembers members = members(keys, in);
        if (members.isEmpty()) {
            return ScanPage.NOTHING;
        }
        ScanPage<Boolean> page =
                new ScanPage<>(keys, ScanOptions.read(in, 3, cursor), members.size());
        for (byte[] member : members) {
            page.add(member, true, 0);
        }
        return page.reply((member, _) -> List.of(new Reply.Bulk(member)));
    }
}
