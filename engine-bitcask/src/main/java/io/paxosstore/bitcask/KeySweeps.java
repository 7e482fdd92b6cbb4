package io.paxosstore.bitcask;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.IntPredicate;

/**
 * Has a shard forget keys, a few at a time: those of dropped spaces (Rule D8), for which it goes
 * through all buckets of its keydir, and those of slots that the node has left, or is about to come
 * to anew (Rules M4, M10). None is added meanwhile. For the shard's thread, but for {@link
 * #wantDropped}.
 */
final class KeySweeps {
    /** How many buckets of the keydir one {@link #step} searches. */
    private static final int BUCKETS = 256;

    /** How many keys of slots one {@link #step} forgets at most. */
    private static final int KEYS = 256;

    /** One walk over the keydir, of which a step does some. */
    private sealed interface Sweep {
        /** Those of dropped spaces. */
        record OfSpaces() implements Sweep {}

        /** Those of slots. */
        record OfSlots(IntPredicate slots, Runnable onEnd) implements Sweep {}
    }

    private final Keydir keydir;
    private final LiveRecords live;
    private final RebuiltKeys rebuilt;
    private final IntPredicate dropped;

    // Bounded: a slot is left, or come to, once at a time.
    private final Queue<Sweep> sweeps = new ArrayDeque<>();
    private int bucket;
    private long cursor;

    // Set by whoever drops a space; the shard clears it, then sweeps: a drop in between sets it
    // again.
    private volatile boolean droppedWanted;

    /**
     * @param dropped which spaces were dropped
     */
    KeySweeps(Keydir keydir, LiveRecords live, RebuiltKeys rebuilt, IntPredicate dropped) {
        this.keydir = keydir;
        this.live = live;
        this.rebuilt = rebuilt;
        this.dropped = dropped;
    }

    /** The keys of dropped spaces are to be forgotten; any thread. */
    void wantDropped() {
        droppedWanted = true;
    }

    /** The keys of slots are to be forgotten. */
    void forget(IntPredicate slots, Runnable onEnd) {
        sweeps.add(new Sweep.OfSlots(slots, onEnd));
    }

    /**
     * Does a slice.
     *
     * @return whether there is more to do
     */
    boolean step() {
        if (droppedWanted) {
            droppedWanted = false;
            sweeps.add(new Sweep.OfSpaces());
        }
        switch (sweeps.peek()) {
            case null -> {}
            case Sweep.OfSpaces _ -> stepOfSpaces();
            case Sweep.OfSlots those -> stepOfSlots(those);
        }
        return !sweeps.isEmpty() || droppedWanted;
    }

    private void stepOfSpaces() {
        int end = Math.min(keydir.bucketCount(), bucket + BUCKETS);
        for (; bucket < end; bucket++) {
            int ref = keydir.first(bucket);
            while (ref != Keydir.NONE) {
                int next = keydir.next(ref);
                if (dropped.test(keydir.space(ref))) {
                    forget(ref);
                }
                ref = next;
            }
        }
        if (bucket >= keydir.bucketCount()) {
            bucket = 0;
            sweeps.remove();
        }
    }

    private void stepOfSlots(Sweep.OfSlots those) {
        cursor = keydir.slots().page(those.slots(), cursor, KEYS, this::forget);
        if (cursor == 0) {
            sweeps.remove();
            those.onEnd().run();
        }
    }

    /** One with records under way stays, empty, until the next start. */
    private void forget(int ref) {
        live.drop(ref);
        if (keydir.inFlight(ref) == 0) {
            rebuilt.removed(ref, keydir.key(ref));
            keydir.remove(ref);
        }
    }
}
