package io.paxosstore.redis.geo;

import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.type.ScoredMembers;

import java.util.ArrayList;
import java.util.List;

/** One GEOADD with its options: ZADD of the cells that the points are in. Used once. */
final class AddCommand {
    /** The words of a member: longitude, latitude and name. */
    private static final int MEMBER_WORDS = 3;

    private final Arguments in;
    private boolean onlyNew;
    private boolean onlyPresent;
    private boolean countsChanged;

    private AddCommand(Arguments in) {
        this.in = in;
    }

    static Reply execute(Keyspace keys, Arguments in) {
        return new AddCommand(in).execute(keys);
    }

    private Reply execute(Keyspace keys) {
        int first = readOptions();
        int words = in.count() - first;
        if (words == 0 || words % MEMBER_WORDS != 0 || (onlyNew && onlyPresent)) {
            throw RedisError.syntax();
        }
        List<Scored> members = members(first);
        ScoreConditions conditions = new ScoreConditions(onlyNew, onlyPresent, false, false);
        return ScoredMembers.of(keys, in.bytes(1)).addTold(members, conditions, countsChanged);
    }

    /** Returns the index of the first word behind them. */
    private int readOptions() {
        for (int i = 2; i < in.count(); i++) {
            switch (in.option(i)) {
                case "NX" -> onlyNew = true;
                case "XX" -> onlyPresent = true;
                case "CH" -> countsChanged = true;
                default -> {
                    return i;
                }
            }
        }
        return in.count();
    }

    private List<Scored> members(int first) {
        List<Scored> members = new ArrayList<>();
        for (int i = first; i < in.count(); i += MEMBER_WORDS) {
            Cell cell = Cell.of(Point.of(in, i), Cell.STEP_MAX);
            members.add(new Scored(in.bytes(i + 2), cell.score()));
        }
        return members;
    }
}
