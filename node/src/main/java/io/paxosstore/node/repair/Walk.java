package io.paxosstore.node.repair;

import io.paxosstore.node.slot.SlotEpochs;

import java.util.ArrayDeque;
import java.util.Queue;

/** The way of a sweep over one node's entities. Not thread-safe. */
final class Walk {
    /** Why the node is walked over. */
    enum Purpose {
        CATCH_UP,

        /**
         * Something was said and not heard. It may have been a vote that would have shown the other
         * one's value to be chosen: then it is the other one that nobody tells.
         */
        EXCHANGE,
        CHECK,
        REBUILD
    }

    /**
     * So many times as long as it takes to look at a page a walk that nobody waits for then rests:
     * the other node has had as much to do with it, and clients ask both.
     */
    static final int REST = 4;

    final int nodeId;
    final Purpose purpose;
    final long begunNanos;

    /** Whose entities are to be rebuilt; none for another purpose. */
    SlotEpochs slots;

    /** What the host said when that was looked at last. */
    int rebuildVersion;

    /** What came of the last page and has not been looked at. */
    final Queue<Listing.Item> items = new ArrayDeque<>();

    long cursor;
    boolean lastPage;

    /** The question whose answer is awaited; 0 for none. */
    long question;

    long askedNanos;

    /** When the last page was looked at first, and how long that took until now. */
    private long lookedNanos;

    private long lookingNanos;

    /** How long it has rested in all. */
    private long restedNanos;

    long seen;

    /** About how many entities the node has. */
    long keys;

    /** When the last slot was rebuilt of those that wait for something. */
    long settledNanos;

    /** How many are being recovered. */
    int unfinished;

    Walk(int nodeId, Purpose purpose, long begunNanos) {
        this(nodeId, purpose, SlotEpochs.NONE, begunNanos);
    }

    private Walk(int nodeId, Purpose purpose, SlotEpochs slots, long begunNanos) {
        this.nodeId = nodeId;
        this.purpose = purpose;
        this.slots = slots;
        this.begunNanos = begunNanos;
    }

    /** Whether the node that is walked over is told where it is behind. */
    boolean tells() {
        return purpose == Purpose.EXCHANGE || purpose == Purpose.CHECK;
    }

    /** Over what a node holds of slots that are rebuilt. */
    static Walk rebuild(int nodeId, SlotEpochs slots, long begunNanos) {
        return new Walk(nodeId, Purpose.REBUILD, slots, begunNanos);
    }

    /**
     * Items of the page were looked at.
     *
     * @param countsForRest whether it is to rest for it
     */
    void looked(long fromNanos, long toNanos, boolean countsForRest) {
        if (lookingNanos == 0) {
            lookedNanos = fromNanos;
        }
        if (countsForRest) {
            lookingNanos += toNanos - fromNanos;
        }
    }

    /** The next page is asked for: its rest is over. */
    void goesOn(long nowNanos) {
        if (lookingNanos > 0) {
            restedNanos += Math.max(0, nowNanos - lookedNanos - lookingNanos);
        }
        lookingNanos = 0;
    }

    /** Whether all that was asked for last has been done, as far as the next question waits. */
    boolean isPageOver() {
        return question == 0 && items.isEmpty() && (!lastPage || unfinished == 0);
    }

    /** Whether others have their turn first; what is rebuilt has a {@link Pace} of its own. */
    boolean isResting(long nowNanos) {
        return purpose != Purpose.REBUILD && nowNanos - lookedNanos < (1 + REST) * lookingNanos;
    }

    /** How long it has been under way without its rests. */
    long workedNanos(long nowNanos) {
        return nowNanos - begunNanos - restedNanos;
    }

    /** About how many entities are left to look at or to recover. */
    long left() {
        return Math.max(0, keys - seen) + unfinished;
    }

    /** How far it is, for people. */
    String progress() {
        String what =
                switch (purpose) {
                    case REBUILD -> "rebuilds from node ";
                    case CATCH_UP, EXCHANGE -> "catches up with node ";
                    case CHECK -> "checks against node ";
                };
        return what + nodeId + ": " + seen + " keys compared, about " + left() + " left";
    }
}
