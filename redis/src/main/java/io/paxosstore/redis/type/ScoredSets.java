package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;

/** The members of several sorted sets, put together. Not thread-safe. */
final class ScoredSets {
    /** Members that are looked for in other sets at once. */
    private static final int BATCH = 1000;

    private static final Comparator<Entry<byte[], Double>> BY_SCORE =
            (a, b) -> {
                int order = compare(a.getValue(), b.getValue());
                return order == 0 ? Arrays.compareUnsigned(a.getKey(), b.getKey()) : order;
            };

    private final Keyspace keys;
    private final Aggregate aggregate;
    private final Map<byte[], Double> scores = new TreeMap<>(Arrays::compareUnsigned);

    /** What becomes of a member's scores. */
    enum Aggregate {
        /** Their sum; 0 if they are infinities of both signs. */
        SUM,
        /** The least. */
        MIN,
        /** The greatest. */
        MAX;

        double of(double before, double score) {
            return switch (this) {
                case SUM -> Double.isNaN(before + score) ? 0 : before + score;
                case MIN -> score < before ? score : before;
                case MAX -> score > before ? score : before;
            };
        }
    }

    /** A set whose scores are multiplied by a weight. */
    record Weighted(ScoredSource set, double weight) {
        double first(double score) {
            double weighted = weight * score;
            return Double.isNaN(weighted) ? 0 : weighted;
        }
    }

    /**
     * No members.
     *
     * @param keys are charged for members
     */
    ScoredSets(Keyspace keys, Aggregate aggregate) {
        this.keys = keys;
        this.aggregate = aggregate;
    }

    /** The zeros are equal. */
    private static int compare(double a, double b) {
        return a < b ? -1 : a > b ? 1 : 0;
    }

    private void put(byte[] member, double score) {
        if (scores.put(member, score) == null) {
            keys.chargeElement(member.length + (long) Double.BYTES);
        }
    }

    /**
     * Adds the members of any set.
     *
     * @throws RedisError if they are too large
     */
    void addUnion(List<Weighted> sets) {
        for (Weighted one : sets) {
            for (Scored member : one.set()) {
                double score = one.first(member.score());
                Double before = scores.get(member.member());
                put(member.member(), before == null ? score : aggregate.of(before, score));
            }
        }
    }

    /**
     * Adds the members of all sets, of which the first should be the smallest.
     *
     * @throws RedisError if they are too large
     */
    void addIntersection(List<Weighted> sets) {
        Weighted first = sets.getFirst();
        for (Iterator<Scored> members = first.set().iterator(); members.hasNext(); ) {
            List<Entry<byte[], Double>> batch = new ArrayList<>();
            for (Entry<byte[], Double> one : batch(members)) {
                batch.add(Map.entry(one.getKey(), first.first(one.getValue())));
            }
            for (Weighted other : sets.subList(1, sets.size())) {
                batch = those(batch, other);
            }
            batch.forEach(one -> put(one.getKey(), one.getValue()));
        }
    }

    private static List<Entry<byte[], Double>> batch(Iterator<Scored> members) {
        List<Entry<byte[], Double>> batch = new ArrayList<>();
        while (batch.size() < BATCH && members.hasNext()) {
            Scored one = members.next();
            batch.add(Map.entry(one.member(), one.score()));
        }
        return batch;
    }

    private static List<@Nullable Double> scores(
            List<Entry<byte[], Double>> members, ScoredSource set) {
        return set.scores(members.stream().map(Entry::getKey).toList());
    }

    /** Those that another set has, too. */
    private List<Entry<byte[], Double>> those(List<Entry<byte[], Double>> members, Weighted other) {
        List<@Nullable Double> found = scores(members, other.set());
        List<Entry<byte[], Double>> those = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Double score = found.get(i);
            if (score != null) {
                Entry<byte[], Double> one = members.get(i);
                double all = aggregate.of(one.getValue(), score * other.weight());
                those.add(Map.entry(one.getKey(), all));
            }
        }
        return those;
    }

    /**
     * How many members all sets have, of which the first should be the smallest.
     *
     * @param limit no more are counted; 0 for no limit
     */
    static long countOfAll(List<Weighted> sets, long limit) {
        long count = 0;
        Iterator<Scored> members = sets.getFirst().set().iterator();
        while (members.hasNext() && (limit == 0 || count < limit)) {
            List<Entry<byte[], Double>> batch = batch(members);
            for (Weighted other : sets.subList(1, sets.size())) {
                batch = those(batch, other.set(), true);
            }
            count += batch.size();
        }
        return limit == 0 ? count : Math.min(count, limit);
    }

    /** Those that another set has, or has not. */
    private static List<Entry<byte[], Double>> those(
            List<Entry<byte[], Double>> members, ScoredSource other, boolean areThere) {
        List<@Nullable Double> found = scores(members, other);
        List<Entry<byte[], Double>> those = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            if ((found.get(i) != null) == areThere) {
                those.add(members.get(i));
            }
        }
        return those;
    }

    /**
     * Adds the members of the first set that no other has.
     *
     * @throws RedisError if they are too large
     */
    void addDifference(List<Weighted> sets) {
        for (Iterator<Scored> members = sets.getFirst().set().iterator(); members.hasNext(); ) {
            List<Entry<byte[], Double>> batch = batch(members);
            for (Weighted other : sets.subList(1, sets.size())) {
                batch = those(batch, other.set(), false);
            }
            batch.forEach(one -> put(one.getKey(), one.getValue()));
        }
    }

    private List<Entry<byte[], Double>> sorted() {
        List<Entry<byte[], Double>> all = new ArrayList<>(scores.entrySet());
        all.sort(BY_SCORE);
        return all;
    }

    /** The members in the order of their scores, of which none is a negative zero. */
    List<Scored> members() {
        return sorted().stream().map(one -> new Scored(one.getKey(), one.getValue())).toList();
    }

    /** The members in the order of their scores, as a reply shows them. */
    Reply reply(boolean withScores) {
        List<Reply> all = new ArrayList<>();
        for (Entry<byte[], Double> one : sorted()) {
            all.add(new Reply.Bulk(one.getKey()));
            if (withScores) {
                all.add(new Reply.Real(one.getValue()));
            }
        }
        return withScores ? new Reply.Couples(all) : new Reply.Array(all);
    }
}
