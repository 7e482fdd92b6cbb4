package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.redis.data.Batches;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.data.Pages;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.random.RandomGenerator;

/** The members of one key's sorted set as it was found. Not thread-safe. */
public final class ScoredMembers implements RandomElements.Source<Scored>, ScoredSource {
    /** Elements of the first page of a walk, which may end soon. */
    private static final int PAGE_FIRST = 128;

    private final Keyspace keys;
    private final byte[] key;
    private final String name;
    private final long size;

    private ScoredMembers(Keyspace keys, byte[] key, long size) {
        this.keys = keys;
        this.key = key;
        this.name = keys.name(key);
        this.size = size;
    }

    /**
     * The sorted set of a key; an empty one if there is no such key.
     *
     * @throws RedisError if the key is of another type
     */
    public static ScoredMembers of(Keyspace keys, byte[] key) {
        return new ScoredMembers(keys, key, keys.size(key, ObjectType.SORTED_SET));
    }

    /** How many there were when it was found. */
    @Override
    public long size() {
        return size;
    }

    /** Whether there were none when it was found. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** A member's score; null if it is none. */
    public @Nullable Double score(byte[] member) {
        return scores(List.of(member)).getFirst();
    }

    @Override
    public List<@Nullable Double> scores(List<byte[]> members) {
        if (isEmpty()) {
            return Collections.nCopies(members.size(), null);
        }
        List<@Nullable Double> scores = new ArrayList<>(members.size());
        for (int from = 0; from < members.size(); from += ModelLimits.OPERATION_ELEMENTS_MAX) {
            int to = Math.min(members.size(), from + ModelLimits.OPERATION_ELEMENTS_MAX);
            SortedSetOperation part =
                    new SortedSetOperation.Scores(name, members.subList(from, to));
            scores.addAll(keys.run(part, Result.Scores.class).scores());
        }
        return scores;
    }

    /** A member's place; null if it is none. */
    @Nullable Long rank(byte[] member, boolean reverse) {
        if (isEmpty()) {
            return null;
        }
        long rank =
                keys.run(new SortedSetOperation.Rank(name, member, reverse), Result.Rank.class)
                        .rank();
        return rank == Result.Rank.NO_RANK ? null : (Long) rank;
    }

    long count(SortedSetRange range) {
        return isEmpty()
                ? 0
                : keys.run(new SortedSetOperation.Count(name, range), Result.Size.class).size();
    }

    /** All of them, in the order of their scores. */
    @Override
    public Iterator<Scored> iterator() {
        return iterator(SortedSetRange.ALL, ModelLimits.PAGE_ELEMENTS_MAX);
    }

    /**
     * Those of a range of ranks or scores, in the order of their scores, of which perhaps only the
     * first are wanted.
     */
    public Iterator<Scored> iterator(SortedSetRange range) {
        return iterator(range, PAGE_FIRST);
    }

    private Iterator<Scored> iterator(SortedSetRange range, int firstPage) {
        if (isEmpty()) {
            return Collections.emptyIterator();
        }
        int[] most = {firstPage};
        return new Pages<>(from -> {
            // Where a range of ranks or scores goes on is never empty.
            byte[] next = from.length == 0 ? null : from;
            Result.ScoredMembers found = page(range, false, 0, next, pageOf(most[0]));
            most[0] = Math.min(2 * most[0], ModelLimits.PAGE_ELEMENTS_MAX);
            return new Pages.Page<>(found.members(), found.next());
        });
    }

    private Result.ScoredMembers page(
            SortedSetRange range, boolean reverse, long offset, byte @Nullable [] next, Page page) {
        return keys.run(
                new SortedSetOperation.Range(name, range, reverse, offset, next, page),
                Result.ScoredMembers.class);
    }

    /**
     * The members of a range.
     *
     * @param offset how many to leave out first
     * @param most how many are wanted at most
     * @throws RedisError if they are too large
     */
    List<Scored> range(SortedSetRange range, boolean reverse, long offset, long most) {
        List<Scored> members = new ArrayList<>();
        byte[] next = null;
        while (!isEmpty() && members.size() < most) {
            Result.ScoredMembers found =
                    page(range, reverse, offset, next, pageOf(most - members.size()));
            add(found.members(), members);
            next = found.next();
            if (next == null) {
                break;
            }
        }
        return members;
    }

    private static Page pageOf(long most) {
        return Page.of((int) Math.min(most, ModelLimits.PAGE_ELEMENTS_MAX));
    }

    private void add(List<Scored> found, List<Scored> members) {
        for (Scored member : found) {
            keys.chargeElement(bytes(member));
            members.add(member);
        }
    }

    @Override
    public Scored draw(RandomGenerator random) {
        return keys.run(
                        new SortedSetOperation.Random(name, random.nextLong()),
                        Result.ScoredMembers.class)
                .members()
                .getFirst();
    }

    @Override
    public byte[] id(Scored member) {
        return member.member();
    }

    @Override
    public long bytes(Scored member) {
        return member.member().length + (long) Double.BYTES;
    }

    /** What is no key, being empty, must not be in the way, nor leave its time to live. */
    private void makeWay() {
        if (isEmpty()) {
            keys.delete(key);
        }
    }

    /** Adds members or changes their scores; how many were added and changed. */
    Result.Added add(List<Scored> members, ScoreConditions conditions) {
        makeWay();
        long[] changed = {0};
        long added =
                Batches.sum(
                        members,
                        part -> {
                            Result.Added one =
                                    keys.run(
                                            new SortedSetOperation.Add(name, part, conditions),
                                            Result.Added.class);
                            changed[0] += one.changed();
                            return one.added();
                        });
        return new Result.Added(added, changed[0]);
    }

    /**
     * Adds members or changes their scores, and tells so if that changes it.
     *
     * @return how many were added
     * @param countsChanged whether those count, too, whose scores were changed
     */
    public Reply addTold(List<Scored> members, ScoreConditions conditions, boolean countsChanged) {
        Result.Added added = add(members, conditions);
        if (added.added() + added.changed() > 0) {
            told("zadd");
        }
        return new Reply.Number(added.added() + (countsChanged ? added.changed() : 0));
    }

    /**
     * Puts a sorted set of these members in the place of whatever a key holds; none if there are no
     * members.
     *
     * @param event what it is told as
     * @return how many there are
     */
    public static Reply store(Keyspace keys, byte[] key, List<Scored> members, String event) {
        boolean existed = keys.delete(key);
        of(keys, key).add(members, ScoreConditions.NONE);
        keys.stored(EventClass.SORTED_SET, event, key, existed, !members.isEmpty());
        return new Reply.Number(members.size());
    }

    /**
     * Adds to a member's score; the new one, null if the conditions do not hold.
     *
     * @throws RedisError if it would be no number
     */
    @Nullable Double increment(byte[] member, double delta, ScoreConditions conditions) {
        makeWay();
        try {
            return keys.run(
                            new SortedSetOperation.Increment(name, member, delta, conditions),
                            Result.Score.class)
                    .score();
        } catch (OperationFailedException e) {
            if (e.failure() instanceof Failure.ScoreNotANumber) {
                throw new RedisError("ERR resulting score is not a number (NaN)");
            }
            throw e;
        }
    }

    /** Tells that members were added or have other scores. */
    void told(String event) {
        if (isEmpty()) {
            keys.created(key);
        }
        keys.event(EventClass.SORTED_SET, event, key);
    }

    /** Removes members, and tells so if that changes it; returns how many there were. */
    long remove(List<byte[]> members) {
        if (isEmpty()) {
            return 0;
        }
        long removed =
                Batches.sum(members, part -> count(new SortedSetOperation.Remove(name, part)));
        return removed(removed, "zrem");
    }

    /**
     * Removes the members of a range, and tells so if that changes it; returns how many there were.
     *
     * @param event what it is told as
     */
    long remove(SortedSetRange range, String event) {
        return isEmpty()
                ? 0
                : removed(count(new SortedSetOperation.RemoveRange(name, range)), event);
    }

    private long count(SortedSetOperation operation) {
        return keys.run(operation, Result.Count.class).count();
    }

    private long removed(long removed, String event) {
        if (removed > 0) {
            keys.event(EventClass.SORTED_SET, event, key);
            if (removed == size) {
                keys.deleteIfEmpty(key);
            }
        }
        return removed;
    }

    /**
     * Removes so many members from an end, tells so if that changes it, and returns them.
     *
     * @throws RedisError if they are too large
     */
    List<Scored> pop(long count, boolean last) {
        List<Scored> popped = new ArrayList<>();
        long most = Math.min(count, size);
        while (popped.size() < most) {
            Page page = pageOf(most - popped.size());
            SortedSetOperation pop =
                    last
                            ? new SortedSetOperation.PopLast(name, page)
                            : new SortedSetOperation.PopFirst(name, page);
            add(keys.run(pop, Result.ScoredMembers.class).members(), popped);
        }
        removed(popped.size(), last ? "zpopmax" : "zpopmin");
        return popped;
    }
}
