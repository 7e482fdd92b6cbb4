package io.paxosstore.lsm.model;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.protocol.model.SortedSetRange;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The operations on sorted sets: two records per member, one with the member in its key and the
 * score in its value, one with the score and the member in its key. For one operation only.
 */
final class SortedSetModel {
    private static final byte[] NOTHING = new byte[0];

    private final Evaluation evaluation;
    private final String name;
    private final ObjectHeader.@Nullable SortedSet header;

    /** As {@link #header}, with what the operation has done to it. */
    private ObjectHeader.@Nullable SortedSet now;

    private boolean isChanged;

    private SortedSetModel(
            Evaluation evaluation, String name, ObjectHeader.@Nullable SortedSet header) {
        this.evaluation = evaluation;
        this.name = name;
        this.header = header;
        this.now = header;
    }

    static SortedSetModel open(Evaluation evaluation, String name) {
        return switch (evaluation.find(name)) {
            case null -> new SortedSetModel(evaluation, name, null);
            case ObjectHeader.SortedSet set -> new SortedSetModel(evaluation, name, set);
            case ObjectHeader other ->
                    throw Evaluation.wrongType(name, ObjectType.SORTED_SET, other);
        };
    }

    /** The score in the record of a member. */
    static double decode(byte[] record) {
        ByteReader in = ByteReader.of(record);
        double score = Double.longBitsToDouble(in.getLong());
        in.end();
        return score;
    }

    Result execute(SortedSetOperation operation) {
        Result result =
                switch (operation) {
                    case SortedSetOperation.Add add -> add(add.members(), add.conditions());
                    case SortedSetOperation.Increment increment -> increment(increment);
                    case SortedSetOperation.Remove remove -> remove(remove.members());
                    case SortedSetOperation.Scores scores -> scores(scores.members());
                    case SortedSetOperation.Size _ ->
                            new Result.Size(header == null ? 0 : header.members());
                    case SortedSetOperation.Rank rank -> rank(rank.member(), rank.reverse());
                    case SortedSetOperation.Range range -> range(range);
                    case SortedSetOperation.Count count -> count(count.range());
                    case SortedSetOperation.RemoveRange remove -> removeRange(remove.range());
                    case SortedSetOperation.PopFirst pop -> pop(pop.page(), false);
                    case SortedSetOperation.PopLast pop -> pop(pop.page(), true);
                    case SortedSetOperation.Random random -> random(random.seed());
                };
        if (isChanged && now != null) {
            evaluation.put(name, header, now);
        }
        return result;
    }

    private @Nullable Double score(byte[] member) {
        byte[] record =
                now == null
                        ? null
                        : evaluation.state().get(KeyLayout.member(now.generation(), member));
        return record == null ? null : (Double) decode(record);
    }

    private Result add(List<Scored> members, ScoreConditions conditions) {
        long added = 0;
        long changed = 0;
        for (Scored one : members) {
            Double before = score(one.member());
            if (holds(conditions, before, one.score())) {
                if (before == null) {
                    added++;
                } else if (before != one.score()) {
                    changed++;
                }
                write(one.member(), before, one.score());
            }
        }
        return new Result.Added(added, changed);
    }

    private static boolean holds(
            ScoreConditions conditions, @Nullable Double before, double score) {
        if (before == null) {
            return !conditions.onlyPresent();
        }
        return !conditions.onlyNew()
                && (!conditions.onlyGreater() || score > before)
                && (!conditions.onlyLess() || score < before);
    }

    private Result increment(SortedSetOperation.Increment increment) {
        Double before = score(increment.member());
        ScoreConditions conditions = increment.conditions();
        if (before != null && conditions.onlyNew()) {
            return new Result.Score(null);
        }
        double score = (before == null ? 0.0 : before) + increment.delta();
        if (Double.isNaN(score)) {
            throw new OperationFailedException(new Failure.ScoreNotANumber(name));
        }
        if (!holds(conditions, before, score)) {
            return new Result.Score(null);
        }
        write(increment.member(), before, score);
        return new Result.Score(score);
    }

    private void write(byte[] member, @Nullable Double before, double score) {
        if (before != null && before == score) {
            return;
        }
        ObjectHeader.SortedSet set = now;
        if (set == null) {
            set = new ObjectHeader.SortedSet(evaluation.create(name), Deadlines.NEVER, 0);
        }
        long generation = set.generation();
        Overlay state = evaluation.state();
        if (before != null) {
            state.delete(KeyLayout.scored(generation, before, member));
        }
        state.put(
                KeyLayout.member(generation, member),
                new ByteWriter(Long.BYTES).putLong(Double.doubleToRawLongBits(score)).toBytes());
        state.put(KeyLayout.scored(generation, score, member), NOTHING);
        count(set, before == null ? 1 : 0);
    }

    private void count(ObjectHeader.SortedSet set, long more) {
        now =
                new ObjectHeader.SortedSet(
                        set.generation(), set.deadlineMillis(), set.members() + more);
        isChanged = true;
    }

    private Result remove(List<byte[]> members) {
        long removed = 0;
        for (byte[] member : members) {
            Double score = score(member);
            if (score != null && now != null) {
                evaluation.state().delete(KeyLayout.member(now.generation(), member));
                evaluation.state().delete(KeyLayout.scored(now.generation(), score, member));
                count(now, -1);
                removed++;
            }
        }
        return new Result.Count(removed);
    }

    private Result scores(List<byte[]> members) {
        List<@Nullable Double> scores = new ArrayList<>(members.size());
        for (byte[] member : members) {
            Double score = score(member);
            evaluation.returns(score == null ? 0 : Double.BYTES);
            scores.add(score);
        }
        return new Result.Scores(scores);
    }

    private Result rank(byte[] member, boolean reverse) {
        Double score = score(member);
        if (score == null || header == null) {
            return new Result.Rank(Result.Rank.NO_RANK, 0);
        }
        long rank =
                new Ranks(evaluation.state(), header)
                        .of(KeyLayout.scored(header.generation(), score, member));
        return new Result.Rank(reverse ? header.members() - 1 - rank : rank, score);
    }

    private Result range(SortedSetOperation.Range range) {
        List<Scored> members = new ArrayList<>();
        Evaluation.Budget budget = evaluation.budget(range.page());
        try (SortedSetWalk walk = walk(range)) {
            while (walk != null && walk.next()) {
                Scored member = walk.member();
                if (!budget.takes(member.member().length + (long) Double.BYTES)) {
                    return new Result.ScoredMembers(members, walk.place());
                }
                members.add(member);
            }
        }
        return new Result.ScoredMembers(members, null);
    }

    private @Nullable SortedSetWalk walk(SortedSetOperation.Range range) {
        return header == null || header.members() == 0
                ? null
                : SortedSetWalk.of(evaluation.state(), header, range);
    }

    private SortedSetOperation.Range whole(SortedSetRange range, boolean reverse) {
        return new SortedSetOperation.Range(name, range, reverse, 0, null, Page.LARGEST);
    }

    private Result count(SortedSetRange range) {
        try (SortedSetWalk walk = walk(whole(range, false))) {
            return new Result.Size(walk == null ? 0 : walk.count());
        }
    }

    private Result removeRange(SortedSetRange range) {
        try (SortedSetWalk walk = walk(whole(range, false))) {
            if (walk == null || header == null) {
                return new Result.Count(0);
            }
            if (walk.isAll()) {
                evaluation
                        .state()
                        .deleteRange(
                                KeyLayout.generation(header.generation()),
                                KeyLayout.generationEnd(header.generation()));
                count(header, -header.members());
                return new Result.Count(header.members());
            }
            List<Scored> members = walk.rest();
            delete(members, range instanceof SortedSetRange.ByMember);
            return new Result.Count(members.size());
        }
    }

    private Result random(long seed) {
        if (header == null || header.members() == 0) {
            return new Result.ScoredMembers(List.of(), null);
        }
        byte[] member = new RandomMember(evaluation.state(), header.generation(), seed).draw();
        Double score = score(member);
        if (score == null) {
            throw new MalformedBytesException("A member of a sorted set has no score.");
        }
        evaluation.returns(member.length + (long) Double.BYTES);
        return new Result.ScoredMembers(List.of(new Scored(member, score)), null);
    }

    private Result pop(Page page, boolean reverse) {
        Result.ScoredMembers popped =
                (Result.ScoredMembers)
                        range(
                                new SortedSetOperation.Range(
                                        name, SortedSetRange.ALL, reverse, 0, null, page));
        delete(popped.members(), false);
        return new Result.ScoredMembers(popped.members(), null);
    }

    /**
     * Deletes members that lie side by side.
     *
     * @param byMember whether in the order of members, not of scores
     */
    private void delete(List<Scored> members, boolean byMember) {
        if (header == null || members.isEmpty()) {
            return;
        }
        boolean isRange = members.size() >= Elements.RANGE_DELETE_MIN;
        Overlay state = evaluation.state();
        for (Scored one : members) {
            if (!isRange || !byMember) {
                state.delete(KeyLayout.member(header.generation(), one.member()));
            }
            if (!isRange || byMember) {
                state.delete(scored(header, one));
            }
        }
        if (isRange) {
            byte[] first = key(header, members.getFirst(), byMember);
            byte[] last = key(header, members.getLast(), byMember);
            boolean isDescending = Arrays.compareUnsigned(first, last) > 0;
            state.deleteRange(
                    isDescending ? last : first, KeyLayout.after(isDescending ? first : last));
        }
        count(header, -members.size());
    }

    private static byte[] key(ObjectHeader.SortedSet set, Scored member, boolean byMember) {
        return byMember ? KeyLayout.member(set.generation(), member.member()) : scored(set, member);
    }

    private static byte[] scored(ObjectHeader.SortedSet set, Scored member) {
        return KeyLayout.scored(set.generation(), member.score(), member.member());
    }
}
