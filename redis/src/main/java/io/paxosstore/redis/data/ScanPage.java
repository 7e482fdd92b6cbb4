package io.paxosstore.redis.data;

import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;
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
    private final ScanWindow<Element<V>> window;

    @SuppressWarnings("ArrayRecordComponent") // on its way to the network
    private record Element<V>(byte[] member, V value) {}

    /**
     * A page.
     *
     * @param keys are charged if many members have one hash
     * @param size how many members there are
     */
    public ScanPage(Keyspace keys, ScanOptions options, long size) {
        this.keys = keys;
        this.options = options;
        this.window = new ScanWindow<>(Math.max(options.count(), size / PAGES), BYTES_MAX);
    }

    /**
     * Takes up one member.
     *
     * @param valueBytes how large its value is
     */
    public void add(byte[] member, V value, int valueBytes) {
        long hash = MemberHash.of(member);
        if (Long.compareUnsigned(hash, options.cursor()) < 0) {
            return;
        }
        long bytes = (long) member.length + valueBytes + Long.BYTES;
        if (window.add(hash, new Element<>(member, value), bytes) && window.isTooLarge()) {
            keys.charge(bytes);
        }
    }

    /**
     * The reply, when all members were added.
     *
     * @param shown what it shows of a member that matches
     */
    public Reply reply(BiFunction<byte[], V, List<Reply>> shown) {
        List<Reply> all = new ArrayList<>();
        window.forEach(element -> {
            if (options.matches(element.member())) {
                all.addAll(shown.apply(element.member(), element.value()));
            }
        });
        boolean isLast = window.end() == ScanWindow.NO_END;
        return reply(isLast ? "0" : Long.toString(window.end()), all);
    }

    private static Reply reply(String cursor, List<Reply> elements) {
        return new Reply.Array(List.of(Reply.bulk(cursor), new Reply.Array(elements)));
    }
}
