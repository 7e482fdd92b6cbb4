package io.paxosstore.client;

import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.protocol.model.SortedSetRange;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Operations on a sorted set for a {@link MultiOpBuilder}; what they mean is said at {@link
 * EntitySortedSet}. Immutable.
 *
 * @param <M> members
 */
public final class SortedSetOps<M> extends ObjectOps {
    private final Codec<M> codec;

    SortedSetOps(EntityRef entity, String name, Codec<M> codec) {
        super(entity, name);
        this.codec = codec;
    }

    /** Adds a member or changes its score; whether it was none before. */
    public Step<Boolean> add(M member, double score) {
        return step(
                "add",
                new SortedSetOperation.Add(
                        name(),
                        List.of(new Scored(codec.encode(member), score)),
                        ScoreConditions.NONE),
                result -> ((Result.Added) result).added() == 1);
    }

    /** Adds a member or changes its score under conditions; whether that changed anything. */
    public Step<Boolean> add(M member, double score, ScoreConditions conditions) {
        return step(
                "add",
                new SortedSetOperation.Add(
                        name(), List.of(new Scored(codec.encode(member), score)), conditions),
                result -> {
                    Result.Added added = (Result.Added) result;
                    return added.added() + added.changed() == 1;
                });
    }

    /** Adds members or changes their scores; how many of them were none before. */
    public Step<Long> addAll(Map<? extends M, Double> scores) {
        return step(
                "add",
                new SortedSetOperation.Add(name(), scored(scores), ScoreConditions.NONE),
                result -> ((Result.Added) result).added());
    }

    /** Adds members or changes their scores under conditions; how many were added and changed. */
    public Step<Result.Added> addAll(Map<? extends M, Double> scores, ScoreConditions conditions) {
        return step(
                "add",
                new SortedSetOperation.Add(name(), scored(scores), conditions),
                result -> (Result.Added) result);
    }

    private List<Scored> scored(Map<? extends M, Double> scores) {
        List<Scored> all = new ArrayList<>(scores.size());
        scores.forEach((member, score) -> all.add(new Scored(codec.encode(member), score)));
        return all;
    }

    /** Adds to a member's score; the new one. */
    public Step<Double> increment(M member, double delta) {
        return step(
                "increment",
                new SortedSetOperation.Increment(
                        name(), codec.encode(member), delta, ScoreConditions.NONE),
                result -> score(result).orElseThrow());
    }

    /** Adds to a member's score under conditions; the new one, empty if they do not hold. */
    public Step<Optional<Double>> increment(M member, double delta, ScoreConditions conditions) {
        return step(
                "increment",
                new SortedSetOperation.Increment(name(), codec.encode(member), delta, conditions),
                SortedSetOps::score);
    }

    private static Optional<Double> score(Result result) {
        return Optional.ofNullable(((Result.Score) result).score());
    }

    /** Removes a member; whether it was one. */
    public Step<Boolean> remove(M member) {
        return step(
                "remove",
                new SortedSetOperation.Remove(name(), List.of(codec.encode(member))),
                ObjectOps::one);
    }

    /** Removes members; how many of them were members. */
    public Step<Long> removeAll(Collection<? extends M> members) {
        return step(
                "remove",
                new SortedSetOperation.Remove(name(), encode(codec, members)),
                ObjectOps::count);
    }

    /** Removes the members of a range; how many there were. */
    public Step<Long> removeRange(SortedSetRange range) {
        return step(
                "removeRange", new SortedSetOperation.RemoveRange(name(), range), ObjectOps::count);
    }

    /** A member's score; empty if it is none. */
    public Step<Optional<Double>> score(M member) {
        return step(
                "score",
                new SortedSetOperation.Scores(name(), List.of(codec.encode(member))),
                result -> Optional.ofNullable(((Result.Scores) result).scores().get(0)));
    }

    /** The scores of those that are members, in the order asked for. */
    public Step<Map<M, Double>> scores(Collection<? extends M> members) {
        List<M> asked = List.copyOf(members);
        return step(
                "scores",
                new SortedSetOperation.Scores(name(), encode(codec, asked)),
                result -> {
                    Map<M, Double> scores = new LinkedHashMap<>();
                    List<@Nullable Double> all = ((Result.Scores) result).scores();
                    for (int i = 0; i < all.size(); i++) {
                        Double score = all.get(i);
                        if (score != null) {
                            scores.put(asked.get(i), score);
                        }
                    }
                    return scores;
                });
    }

    /** A member's rank from the first member on, which has 0; empty if it is none. */
    public Step<Optional<MemberRank>> rank(M member) {
        return rank("rank", member, false);
    }

    /** A member's rank from the last member on, which has 0; empty if it is none. */
    public Step<Optional<MemberRank>> reverseRank(M member) {
        return rank("reverseRank", member, true);
    }

    private Step<Optional<MemberRank>> rank(String verb, M member, boolean reverse) {
        return step(
                verb,
                new SortedSetOperation.Rank(name(), codec.encode(member), reverse),
                result -> {
                    Result.Rank rank = (Result.Rank) result;
                    return rank.rank() == Result.Rank.NO_RANK
                            ? Optional.empty()
                            : Optional.of(new MemberRank(rank.rank(), rank.score()));
                });
    }

    /** How many members there are. */
    public Step<Long> size() {
        return step("size", new SortedSetOperation.Size(name()), ObjectOps::size);
    }

    /** How many members have a score from one to another, both included. */
    public Step<Long> count(double min, double max) {
        return count(scores(min, max));
    }

    /** How many members a range has. */
    public Step<Long> count(SortedSetRange range) {
        return step("count", new SortedSetOperation.Count(name(), range), ObjectOps::size);
    }

    /** The members from one rank to another, both included, as many as the page holds. */
    public Step<Slice<ScoredMember<M>>> range(long from, long to, Page page) {
        return scan("range", new SortedSetRange.ByRank(from, to), false, null, page);
    }

    /** The members of scores from one to another, both included, as many as the page holds. */
    public Step<Slice<ScoredMember<M>>> rangeByScore(double min, double max, Page page) {
        return scan("rangeByScore", scores(min, max), false, null, page);
    }

    /** Members in the order of their bytes, as many as the page holds. */
    public Step<Slice<ScoredMember<M>>> rangeByMember(M from, @Nullable M to, Page page) {
        return scan("rangeByMember", members(from, to), false, null, page);
    }

    /** The first members of a range, as many as the page holds. */
    public Step<Slice<ScoredMember<M>>> scan(SortedSetRange range, boolean reverse, Page page) {
        return scan("scan", range, reverse, null, page);
    }

    /** Goes on where an earlier scan of the same range and order ended. */
    public Step<Slice<ScoredMember<M>>> scan(
            SortedSetRange range, boolean reverse, Cursor from, Page page) {
        return scan("scan", range, reverse, from.from(), page);
    }

    static SortedSetRange scores(double min, double max) {
        return new SortedSetRange.ByScore(min, false, max, false);
    }

    SortedSetRange members(M from, @Nullable M to) {
        return new SortedSetRange.ByMember(
                codec.encode(from), false, to == null ? null : codec.encode(to), true);
    }

    private Step<Slice<ScoredMember<M>>> scan(
            String verb, SortedSetRange range, boolean reverse, byte @Nullable [] next, Page page) {
        return step(
                verb,
                new SortedSetOperation.Range(name(), range, reverse, 0, next, page),
                this::slice);
    }

    /** Removes the first member and returns it; empty if there is none. */
    public Step<Optional<ScoredMember<M>>> popFirst() {
        return step(
                "popFirst",
                new SortedSetOperation.PopFirst(name(), Page.of(1)),
                result -> first(slice(result).elements()));
    }

    /** Removes the first members, as many as the page holds, and returns them. */
    public Step<List<ScoredMember<M>>> popFirst(Page page) {
        return step(
                "popFirst",
                new SortedSetOperation.PopFirst(name(), page),
                result -> slice(result).elements());
    }

    /** Removes the last member and returns it; empty if there is none. */
    public Step<Optional<ScoredMember<M>>> popLast() {
        return step(
                "popLast",
                new SortedSetOperation.PopLast(name(), Page.of(1)),
                result -> first(slice(result).elements()));
    }

    /** Removes the last members, as many as the page holds; returns them, the last one first. */
    public Step<List<ScoredMember<M>>> popLast(Page page) {
        return step(
                "popLast",
                new SortedSetOperation.PopLast(name(), page),
                result -> slice(result).elements());
    }

    /** Draws a member; the same one whenever the same step is executed on the same set. */
    public Step<Optional<ScoredMember<M>>> random() {
        return step(
                "random",
                new SortedSetOperation.Random(name(), ThreadLocalRandom.current().nextLong()),
                result -> first(slice(result).elements()));
    }

    private Slice<ScoredMember<M>> slice(Result result) {
        Result.ScoredMembers page = (Result.ScoredMembers) result;
        List<ScoredMember<M>> members = new ArrayList<>(page.members().size());
        for (Scored one : page.members()) {
            members.add(new ScoredMember<>(codec.decode(one.member()), one.score()));
        }
        byte[] next = page.next();
        return new Slice<>(
                members, next == null ? Optional.empty() : Optional.of(new Cursor(next, null)));
    }
}
