package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.protocol.model.SortedSetRange;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** The operations on sorted sets as bytes, and what their results have that others do not. */
final class SortedSetCodec {
    private static final int ADD = 0x80;
    private static final int INCREMENT = 0x81;
    private static final int REMOVE = 0x82;
    private static final int SCORES = 0x83;
    private static final int SIZE = 0x84;
    private static final int RANK = 0x85;
    private static final int RANGE = 0x86;
    private static final int COUNT = 0x87;
    private static final int REMOVE_RANGE = 0x88;
    private static final int POP_FIRST = 0x89;
    private static final int POP_LAST = 0x8a;
    private static final int RANDOM = 0x8b;

    private static final int BY_RANK = 1;
    private static final int BY_SCORE = 2;
    private static final int BY_MEMBER = 3;

    private static final int ONLY_NEW = 1;
    private static final int ONLY_PRESENT = 2;
    private static final int ONLY_GREATER = 4;
    private static final int ONLY_LESS = 8;

    /** Where a range goes on: a member with its rank and score before it. */
    private static final int NEXT_BYTES_MAX = 2 * Long.BYTES + ModelLimits.KEY_BYTES_MAX;

    private SortedSetCodec() {}

    static void put(SortedSetOperation operation, ModelWriter out) {
        if (operation instanceof SortedSetOperation.Add add) {
            OperationCodec.begin(ADD, add.object(), out);
            putScored(add.members(), out);
            putConditions(add.conditions(), out);
        } else if (operation instanceof SortedSetOperation.Increment increment) {
            OperationCodec.begin(INCREMENT, increment.object(), out);
            out.putKey(increment.member());
            putScore(increment.delta(), out);
            putConditions(increment.conditions(), out);
        } else if (operation instanceof SortedSetOperation.Remove remove) {
            OperationCodec.begin(REMOVE, remove.object(), out);
            out.putKeys(remove.members());
        } else if (operation instanceof SortedSetOperation.Scores scores) {
            OperationCodec.begin(SCORES, scores.object(), out);
            out.putKeys(scores.members());
        } else if (operation instanceof SortedSetOperation.Size size) {
            OperationCodec.begin(SIZE, size.object(), out);
        } else if (operation instanceof SortedSetOperation.Rank rank) {
            OperationCodec.begin(RANK, rank.object(), out);
            out.putKey(rank.member());
            out.putBoolean(rank.reverse());
        } else {
            putOfRange(operation, out);
        }
    }

    private static void putOfRange(SortedSetOperation operation, ModelWriter out) {
        if (operation instanceof SortedSetOperation.Range range) {
            OperationCodec.begin(RANGE, range.object(), out);
            putRange(range.range(), out);
            out.putBoolean(range.reverse());
            out.putNatural("offset", range.offset());
            putNext(range.next(), out);
            out.putPage(range.page());
        } else if (operation instanceof SortedSetOperation.Count count) {
            OperationCodec.begin(COUNT, count.object(), out);
            putRange(count.range(), out);
        } else if (operation instanceof SortedSetOperation.RemoveRange remove) {
            OperationCodec.begin(REMOVE_RANGE, remove.object(), out);
            putRange(remove.range(), out);
        } else if (operation instanceof SortedSetOperation.PopFirst pop) {
            OperationCodec.begin(POP_FIRST, pop.object(), out);
            out.putPage(pop.page());
        } else if (operation instanceof SortedSetOperation.PopLast pop) {
            OperationCodec.begin(POP_LAST, pop.object(), out);
            out.putPage(pop.page());
        } else if (operation instanceof SortedSetOperation.Random random) {
            OperationCodec.begin(RANDOM, random.object(), out);
            out.putZigzag(random.seed());
        }
    }

    static Operation get(int code, String object, ModelReader in) throws MalformedModelException {
        return switch (code) {
            case ADD -> new SortedSetOperation.Add(object, getScored(in), getConditions(in));
            case INCREMENT ->
                    new SortedSetOperation.Increment(
                            object, in.getKey(), getScore(in), getConditions(in));
            case REMOVE -> new SortedSetOperation.Remove(object, in.getKeys());
            case SCORES -> new SortedSetOperation.Scores(object, in.getKeys());
            case SIZE -> new SortedSetOperation.Size(object);
            case RANK -> new SortedSetOperation.Rank(object, in.getKey(), in.getBoolean());
            case RANGE ->
                    new SortedSetOperation.Range(
                            object,
                            getRange(in),
                            in.getBoolean(),
                            in.getNatural("offset"),
                            getNext(in),
                            in.getPage());
            case COUNT -> new SortedSetOperation.Count(object, getRange(in));
            case REMOVE_RANGE -> new SortedSetOperation.RemoveRange(object, getRange(in));
            case POP_FIRST -> new SortedSetOperation.PopFirst(object, in.getPage());
            case POP_LAST -> new SortedSetOperation.PopLast(object, in.getPage());
            case RANDOM -> new SortedSetOperation.Random(object, in.getZigzag());
            default -> throw OperationCodec.unknown(code);
        };
    }

    private static void putRange(SortedSetRange range, ModelWriter out) {
        if (range instanceof SortedSetRange.ByRank ranks) {
            out.putByte(BY_RANK);
            out.putZigzag(ranks.from());
            out.putZigzag(ranks.to());
        } else if (range instanceof SortedSetRange.ByScore scores) {
            out.putByte(BY_SCORE);
            putScore(scores.min(), out);
            out.putBoolean(scores.minExclusive());
            putScore(scores.max(), out);
            out.putBoolean(scores.maxExclusive());
        } else if (range instanceof SortedSetRange.ByMember members) {
            out.putByte(BY_MEMBER);
            out.putKey(members.from());
            out.putBoolean(members.fromExclusive());
            out.putOptionalKey(members.to());
            out.putBoolean(members.toExclusive());
        }
    }

    private static SortedSetRange getRange(ModelReader in) throws MalformedModelException {
        int code = in.getByte();
        return switch (code) {
            case BY_RANK -> new SortedSetRange.ByRank(in.getZigzag(), in.getZigzag());
            case BY_SCORE ->
                    new SortedSetRange.ByScore(
                            getScore(in), in.getBoolean(), getScore(in), in.getBoolean());
            case BY_MEMBER ->
                    new SortedSetRange.ByMember(
                            in.getKey(), in.getBoolean(), in.getOptionalKey(), in.getBoolean());
            default ->
                    throw new MalformedModelException(
                            "No range of a sorted set has the number " + code + ".");
        };
    }

    private static void putConditions(ScoreConditions conditions, ModelWriter out) {
        out.putByte(
                (conditions.onlyNew() ? ONLY_NEW : 0)
                        | (conditions.onlyPresent() ? ONLY_PRESENT : 0)
                        | (conditions.onlyGreater() ? ONLY_GREATER : 0)
                        | (conditions.onlyLess() ? ONLY_LESS : 0));
    }

    private static ScoreConditions getConditions(ModelReader in) throws MalformedModelException {
        int flags = in.getByte();
        if (flags > (ONLY_NEW | ONLY_PRESENT | ONLY_GREATER | ONLY_LESS)) {
            throw new MalformedModelException("No conditions have the flags " + flags + ".");
        }
        try {
            return new ScoreConditions(
                    (flags & ONLY_NEW) != 0,
                    (flags & ONLY_PRESENT) != 0,
                    (flags & ONLY_GREATER) != 0,
                    (flags & ONLY_LESS) != 0);
        } catch (IllegalArgumentException e) {
            throw new MalformedModelException("The conditions " + flags + " exclude one another.");
        }
    }

    private static void putScore(double score, ModelWriter out) {
        out.putLong(Double.doubleToRawLongBits(score));
    }

    private static double getScore(ModelReader in) throws MalformedModelException {
        double score = Double.longBitsToDouble(in.getLong());
        if (Double.isNaN(score)) {
            throw new MalformedModelException("A score is not a number.");
        }
        return score;
    }

    private static void putScored(List<Scored> members, ModelWriter out) {
        out.putCount(members.size());
        for (Scored member : members) {
            out.putKey(member.member());
            putScore(member.score(), out);
        }
    }

    private static List<Scored> getScored(ModelReader in) throws MalformedModelException {
        int count = in.getCount();
        List<Scored> members = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] member = in.getKey();
            double score = getScore(in);
            if (score == 0 && 1 / score < 0) {
                throw new MalformedModelException("A score is a negative zero.");
            }
            members.add(new Scored(member, score));
        }
        return members;
    }

    private static void putNext(byte @Nullable [] next, ModelWriter out) {
        out.putBoolean(next != null);
        if (next != null) {
            out.putLimited("KEY_BYTES_MAX", NEXT_BYTES_MAX, next);
        }
    }

    private static byte @Nullable [] getNext(ModelReader in) throws MalformedModelException {
        return in.getBoolean() ? in.getBytes("KEY_BYTES_MAX", NEXT_BYTES_MAX) : null;
    }

    static void putOptionalScore(@Nullable Double score, ModelWriter out) {
        out.putBoolean(score != null);
        if (score != null) {
            putScore(score, out);
        }
    }

    static @Nullable Double getOptionalScore(ModelReader in) throws MalformedModelException {
        return in.getBoolean() ? (Double) getScore(in) : null;
    }

    static void putScores(Result.Scores scores, ModelWriter out) {
        out.putCount(scores.scores().size());
        for (Double score : scores.scores()) {
            putOptionalScore(score, out);
        }
    }

    static Result getScores(ModelReader in) throws MalformedModelException {
        int count = in.getCount();
        List<@Nullable Double> scores = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            scores.add(getOptionalScore(in));
        }
        return new Result.Scores(scores);
    }

    static void putRank(Result.Rank rank, ModelWriter out) {
        boolean isMember = rank.rank() != Result.Rank.NO_RANK;
        out.putBoolean(isMember);
        if (isMember) {
            out.putNatural("rank", rank.rank());
            putScore(rank.score(), out);
        }
    }

    static Result getRank(ModelReader in) throws MalformedModelException {
        return in.getBoolean()
                ? new Result.Rank(in.getNatural("rank"), getScore(in))
                : new Result.Rank(Result.Rank.NO_RANK, 0);
    }

    static void putMembers(Result.ScoredMembers members, ModelWriter out) {
        putScored(members.members(), out);
        putNext(members.next(), out);
    }

    static Result getMembers(ModelReader in) throws MalformedModelException {
        return new Result.ScoredMembers(getScored(in), getNext(in));
    }
}
