package io.paxosstore.lsm.model;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.protocol.model.SortedSetRange;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sorted sets of the naive twin. */
final class NaiveSortedSets {
    private static final Comparator<Map.Entry<String, Double>> BY_SCORE =
            Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey());

    private final NaiveEntity entity;

    NaiveSortedSets(NaiveEntity entity) {
        this.entity = entity;
    }

    Result execute(SortedSetOperation operation) {
        String name = operation.object();
        NaiveObject found = entity.find(name, ObjectType.SORTED_SET);
        SortedMap<String, Double> scores = found == null ? new TreeMap<>() : found.scores;
        return switch (operation) {
            case SortedSetOperation.Add add -> add(scores, add);
            case SortedSetOperation.Increment increment -> increment(scores, increment);
            case SortedSetOperation.Remove remove -> {
                long removed = 0;
                for (byte[] member : remove.members()) {
                    removed += scores.remove(Latin1.text(member)) == null ? 0 : 1;
                }
                yield new Result.Count(removed);
            }
            case SortedSetOperation.Scores asked -> {
                List<@Nullable Double> all = new ArrayList<>();
                asked.members().forEach(member -> all.add(scores.get(Latin1.text(member))));
                yield new Result.Scores(all);
            }
            case SortedSetOperation.Size _ -> new Result.Size(scores.size());
            case SortedSetOperation.Rank rank -> {
                List<String> members = new ArrayList<>();
                sorted(scores, rank.reverse()).forEach(one -> members.add(one.getKey()));
                String member = Latin1.text(rank.member());
                Double score = scores.get(member);
                yield new Result.Rank(members.indexOf(member), score == null ? 0 : score);
            }
            case SortedSetOperation.Range range -> page(range(scores, range), range, scores.size());
            case SortedSetOperation.Count count ->
                    new Result.Size(range(scores, whole(name, count.range(), false)).size());
            case SortedSetOperation.RemoveRange remove -> {
                var all = range(scores, whole(name, remove.range(), false));
                all.forEach(one -> scores.remove(one.getKey()));
                yield new Result.Count(all.size());
            }
            case SortedSetOperation.PopFirst pop -> pop(scores, name, pop.page(), false);
            case SortedSetOperation.PopLast pop -> pop(scores, name, pop.page(), true);
            case SortedSetOperation.Random random -> random(scores, random.seed());
        };
    }

    private static SortedSetOperation.Range whole(
            String name, SortedSetRange range, boolean reverse) {
        return new SortedSetOperation.Range(name, range, reverse, 0, null, Page.LARGEST);
    }

    private Result add(SortedMap<String, Double> scores, SortedSetOperation.Add add) {
        long added = 0;
        long changed = 0;
        for (Scored one : add.members()) {
            Double before = scores.get(Latin1.text(one.member()));
            if (holds(add.conditions(), before, one.score())) {
                added += before == null ? 1 : 0;
                changed += before != null && before != one.score() ? 1 : 0;
                put(scores, add.object(), Latin1.text(one.member()), one.score());
            }
        }
        return new Result.Added(added, changed);
    }

    /** The object comes into being with its first member. */
    private void put(SortedMap<String, Double> scores, String name, String member, double score) {
        scores.put(member, score);
        entity.findOrCreate(name, ObjectType.SORTED_SET).scores.put(member, score);
    }

    private boolean holds(ScoreConditions conditions, @Nullable Double before, double score) {
        if (entity.has(NaiveEntity.Plant.SORTED_SET_FORGETS_CONDITIONS)) {
            return true;
        }
        boolean isGreater = before == null || score > before;
        boolean isLess = before == null || score < before;
        return (before == null || !conditions.onlyNew())
                && (before != null || !conditions.onlyPresent())
                && (isGreater || !conditions.onlyGreater())
                && (isLess || !conditions.onlyLess());
    }

    private Result increment(
            SortedMap<String, Double> scores, SortedSetOperation.Increment increment) {
        String member = Latin1.text(increment.member());
        Double before = scores.get(member);
        boolean isNone = before != null && increment.conditions().onlyNew();
        double score = (before == null ? 0 : before) + increment.delta();
        if (!isNone && Double.isNaN(score)) {
            throw new NaiveEntity.Failed(new Failure.ScoreNotANumber(increment.object()));
        }
        if (isNone || !holds(increment.conditions(), before, score)) {
            return new Result.Score(null);
        }
        put(scores, increment.object(), member, score);
        return new Result.Score(score);
    }

    private static List<Map.Entry<String, Double>> sorted(
            SortedMap<String, Double> scores, boolean reverse) {
        List<Map.Entry<String, Double>> all = new ArrayList<>();
        scores.forEach((member, score) -> all.add(Map.entry(member, score)));
        all.sort(reverse ? BY_SCORE.reversed() : BY_SCORE);
        return all;
    }

    private static List<Map.Entry<String, Double>> range(
            SortedMap<String, Double> scores, SortedSetOperation.Range range) {
        List<Map.Entry<String, Double>> all = sorted(scores, range.reverse());
        byte[] next = range.next();
        switch (range.range()) {
            case SortedSetRange.ByRank ranks -> {
                long most = NaiveRanks.last(ranks, all.size()) - firstRank(range, all.size()) + 1;
                if (next == null) {
                    long first = Math.min(firstRank(range, all.size()), all.size());
                    all = all.subList((int) Math.max(0, first), all.size());
                } else {
                    byte[] place = Arrays.copyOfRange(next, Long.BYTES, next.length);
                    all.removeIf(one -> !isAhead(place(one, false), place, range));
                }
                return all.subList(0, (int) Math.max(0, Math.min(most, all.size())));
            }
            case SortedSetRange.ByScore by -> {
                all.removeIf(one -> !NaiveRanks.isWithin(by, one.getValue()));
                all.removeIf(one -> next != null && !isAhead(place(one, false), next, range));
            }
            case SortedSetRange.ByMember by -> {
                all.sort(Map.Entry.comparingByKey());
                if (range.reverse()) {
                    Collections.reverse(all);
                }
                all.removeIf(one -> !NaiveRanks.isWithin(by, one.getKey()));
                all.removeIf(one -> next != null && !isAhead(place(one, true), next, range));
            }
        }
        int skipped = next == null ? (int) Math.min(range.offset(), all.size()) : 0;
        return all.subList(skipped, all.size());
    }

    /** The rank of the first that is shown. */
    private static long firstRank(SortedSetOperation.Range range, int size) {
        SortedSetRange.ByRank ranks = (SortedSetRange.ByRank) range.range();
        long first = NaiveRanks.first(ranks, size);
        byte[] next = range.next();
        if (next == null) {
            return first > size ? first : first + range.offset();
        }
        return Math.max(first, ByteReader.of(next).getLong());
    }

    private static boolean isAhead(byte[] place, byte[] next, SortedSetOperation.Range range) {
        int order = Arrays.compareUnsigned(place, next);
        return range.reverse() ? order <= 0 : order >= 0;
    }

    private static byte[] place(Map.Entry<String, Double> one, boolean byMember) {
        byte[] member = Latin1.bytes(one.getKey());
        return byMember ? member : KeyLayout.tail(KeyLayout.scored(1, one.getValue(), member));
    }

    private Result.ScoredMembers page(
            List<Map.Entry<String, Double>> found, SortedSetOperation.Range range, int size) {
        List<Scored> members = new ArrayList<>();
        int bytes = 0;
        for (Map.Entry<String, Double> one : found) {
            bytes += one.getKey().length() + Double.BYTES;
            if (entity.room().isFull(members.size(), bytes, range.page())) {
                boolean byMember = range.range() instanceof SortedSetRange.ByMember;
                byte[] place = place(one, byMember);
                boolean byRank = range.range() instanceof SortedSetRange.ByRank;
                long rank = byRank ? firstRank(range, size) + members.size() : 0;
                return new Result.ScoredMembers(members, byRank ? next(rank, place) : place);
            }
            members.add(new Scored(Latin1.bytes(one.getKey()), one.getValue()));
        }
        return new Result.ScoredMembers(members, null);
    }

    private static byte[] next(long rank, byte[] place) {
        return new ByteWriter(Long.BYTES + place.length).putLong(rank).putRaw(place).toBytes();
    }

    private static Result random(SortedMap<String, Double> scores, long seed) {
        List<Scored> drawn = new ArrayList<>();
        if (!scores.isEmpty()) {
            String member = NaiveSets.drawn(scores.keySet(), seed);
            drawn.add(new Scored(Latin1.bytes(member), scores.getOrDefault(member, 0.0)));
        }
        return new Result.ScoredMembers(drawn, null);
    }

    private Result pop(SortedMap<String, Double> scores, String name, Page page, boolean reverse) {
        SortedSetOperation.Range range =
                new SortedSetOperation.Range(name, SortedSetRange.ALL, reverse, 0, null, page);
        List<Scored> popped = page(range(scores, range), range, scores.size()).members();
        popped.forEach(one -> scores.remove(Latin1.text(one.member())));
        return new Result.ScoredMembers(popped, null);
    }
}
