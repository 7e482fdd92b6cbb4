package io.paxosstore.redis.data;

import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * One page of a SCAN command on the members of a key. Cursors mean the same on all nodes and are
 * kept by none: the members come in the order of a hash of theirs, and the cursor is the hash to go
 * on from. So whoever goes on until the cursor is 0 gets every member that was there all the time,
 * once.
 *
 * <p>All members are to be added, in any order; only those of the page are kept. A page has as many
 * members as were asked for, but a sixteenth of all at least, so that a scan reads all members
 * sixteen times at most; fewer if they are large. Not thread-safe.
 *
 * @param <V> what belongs to a member
 */
public final class ScanPage<V> {
    /** What a scan of a key that does not exist replies. */
    public static final Reply NOTHING = reply("0", List.of());

    /** Most bytes of a page. */
    private static final long BYTES_MAX = 4L << 20;

    /** In most pages at most a scan ends, if the members are small. */
    private static final int PAGES = 16;

    private final Keyspace keys;
    private final ScanOptions options;
    private final long elementsMax;
    private final TreeMap<Long, List<Element<V>>> kept = new TreeMap<>();
    private long elements;
    private long bytes;

    /** The least hash that is not of this page. */
    private long end = Long.MAX_VALUE;

    @SuppressWarnings("ArrayRecordComponent") // on its way to the network
    private record Element<V>(byte[] member, V value, long bytes) {}

    /**
     * A page.
     *
     * @param keys are charged if many members have one hash
     * @param size how many members there are
     */
    public ScanPage(Keyspace keys, ScanOptions options, long size) {
        this.keys = keys;
        this.options = options;
        this.elementsMax = Math.max(options.count(), size / PAGES);
    }

    /**
     * Takes up one member.
     *
     * @param valueBytes how large its value is
     */
    public void add(byte[] member, V value, int valueBytes) {
        long hash = MemberHash.of(member);
        if (Long.compareUnsigned(hash, options.cursor()) < 0 || hash >= end) {
            return;
        }
        Element<V> element =
                new Element<>(member, value, (long) member.length + valueBytes + Long.BYTES);
        kept.computeIfAbsent(hash, _ -> new ArrayList<>(1)).add(element);
        elements++;
        bytes += element.bytes();
        while (kept.size() > 1 && isTooLarge()) {
            removeLast();
        }
        if (isTooLarge()) {
            keys.charge(element.bytes());
        }
    }

    private boolean isTooLarge() {
        return elements > elementsMax || bytes > BYTES_MAX;
    }

    private void removeLast() {
        Map.Entry<Long, List<Element<V>>> last = kept.lastEntry();
        kept.remove(last.getKey());
        end = last.getKey();
        for (Element<V> element : last.getValue()) {
            elements--;
            bytes -= element.bytes();
        }
    }

    /**
     * The reply, when all members were added.
     *
     * @param shown what it shows of a member that matches
     */
    public Reply reply(BiFunction<byte[], V, List<Reply>> shown) {
        List<Reply> all = new ArrayList<>();
        for (List<Element<V>> alike : kept.values()) {
            for (Element<V> element : alike) {
                if (options.matches(element.member())) {
                    all.addAll(shown.apply(element.member(), element.value()));
                }
            }
        }
        return reply(end == Long.MAX_VALUE ? "0" : Long.toString(end), all);
    }

    private static Reply reply(String cursor, List<Reply> elements) {
        return new Reply.Array(List.of(Reply.bulk(cursor), new Reply.Array(elements)));
    }
}
