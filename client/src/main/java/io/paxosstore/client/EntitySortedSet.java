package io.paxosstore.client;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetRange;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A sorted set of an entity: members with a score each, in the order of their scores, those of
 * equal scores in the order of their unsigned bytes. Scores may be infinite, but not NaN; -0.0
 * becomes 0.0. Thread-safe.
 *
 * <p>Places are counted from 0, negative ones from the end: -1 is the last member. To find one, or
 * to tell a member's, the servers count members from the nearer end; all else costs the same
 * wherever it is.
 *
 * @param <M> members
 */
public final class EntitySortedSet<M> extends EntityObject {
    private final Codec<M> codec;
    private final SortedSetOps<M> op;

    EntitySortedSet(EntityCalls calls, String name, Codec<M> codec) {
        super(calls, name);
        this.codec = codec;
        this.op = new SortedSetOps<>(calls.entity(), name, codec);
    }

    /**
     * The same set with these options for every call: deadline, read mode. A time to live does not
     * hold for members; see {@link #expire}.
     */
    public EntitySortedSet<M> with(CallOptions newOptions) {
        return new EntitySortedSet<>(
                calls().with(Objects.requireNonNull(newOptions)), name(), codec);
    }

    @Override
    public SortedSetOps<M> op() {
        return op;
    }

    /** Adds a member or changes its score; whether it was none before. */
    public boolean add(M member, double score) {
        return calls().call(op.add(member, score));
    }

    /** Like {@link #add(Object, double)}. */
    public CompletableFuture<Boolean> addAsync(M member, double score) {
        return calls().callAsync(op.add(member, score));
    }

    /** Adds a member or changes its score, under conditions; whether that changed anything. */
    public boolean add(M member, double score, ScoreConditions conditions) {
        return calls().call(op.add(member, score, conditions));
    }

    /** Like {@link #add(Object, double, ScoreConditions)}. */
    public CompletableFuture<Boolean> addAsync(M member, double score, ScoreConditions conditions) {
        return calls().callAsync(op.add(member, score, conditions));
    }

    /** Adds members or changes their scores; how many of them were none before. */
    public long addAll(Map<? extends M, Double> scores) {
        return calls().call(op.addAll(scores));
    }

    /** Like {@link #addAll(Map)}. */
    public CompletableFuture<Long> addAllAsync(Map<? extends M, Double> scores) {
        return calls().callAsync(op.addAll(scores));
    }

    /** Adds members or changes their scores, under conditions; how many were added and changed. */
    public Result.Added addAll(Map<? extends M, Double> scores, ScoreConditions conditions) {
        return calls().call(op.addAll(scores, conditions));
    }

    /** Like {@link #addAll(Map, ScoreConditions)}. */
    public CompletableFuture<Result.Added> addAllAsync(
            Map<? extends M, Double> scores, ScoreConditions conditions) {
        return calls().callAsync(op.addAll(scores, conditions));
    }

    /**
     * Adds to a member's score; that of a new member counts as 0. The new score.
     *
     * @throws RejectedException if infinities of both signs meet
     */
    public double increment(M member, double delta) {
        return calls().call(op.increment(member, delta));
    }

    /** Like {@link #increment(Object, double)}. */
    public CompletableFuture<Double> incrementAsync(M member, double delta) {
        return calls().callAsync(op.increment(member, delta));
    }

    /**
     * Adds to a member's score, under conditions; the new score, empty if they do not hold.
     *
     * @throws RejectedException if infinities of both signs meet
     */
    public Optional<Double> increment(M member, double delta, ScoreConditions conditions) {
        return calls().call(op.increment(member, delta, conditions));
    }

    /** Like {@link #increment(Object, double, ScoreConditions)}. */
    public CompletableFuture<Optional<Double>> incrementAsync(
            M member, double delta, ScoreConditions conditions) {
        return calls().callAsync(op.increment(member, delta, conditions));
    }

    /** Removes a member; whether it was one. */
    public boolean remove(M member) {
        return calls().call(op.remove(member));
    }

    /** Like {@link #remove}. */
    public CompletableFuture<Boolean> removeAsync(M member) {
        return calls().callAsync(op.remove(member));
    }

    /** Removes members; how many of them were members. */
    public long removeAll(Collection<? extends M> members) {
        return calls().call(op.removeAll(members));
    }

    /** Like {@link #removeAll}. */
    public CompletableFuture<Long> removeAllAsync(Collection<? extends M> members) {
        return calls().callAsync(op.removeAll(members));
    }

    /** Removes the members of a range; how many there were. */
    public long removeRange(SortedSetRange range) {
        return calls().call(op.removeRange(range));
    }

    /** Like {@link #removeRange}. */
    public CompletableFuture<Long> removeRangeAsync(SortedSetRange range) {
        return calls().callAsync(op.removeRange(range));
    }

    /** A member's score; empty if it is none. */
    public Optional<Double> score(M member) {
        return calls().call(op.score(member));
    }

    /** Like {@link #score}. */
    public CompletableFuture<Optional<Double>> scoreAsync(M member) {
        return calls().callAsync(op.score(member));
    }

    /** The scores of those that are members, in the order asked for. */
    public Map<M, Double> scores(Collection<? extends M> members) {
        return calls().call(op.scores(members));
    }

    /** Like {@link #scores}. */
    public CompletableFuture<Map<M, Double>> scoresAsync(Collection<? extends M> members) {
        return calls().callAsync(op.scores(members));
    }

    /** A member's place from the first member on; empty if it is none. */
    public Optional<MemberRank> rank(M member) {
        return calls().call(op.rank(member));
    }

    /** Like {@link #rank}. */
    public CompletableFuture<Optional<MemberRank>> rankAsync(M member) {
        return calls().callAsync(op.rank(member));
    }

    /** A member's place from the last member on, which has 0; empty if it is none. */
    public Optional<MemberRank> reverseRank(M member) {
        return calls().call(op.reverseRank(member));
    }

    /** Like {@link #reverseRank}. */
    public CompletableFuture<Optional<MemberRank>> reverseRankAsync(M member) {
        return calls().callAsync(op.reverseRank(member));
    }

    /** How many members there are. */
    public long size() {
        return calls().call(op.size());
    }

    /** Like {@link #size}. */
    public CompletableFuture<Long> sizeAsync() {
        return calls().callAsync(op.size());
    }

    /** How many members have a score from one to another, both included; counted one by one. */
    public long count(double min, double max) {
        return calls().call(op.count(min, max));
    }

    /** Like {@link #count(double, double)}. */
    public CompletableFuture<Long> countAsync(double min, double max) {
        return calls().callAsync(op.count(min, max));
    }

    /** How many members a range has; counted one by one. */
    public long count(SortedSetRange range) {
        return calls().call(op.count(range));
    }

    /** Like {@link #count(SortedSetRange)}. */
    public CompletableFuture<Long> countAsync(SortedSetRange range) {
        return calls().callAsync(op.count(range));
    }

    /** The members from one place to another, both included; see {@link Scan}. */
    public Scan<ScoredMember<M>> range(long from, long to) {
        return scan(new SortedSetRange.ByRank(from, to), false);
    }

    /** The members from one place to another, both included, as many as the page holds. */
    public Slice<ScoredMember<M>> range(long from, long to, Page page) {
        return calls().call(op.range(from, to, page));
    }

    /** Like {@link #range(long, long, Page)}. */
    public CompletableFuture<Slice<ScoredMember<M>>> rangeAsync(long from, long to, Page page) {
        return calls().callAsync(op.range(from, to, page));
    }

    /** The members of scores from one to another, both included; see {@link Scan}. */
    public Scan<ScoredMember<M>> rangeByScore(double min, double max) {
        return scan(SortedSetOps.scores(min, max), false);
    }

    /** The members of scores from one to another, both included, as many as the page holds. */
    public Slice<ScoredMember<M>> rangeByScore(double min, double max, Page page) {
        return calls().call(op.rangeByScore(min, max, page));
    }

    /** Like {@link #rangeByScore(double, double, Page)}. */
    public CompletableFuture<Slice<ScoredMember<M>>> rangeByScoreAsync(
            double min, double max, Page page) {
        return calls().callAsync(op.rangeByScore(min, max, page));
    }

    /**
     * Members in the order of their bytes, whatever their scores; see {@link Scan}.
     *
     * @param from the first member wanted, whether it is there or not
     * @param to the end, not included; null for all
     */
    public Scan<ScoredMember<M>> rangeByMember(M from, @Nullable M to) {
        return scan(op.members(from, to), false);
    }

    /**
     * Members in the order of their bytes, whatever their scores, as many as the page holds.
     *
     * @param from the first member wanted, whether it is there or not
     * @param to the end, not included; null for all
     */
    public Slice<ScoredMember<M>> rangeByMember(M from, @Nullable M to, Page page) {
        return calls().call(op.rangeByMember(from, to, page));
    }

    /** Like {@link #rangeByMember(Object, Object, Page)}. */
    public CompletableFuture<Slice<ScoredMember<M>>> rangeByMemberAsync(
            M from, @Nullable M to, Page page) {
        return calls().callAsync(op.rangeByMember(from, to, page));
    }

    /**
     * The members of a range, fetched in pages while they are taken; see {@link Scan}.
     *
     * @param reverse whether they come in descending order; places count from the last member then
     */
    public Scan<ScoredMember<M>> scan(SortedSetRange range, boolean reverse) {
        return Scan.ofSlices(
                page -> scan(range, reverse, page),
                (from, page) -> scan(range, reverse, from, page));
    }

    /**
     * The first members of a range, as many as the page holds.
     *
     * @param reverse whether they come in descending order; places count from the last member then
     */
    public Slice<ScoredMember<M>> scan(SortedSetRange range, boolean reverse, Page page) {
        return calls().call(op.scan(range, reverse, page));
    }

    /** Like {@link #scan(SortedSetRange, boolean, Page)}. */
    public CompletableFuture<Slice<ScoredMember<M>>> scanAsync(
            SortedSetRange range, boolean reverse, Page page) {
        return calls().callAsync(op.scan(range, reverse, page));
    }

    /** Goes on where an earlier page of the same range and order ended. */
    public Slice<ScoredMember<M>> scan(
            SortedSetRange range, boolean reverse, Cursor from, Page page) {
        return calls().call(op.scan(range, reverse, from, page));
    }

    /** Like {@link #scan(SortedSetRange, boolean, Cursor, Page)}. */
    public CompletableFuture<Slice<ScoredMember<M>>> scanAsync(
            SortedSetRange range, boolean reverse, Cursor from, Page page) {
        return calls().callAsync(op.scan(range, reverse, from, page));
    }

    /** Removes the first member and returns it; empty if there is none. */
    public Optional<ScoredMember<M>> popFirst() {
        return calls().call(op.popFirst());
    }

    /** Like {@link #popFirst()}. */
    public CompletableFuture<Optional<ScoredMember<M>>> popFirstAsync() {
        return calls().callAsync(op.popFirst());
    }

    /** Removes the first members, as many as the page holds, and returns them. */
    public List<ScoredMember<M>> popFirst(Page page) {
        return calls().call(op.popFirst(page));
    }

    /** Like {@link #popFirst(Page)}. */
    public CompletableFuture<List<ScoredMember<M>>> popFirstAsync(Page page) {
        return calls().callAsync(op.popFirst(page));
    }

    /** Removes the last member and returns it; empty if there is none. */
    public Optional<ScoredMember<M>> popLast() {
        return calls().call(op.popLast());
    }

    /** Like {@link #popLast()}. */
    public CompletableFuture<Optional<ScoredMember<M>>> popLastAsync() {
        return calls().callAsync(op.popLast());
    }

    /** Removes the last members, as many as the page holds; returns them, the last one first. */
    public List<ScoredMember<M>> popLast(Page page) {
        return calls().call(op.popLast(page));
    }

    /** Like {@link #popLast(Page)}. */
    public CompletableFuture<List<ScoredMember<M>>> popLastAsync(Page page) {
        return calls().callAsync(op.popLast(page));
    }

    /**
     * A member drawn by chance; every one can be drawn, but not all are equally likely. Empty if
     * there is none.
     */
    public Optional<ScoredMember<M>> random() {
        return calls().call(op.random());
    }

    /** Like {@link #random}. */
    public CompletableFuture<Optional<ScoredMember<M>>> randomAsync() {
        return calls().callAsync(op.random());
    }

    /** A guard: the number of members compares so. */
    public EntityGuard ifSize(Comparison comparison, long operand) {
        return guard(new Guard.Size(name(), comparison, operand));
    }
}
