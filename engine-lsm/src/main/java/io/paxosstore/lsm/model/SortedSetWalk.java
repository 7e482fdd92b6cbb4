package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.protocol.model.SortedSetRange;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A walk over the members of a range of a sorted set that is not empty. Close it. */
final class SortedSetWalk implements AutoCloseable {
    private static final long ENDLESS = Long.MAX_VALUE;

    private final EntityState state;
    private final ObjectHeader.SortedSet set;
    private final Bounds bounds;
    private final RecordCursor cursor;
    private long skipped;
    private long taken;

    /**
     * Where it goes.
     *
     * @param skip how many are left out
     * @param most how many are shown at most
     * @param rank of the first that is not left out, if the range is one of ranks
     */
    @SuppressWarnings("ArrayRecordComponent") // for the walk only
    private record Bounds(
            byte[] from,
            byte[] to,
            boolean byMember,
            boolean reverse,
            long skip,
            long most,
            @Nullable Long rank) {}

    private SortedSetWalk(EntityState state, ObjectHeader.SortedSet set, Bounds bounds) {
        this.state = state;
        this.set = set;
        this.bounds = bounds;
        byte[] to = Arrays.compareUnsigned(bounds.from, bounds.to) <= 0 ? bounds.to : bounds.from;
        this.cursor =
                bounds.reverse ? state.scanReverse(bounds.from, to) : state.scan(bounds.from, to);
    }

    /** A walk; null if the range has no members for certain. */
    static @Nullable SortedSetWalk of(
            EntityState state, ObjectHeader.SortedSet set, SortedSetOperation.Range range) {
        Bounds bounds =
                switch (range.range()) {
                    case SortedSetRange.ByRank ranks -> ofRanks(state, set, ranks, range);
                    case SortedSetRange.ByScore scores ->
                            of(
                                    range,
                                    scores.minExclusive()
                                            ? above(set, scores.min())
                                            : from(set, scores.min()),
                                    scores.maxExclusive()
                                            ? from(set, scores.max())
                                            : above(set, scores.max()),
                                    false);
                    case SortedSetRange.ByMember members ->
                            of(
                                    range,
                                    member(set, members.from(), members.fromExclusive()),
                                    end(set, members),
                                    true);
                };
        return bounds == null ? null : new SortedSetWalk(state, set, bounds);
    }

    private static byte[] from(ObjectHeader.SortedSet set, double score) {
        return KeyLayout.scoresFrom(set.generation(), score);
    }

    private static byte[] above(ObjectHeader.SortedSet set, double score) {
        return KeyLayout.scoresAbove(set.generation(), score);
    }

    private static byte[] member(ObjectHeader.SortedSet set, byte[] member, boolean isAfter) {
        byte[] key = KeyLayout.member(set.generation(), member);
        return isAfter ? KeyLayout.after(key) : key;
    }

    private static byte[] end(ObjectHeader.SortedSet set, SortedSetRange.ByMember members) {
        byte[] to = members.to();
        return to == null
                ? KeyLayout.membersEnd(set.generation())
                : member(set, to, !members.toExclusive());
    }

    private static Bounds of(
            SortedSetOperation.Range range, byte[] from, byte[] to, boolean byMember) {
        byte[] next = range.next();
        if (next == null) {
            return new Bounds(from, to, byMember, range.reverse(), range.offset(), ENDLESS, null);
        }
        byte[] place = KeyLayout.withTail(from, next);
        return range.reverse()
                ? new Bounds(
                        from, least(to, KeyLayout.after(place)), byMember, true, 0, ENDLESS, null)
                : new Bounds(greatest(from, place), to, byMember, false, 0, ENDLESS, null);
    }

    private static byte[] least(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) <= 0 ? a : b;
    }

    private static byte[] greatest(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) >= 0 ? a : b;
    }

    private static @Nullable Bounds ofRanks(
            EntityState state,
            ObjectHeader.SortedSet set,
            SortedSetRange.ByRank ranks,
            SortedSetOperation.Range range) {
        long size = set.members();
        long first = Math.max(0, ranks.from() < 0 ? ranks.from() + size : ranks.from());
        long last = Math.min(size - 1, ranks.to() < 0 ? ranks.to() + size : ranks.to());
        byte[] begin = KeyLayout.scores(set.generation());
        byte[] end = KeyLayout.scoresEnd(set.generation());
        byte[] place = null;
        byte[] next = range.next();
        if (next != null) {
            ByteReader in = ByteReader.of(next);
            // Whatever a client sends, it is a place somewhere.
            first = Math.max(first, next.length < Long.BYTES ? size : in.getLong());
            place = KeyLayout.withTail(begin, in.getRest());
        } else {
            first += Math.min(range.offset(), size);
        }
        if (first < 0 || first > last) {
            return null;
        }
        if (next == null && first > 0) {
            place = new Ranks(state, set).at(range.reverse() ? size - 1 - first : first);
        }
        byte[] from = place == null || range.reverse() ? begin : place;
        byte[] to = place == null || !range.reverse() ? end : KeyLayout.after(place);
        return new Bounds(from, to, false, range.reverse(), 0, last - first + 1, first);
    }

    /** Moves to the next member; false if there is none. */
    boolean next() {
        while (taken < bounds.most && cursor.next()) {
            if (skipped == bounds.skip) {
                taken++;
                return true;
            }
            skipped++;
        }
        return false;
    }

    /** The member here. */
    Scored member() {
        byte[] key = cursor.key();
        return bounds.byMember
                ? new Scored(KeyLayout.memberOf(key), SortedSetModel.decode(cursor.value()))
                : new Scored(KeyLayout.memberOfScored(key), KeyLayout.scoreOf(key));
    }

    /** Where a walk over the same range is to begin to come here first. */
    byte[] place() {
        byte[] tail = KeyLayout.tail(cursor.key());
        Long rank = bounds.rank;
        return rank == null
                ? tail
                : new ByteWriter(Long.BYTES + tail.length)
                        .putLong(rank + taken - 1)
                        .putRaw(tail)
                        .toBytes();
    }

    /** Whether it goes over all members. */
    boolean isAll() {
        if (bounds.rank != null) {
            return bounds.most == set.members();
        }
        long generation = set.generation();
        byte[] begin = KeyLayout.member(generation, new byte[0]);
        byte[] first = bounds.byMember ? begin : KeyLayout.scores(generation);
        byte[] end =
                bounds.byMember
                        ? KeyLayout.membersEnd(generation)
                        : KeyLayout.scoresEnd(generation);
        return bounds.skip == 0 && isEmpty(first, bounds.from) && isEmpty(bounds.to, end);
    }

    private boolean isEmpty(byte[] from, byte[] to) {
        try (RecordCursor records = state.scan(from, to)) {
            return !records.next();
        }
    }

    /** Counts the members, without going through all of them if it can be told so. */
    long count() {
        if (bounds.rank != null) {
            return bounds.most;
        }
        if (isAll()) {
            return set.members();
        }
        long count = 0;
        while (next()) {
            count++;
        }
        return count;
    }

    /**
     * All members from here on.
     *
     * @throws OperationFailedException if they are more than one MultiOp can change
     */
    List<Scored> rest() {
        List<Scored> members = new ArrayList<>();
        long bytes = 0;
        while (next()) {
            bytes += cursor.key().length;
            ChangesLimit.check(bytes);
            members.add(member());
        }
        return members;
    }

    @Override
    public void close() {
        cursor.close();
    }
}
