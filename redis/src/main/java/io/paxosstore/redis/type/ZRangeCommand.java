package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.List;

/** One command that reads a range of a sorted set, with its options. Used once. */
final class ZRangeCommand {
    /** What a range is of. */
    enum Kind {
        /** Ranks, unless an option says otherwise. */
        ANY,
        /** Ranks only. */
        RANK,
        /** Scores only. */
        SCORE,
        /** Members only. */
        MEMBER
    }

    private final Arguments in;
    private final int keyAt;
    private final boolean stores;
    private Kind kind;
    private final boolean hasDirection;
    private boolean reverse;
    private boolean withScores;
    private long offset;
    private long limit = -1;

    private ZRangeCommand(
            Arguments in, int keyAt, Kind kind, boolean hasDirection, boolean reverse) {
        this.in = in;
        this.keyAt = keyAt;
        this.stores = keyAt > 1;
        this.kind = kind;
        this.hasDirection = hasDirection;
        this.reverse = reverse;
        readOptions();
    }

    /** ZRANGE. */
    static Reply any(Keyspace keys, Arguments in) {
        return new ZRangeCommand(in, 1, Kind.ANY, false, false).read(keys);
    }

    /** A command of a range of one kind and direction. */
    static Reply of(Keyspace keys, Arguments in, Kind kind, boolean reverse) {
        return new ZRangeCommand(in, 1, kind, true, reverse).read(keys);
    }

    /** ZRANGESTORE. */
    static Reply store(Keyspace keys, Arguments in) {
        List<Scored> members = new ZRangeCommand(in, 2, Kind.ANY, false, false).members(keys);
        return ScoredMembers.store(keys, in.bytes(1), members, "zrangestore");
    }

    private void readOptions() {
        boolean isReversed = hasDirection;
        for (int i = keyAt + 3; i < in.count(); i++) {
            if (in.is(i, "WITHSCORES") && !stores) {
                withScores = true;
            } else if (in.is(i, "LIMIT") && i + 2 < in.count()) {
                offset = in.integer(i + 1);
                limit = in.integer(i + 2);
                i += 2;
            } else if (in.is(i, "REV") && !isReversed) {
                isReversed = true;
                reverse = true;
            } else if (in.is(i, "BYLEX") && kind == Kind.ANY) {
                kind = Kind.MEMBER;
            } else if (in.is(i, "BYSCORE") && kind == Kind.ANY) {
                kind = Kind.SCORE;
            } else {
                throw RedisError.syntax();
            }
        }
        if (kind == Kind.ANY) {
            kind = Kind.RANK;
        }
        if (limit != -1 && kind == Kind.RANK) {
            throw new RedisError(
                    "ERR syntax error, LIMIT is only supported in combination with either"
                            + " BYSCORE or BYLEX");
        }
        if (withScores && kind == Kind.MEMBER) {
            throw new RedisError(
                    "ERR syntax error, WITHSCORES not supported in combination with BYLEX");
        }
    }

    private SortedSetRange range() {
        int least = reverse ? keyAt + 2 : keyAt + 1;
        int greatest = reverse ? keyAt + 1 : keyAt + 2;
        return switch (kind) {
            case ANY, RANK -> Scores.byRank(in, keyAt + 1, keyAt + 2);
            case SCORE -> Scores.byScore(in.bytes(least), in.bytes(greatest));
            case MEMBER -> Scores.byMember(in.bytes(least), in.bytes(greatest));
        };
    }

    private List<Scored> members(Keyspace keys) {
        SortedSetRange range = range();
        ScoredMembers set = ScoredMembers.of(keys, in.bytes(keyAt));
        boolean isRank = kind == Kind.RANK;
        if (offset < 0 && !isRank) {
            return List.of();
        }
        return set.range(range, reverse, isRank ? 0 : offset, limit < 0 ? Long.MAX_VALUE : limit);
    }

    private Reply read(Keyspace keys) {
        return ScoredReplies.members(members(keys), withScores);
    }
}
