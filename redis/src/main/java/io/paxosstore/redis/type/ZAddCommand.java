package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** One ZADD with its options, or ZINCRBY, which is read alike. Used once. */
final class ZAddCommand {
    private final Arguments in;
    private boolean onlyNew;
    private boolean onlyPresent;
    private boolean onlyGreater;
    private boolean onlyLess;
    private boolean countsChanged;
    private boolean increments;

    private ZAddCommand(Arguments in, boolean increments) {
        this.in = in;
        this.increments = increments;
    }

    /** ZADD. */
    static Reply add(Keyspace keys, Arguments in) {
        return new ZAddCommand(in, false).execute(keys);
    }

    /** ZINCRBY. */
    static Reply increment(Keyspace keys, Arguments in) {
        return new ZAddCommand(in, true).execute(keys);
    }

    private Reply execute(Keyspace keys) {
        int first = readOptions();
        int words = in.count() - first;
        if (words == 0 || words % 2 != 0) {
            throw RedisError.syntax();
        }
        ScoreConditions conditions = conditions();
        if (increments && words > 2) {
            throw new RedisError("ERR INCR option supports a single increment-element pair");
        }
        List<Scored> members = members(first);
        ScoredMembers set = ScoredMembers.of(keys, in.bytes(1));
        if (increments) {
            return ScoredReplies.score(increment(keys, set, first, conditions));
        }
        return set.addTold(members, conditions, countsChanged);
    }

    /** The score before is wanted for what is told only: what is added may be 0. */
    private @Nullable Double increment(
            Keyspace keys, ScoredMembers set, int first, ScoreConditions conditions) {
        double delta = Scores.of(in.bytes(first));
        byte[] member = in.bytes(first + 1);
        Double before = keys.tells(EventClass.SORTED_SET) ? set.score(member) : null;
        Double after = set.increment(member, delta, conditions);
        if (after != null && !after.equals(before)) {
            set.told("zincr");
        }
        return after;
    }

    /** Returns the index of the first word behind them. */
    private int readOptions() {
        for (int i = 2; i < in.count(); i++) {
            switch (in.option(i)) {
                case "NX" -> onlyNew = true;
                case "XX" -> onlyPresent = true;
                case "GT" -> onlyGreater = true;
                case "LT" -> onlyLess = true;
                case "CH" -> countsChanged = true;
                case "INCR" -> increments = true;
                default -> {
                    return i;
                }
            }
        }
        return in.count();
    }

    private ScoreConditions conditions() {
        if (onlyNew && onlyPresent) {
            throw new RedisError("ERR XX and NX options at the same time are not compatible");
        }
        if ((onlyGreater && (onlyNew || onlyLess)) || (onlyLess && onlyNew)) {
            throw new RedisError(
                    "ERR GT, LT, and/or NX options at the same time are not compatible");
        }
        return new ScoreConditions(onlyNew, onlyPresent, onlyGreater, onlyLess);
    }

    private List<Scored> members(int first) {
        List<Scored> members = new ArrayList<>();
        for (int i = first; i < in.count(); i += 2) {
            members.add(new Scored(in.bytes(i + 1), Scores.of(in.bytes(i))));
        }
        return members;
    }
}
