package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * One SORT. Elements that are equal by what they are sorted by come in the order of their bytes if
 * that is a number, else in the order that they have in what is sorted. Used once.
 */
final class SortCommand {
    private static final byte[] NOTHING = {};

    private final Keyspace keys;
    private final SortOptions options;

    /** An element, with what it is sorted by. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Weighed(byte[] element, double score, byte @Nullable [] text) {}

    SortCommand(Keyspace keys, SortOptions options) {
        this.keys = keys;
        this.options = options;
    }

    Reply execute() {
        Keyspace.Found found = keys.find(options.key());
        List<byte[]> chosen = chosen(found == null ? List.of() : elements(found), found);
        byte[] store = options.store();
        if (store == null) {
            List<Reply> replies = new ArrayList<>();
            chosen.forEach(element -> got(element).forEach(got -> replies.add(Reply.bulk(got))));
            return new Reply.Array(replies);
        }
        List<byte[]> kept = new ArrayList<>();
        for (byte[] element : chosen) {
            got(element).forEach(got -> kept.add(got == null ? NOTHING : got));
        }
        boolean existed = keys.delete(store);
        new ListElements(keys, store).push(ListEnd.RIGHT, kept);
        keys.stored(EventClass.LIST, "sortstore", store, existed, !kept.isEmpty());
        return new Reply.Number(kept.size());
    }

    private List<byte[]> elements(Keyspace.Found found) {
        return switch (found.type()) {
            case LIST -> new ListElements(keys, options.key()).range(0, found.size() - 1);
            case SET -> SetMembers.of(keys, options.key()).all();
            case SORTED_SET -> members();
            case VALUE, MAP, STREAM, QUEUE, TABLE -> throw RedisError.wrongType();
        };
    }

    private List<byte[]> members() {
        List<byte[]> members = new ArrayList<>();
        ScoredMembers.of(keys, options.key())
                .iterator()
                .forEachRemaining(scored -> {
                    keys.chargeElement(scored.member().length);
                    members.add(scored.member());
                });
        return members;
    }

    /** The elements that come, in their order. */
    private List<byte[]> chosen(List<byte[]> elements, Keyspace.@Nullable Found found) {
        SortPattern by = options.by();
        boolean sorts = by == null || !by.isConstant();
        List<byte[]> ordered = elements;
        if (sorts) {
            ordered = sorted(elements, by, options.isAlpha());
        } else if (found != null && isUnordered(found)) {
            ordered = options.store() == null ? elements : sorted(elements, null, true);
        } else if (options.isDescending()) {
            ordered = elements.reversed();
        }
        int from = Math.clamp(options.limitStart(), 0, ordered.size());
        long count = options.limitCount();
        int left = ordered.size() - from;
        return ordered.subList(from, from + (count < 0 ? left : (int) Math.min(count, left)));
    }

    /** Whether its elements have no order of their own. */
    private static boolean isUnordered(Keyspace.Found found) {
        return found.type() == ObjectType.SET;
    }

    private List<byte[]> sorted(List<byte[]> elements, @Nullable SortPattern by, boolean isAlpha) {
        List<Weighed> weighed = new ArrayList<>();
        for (byte[] element : elements) {
            byte[] weight = by == null ? element : by.value(keys, element);
            double score = isAlpha || weight == null ? 0 : SortScore.of(weight);
            weighed.add(new Weighed(element, score + 0.0, weight)); // one zero
        }
        Comparator<Weighed> order =
                isAlpha
                        ? Comparator.comparing(
                                Weighed::text, Comparator.nullsFirst(Arrays::compareUnsigned))
                        : Comparator.comparingDouble(Weighed::score)
                                .thenComparing(Weighed::element, Arrays::compareUnsigned);
        weighed.sort(options.isDescending() ? order.reversed() : order);
        return weighed.stream().map(Weighed::element).toList();
    }

    /** What comes for an element; null among it for what there is not. */
    private List<byte @Nullable []> got(byte[] element) {
        List<byte @Nullable []> got = new ArrayList<>();
        for (SortPattern pattern : options.gets()) {
            keys.chargeElement(0);
            got.add(pattern.value(keys, element));
        }
        if (options.gets().isEmpty()) {
            got.add(element);
        }
        return got;
    }
}
