package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.SortedSetRange;

/** What the ranges of sorted sets mean, said simply. */
final class NaiveRanks {
    private NaiveRanks() {}

    static long first(SortedSetRange.ByRank ranks, int size) {
        return Math.max(0, ranks.from() < 0 ? ranks.from() + size : ranks.from());
    }

    static long last(SortedSetRange.ByRank ranks, int size) {
        return Math.min(size - 1, ranks.to() < 0 ? ranks.to() + size : ranks.to());
    }

    static boolean isWithin(SortedSetRange.ByScore range, double score) {
        return (score > range.min() || (score == range.min() && !range.minExclusive()))
                && (score < range.max() || (score == range.max() && !range.maxExclusive()));
    }

    static boolean isWithin(SortedSetRange.ByMember range, String member) {
        int from = member.compareTo(Latin1.text(range.from()));
        byte[] end = range.to();
        int to = end == null ? -1 : member.compareTo(Latin1.text(end));
        return (from > 0 || (from == 0 && !range.fromExclusive()))
                && (to < 0 || (to == 0 && !range.toExclusive()));
    }
}
