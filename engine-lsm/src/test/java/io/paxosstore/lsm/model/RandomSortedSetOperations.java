package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.protocol.model.SortedSetRange;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Random operations on sorted sets, of few scores. */
final class RandomSortedSetOperations {
    private static final double[] SCORES = {
        0, -0.0, 1, 2, -1, 0.5, -2.25, 1e300, Double.MIN_VALUE, 1.0 / 0, -1.0 / 0
    };
    private static final ScoreConditions[] CONDITIONS = {
        ScoreConditions.NONE,
        ScoreConditions.NONE,
        ScoreConditions.NEW,
        ScoreConditions.PRESENT,
        ScoreConditions.GREATER,
        ScoreConditions.LESS,
        ScoreConditions.PRESENT.and(ScoreConditions.LESS)
    };

    private final Random random;
    private final Supplier<byte[]> keys;
    private final Supplier<Page> pages;

    /** Ranges whose last page was not the last, by their sets. */
    private final Map<String, SortedSetOperation.Range> unfinished = new HashMap<>();

    RandomSortedSetOperations(Random random, Supplier<byte[]> keys, Supplier<Page> pages) {
        this.random = random;
        this.keys = keys;
        this.pages = pages;
    }

    void saw(SortedSetOperation.Range range, Result.ScoredMembers page) {
        byte[] next = page.next();
        if (next == null) {
            unfinished.remove(range.object());
        } else {
            unfinished.put(range.object(), range(range.object(), range.range(), range, next));
        }
    }

    private SortedSetOperation.Range range(
            String name,
            SortedSetRange range,
            SortedSetOperation.@Nullable Range before,
            byte @Nullable [] next) {
        return new SortedSetOperation.Range(
                name,
                range,
                before == null ? random.nextBoolean() : before.reverse(),
                before == null && random.nextInt(3) == 0 ? random.nextInt(12) : 0,
                next,
                pages.get());
    }

    SortedSetOperation operation(String name) {
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4 -> new SortedSetOperation.Add(name, scored(), conditions());
            case 5, 6 -> new SortedSetOperation.Increment(name, keys.get(), score(), conditions());
            case 7 -> new SortedSetOperation.Remove(name, List.of(keys.get(), keys.get()));
            case 8 -> new SortedSetOperation.Scores(name, List.of(keys.get(), keys.get()));
            case 9 ->
                    random.nextBoolean()
                            ? new SortedSetOperation.Size(name)
                            : new SortedSetOperation.Random(name, random.nextLong());
            case 10, 11 -> new SortedSetOperation.Rank(name, keys.get(), random.nextBoolean());
            case 12, 13, 14, 15 -> {
                SortedSetOperation.Range more = unfinished.remove(name);
                yield more == null ? range(name, range(), null, null) : more;
            }
            case 16, 17 -> new SortedSetOperation.Count(name, range());
            case 18 -> new SortedSetOperation.RemoveRange(name, range());
            default ->
                    random.nextBoolean()
                            ? new SortedSetOperation.PopFirst(name, pages.get())
                            : new SortedSetOperation.PopLast(name, pages.get());
        };
    }

    private double score() {
        return SCORES[random.nextInt(SCORES.length)];
    }

    private ScoreConditions conditions() {
        return CONDITIONS[random.nextInt(CONDITIONS.length)];
    }

    private List<Scored> scored() {
        List<Scored> members = new ArrayList<>();
        for (int i = random.nextInt(9); i > 0; i--) {
            members.add(new Scored(keys.get(), score()));
        }
        return members;
    }

    private SortedSetRange range() {
        return switch (random.nextInt(3)) {
            case 0 -> new SortedSetRange.ByRank(index(), index());
            case 1 ->
                    new SortedSetRange.ByScore(
                            score(), random.nextBoolean(), score(), random.nextBoolean());
            default ->
                    new SortedSetRange.ByMember(
                            keys.get(),
                            random.nextBoolean(),
                            random.nextBoolean() ? keys.get() : null,
                            random.nextBoolean());
        };
    }

    private long index() {
        return random.nextInt(30) == 0
                ? (random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE)
                : random.nextInt(-12, 13);
    }
}
