package io.paxosstore.bitcask;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.IntPredicate;

/**
 * Has a shard forget keys, some buckets of its keydir at a time: those of dropped spaces (Rule D8),
 * and those of slots that the node has left, or is about to come to anew (Rules M4, M10). None is
 * added meanwhile. For the shard's thread, but for {@link #wantDropped}.
 */
final class KeySweeps {
    /** How many buckets of the keydir one {@link #step} searches. */
    private static final int BUCKETS = 256;

    /**
     * One walk over the keydir.
     *
     * @param refs which keys go
     */
    private record Sweep(IntPredicate refs, Runnable onEnd) {}

    private final Keydir keydir;
    private final LiveRecords live;
    private final RebuiltKeys rebuilt;
    private final IntPredicate dropped;

    // Bounded: a slot is left, or come to, once at a time.
    private final Queue<Sweep> sweeps = new ArrayDeque<>();
    private int bucket;

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
        sweeps.add(new Sweep(ref -> slots.test(keydir.key(ref).slot()), onEnd));
    }

    /**
     * Does a slice.
     *
     * @return whether there is more to do
     */
    boolean step() {
        if (droppedWanted) {
            droppedWanted = false;
            sweeps.add(new Sweep(ref -> dropped.test(keydir.space(ref)), () -> {}));
        }
        Sweep sweep = sweeps.peek();
        if (sweep == null) {
            return false;
        }
        int end = Math.min(keydir.bucketCount(), bucket + BUCKETS);
        for (; bucket < end; bucket++) {
            int ref = keydir.first(bucket);
            while (ref != Keydir.NONE) {
                int next = keydir.next(ref);
                if (sweep.refs().test(ref)) {
                    forget(ref);
                }
                ref = next;
            }
        }
        if (bucket >= keydir.bucketCount()) {
            bucket = 0;
            sweeps.remove();
            sweep.onEnd().run();
        }
        return !sweeps.isEmpty() || droppedWanted;
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
