package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** One command on several sorted sets together, with its options. Used once. */
final class ZCombineCommand {
    /** What is made of the sets. */
    enum Kind {
        /** The members of any. */
        UNION("zunionstore"),
        /** The members of all. */
        INTERSECTION("zinterstore"),
        /** The members of the first that are of no other. */
        DIFFERENCE("zdiffstore");

        private final String stored;

        /**
         * @param stored what it is told as when it was stored
         */
        Kind(String stored) {
            this.stored = stored;
        }
    }

    private final Arguments in;
    private final Kind kind;
    private final boolean stores;
    private final boolean counts;
    private final List<ScoredSets.Weighted> sets = new ArrayList<>();
    private ScoredSets.Aggregate aggregate = ScoredSets.Aggregate.SUM;
    private boolean withScores;
    private long limit;

    private ZCombineCommand(
            Keyspace keys, Arguments in, Kind kind, boolean stores, boolean counts) {
        this.in = in;
        this.kind = kind;
        this.stores = stores;
        this.counts = counts;
        readOptions(readKeys(keys));
    }

    static Reply read(Keyspace keys, Arguments in, Kind kind) {
        ZCombineCommand command = new ZCombineCommand(keys, in, kind, false, false);
        return command.combined(keys).reply(command.withScores);
    }

    static Reply store(Keyspace keys, Arguments in, Kind kind) {
        List<Scored> members =
                new ZCombineCommand(keys, in, kind, true, false).combined(keys).members();
        return ScoredMembers.store(keys, in.bytes(1), members, kind.stored);
    }

    static Reply count(Keyspace keys, Arguments in) {
        ZCombineCommand command = new ZCombineCommand(keys, in, Kind.INTERSECTION, false, true);
        return new Reply.Number(ScoredSets.countOfAll(command.smallestFirst(), command.limit));
    }

    /** Returns the index of the first word behind the keys. */
    private int readKeys(Keyspace keys) {
        int countAt = stores ? 2 : 1;
        long count = in.integer(countAt);
        if (count < 1) {
            throw new RedisError(
                    "ERR at least 1 input key is needed for '"
                            + in.option(0).toLowerCase(Locale.ROOT)
                            + "' command");
        }
        if (count > in.count() - countAt - 1) {
            throw RedisError.syntax();
        }
        int end = countAt + 1 + (int) count;
        for (byte[] key : in.list(countAt + 1, end)) {
            sets.add(new ScoredSets.Weighted(ScoredSource.of(keys, key), 1));
        }
        return end;
    }

    private void readOptions(int from) {
        boolean isScored = kind != Kind.DIFFERENCE && !counts;
        int i = from;
        while (i < in.count()) {
            int left = in.count() - i;
            if (isScored && left > sets.size() && in.is(i, "WEIGHTS")) {
                readWeights(i + 1);
                i += sets.size() + 1;
            } else if (isScored && left >= 2 && in.is(i, "AGGREGATE")) {
                aggregate = aggregate(i + 1);
                i += 2;
            } else if (!stores && !counts && in.is(i, "WITHSCORES")) {
                withScores = true;
                i++;
            } else if (counts && left >= 2 && in.is(i, "LIMIT")) {
                limit = limit(i + 1);
                i += 2;
            } else {
                throw RedisError.syntax();
            }
        }
    }

    private void readWeights(int from) {
        for (int i = 0; i < sets.size(); i++) {
            double weight = Scores.of(in.bytes(from + i), "ERR weight value is not a float");
            sets.set(i, new ScoredSets.Weighted(sets.get(i).set(), weight));
        }
    }

    private ScoredSets.Aggregate aggregate(int index) {
        return switch (in.option(index)) {
            case "SUM" -> ScoredSets.Aggregate.SUM;
            case "MIN" -> ScoredSets.Aggregate.MIN;
            case "MAX" -> ScoredSets.Aggregate.MAX;
            default -> throw RedisError.syntax();
        };
    }

    private long limit(int index) {
        if (!Arguments.isInteger(in.bytes(index)) || in.integer(index) < 0) {
            throw new RedisError("ERR LIMIT can't be negative");
        }
        return in.integer(index);
    }

    private List<ScoredSets.Weighted> smallestFirst() {
        List<ScoredSets.Weighted> sorted = new ArrayList<>(sets);
        sorted.sort(Comparator.comparingLong(one -> one.set().size()));
        return sorted;
    }

    private ScoredSets combined(Keyspace keys) {
        ScoredSets combined = new ScoredSets(keys, aggregate);
        switch (kind) {
            case UNION -> combined.addUnion(smallestFirst());
            case INTERSECTION -> combined.addIntersection(smallestFirst());
            case DIFFERENCE -> combined.addDifference(sets);
        }
        return combined;
    }
}
