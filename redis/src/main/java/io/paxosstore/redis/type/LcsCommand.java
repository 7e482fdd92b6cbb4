package io.paxosstore.redis.type;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;

/** One LCS with its options. Used once. */
public final class LcsCommand {
    private static final byte[] NOTHING = {};

    private final Keyspace keys;
    private final Arguments in;
    private boolean onlyLength;
    private boolean hasIndexes;
    private boolean hasLengths;
    private long leastLength;

    private LcsCommand(Keyspace keys, Arguments in) {
        this.keys = keys;
        this.in = in;
    }

    /** The command. */
    public static CommandGroup commands() {
        return new CommandGroup("string")
                .read(
                        "LCS",
                        -3,
                        KeyPositions.FIRST_TWO,
                        "7.0.0",
                        "Finds the longest common subsequence of two strings",
                        (keys, in) -> new LcsCommand(keys, in).execute());
    }

    private Reply execute() {
        byte[] first = string(in.bytes(1));
        byte[] second = string(in.bytes(2));
        readOptions();
        CommonSubsequence common = new CommonSubsequence(first, second, keys::work);
        if (hasIndexes) {
            return indexes(common);
        }
        return onlyLength ? new Reply.Number(common.length()) : Reply.bulk(common.bytes());
    }

    private byte[] string(byte[] key) {
        try {
            byte[] value = keys.string(key).value();
            return value == null ? NOTHING : value;
        } catch (RedisError e) {
            if (e.isWrongType()) {
                throw new RedisError("ERR The specified keys must contain string values");
            }
            throw e;
        }
    }

    private void readOptions() {
        for (int i = 3; i < in.count(); i++) {
            if (in.is(i, "IDX")) {
                hasIndexes = true;
            } else if (in.is(i, "LEN")) {
                onlyLength = true;
            } else if (in.is(i, "WITHMATCHLEN")) {
                hasLengths = true;
            } else if (in.is(i, "MINMATCHLEN") && i + 1 < in.count()) {
                i++;
                leastLength = in.integer(i);
            } else {
                throw RedisError.syntax();
            }
        }
        if (hasIndexes && onlyLength) {
            throw new RedisError(
                    "ERR If you want both the length and indexes, please just use IDX.");
        }
    }

    private Reply indexes(CommonSubsequence common) {
        List<Reply> matches = new ArrayList<>();
        for (CommonSubsequence.Match match : common.matches()) {
            if (match.length() >= leastLength) {
                List<Reply> parts = new ArrayList<>();
                parts.add(range(match.first(), match.length()));
                parts.add(range(match.second(), match.length()));
                if (hasLengths) {
                    parts.add(new Reply.Number(match.length()));
                }
                matches.add(new Reply.Array(parts));
            }
        }
        return new Reply.Pairs(
                List.of(
                        Reply.bulk("matches"),
                        new Reply.Array(matches),
                        Reply.bulk("len"),
                        new Reply.Number(common.length())));
    }

    private static Reply range(int from, int length) {
        return new Reply.Array(
                List.of(new Reply.Number(from), new Reply.Number(from + length - 1L)));
    }
}
