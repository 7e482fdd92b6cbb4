package io.paxosstore.node.scan;

import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.slot.SlotEpochs;

import java.util.BitSet;
import java.util.concurrent.TimeUnit;

/** What a node lists of some slots, page by page. Not thread-safe. */
final class NodeList {
    /** An answer that is missing for so long is asked for again; then it is waited for longer. */
    static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final int nodeId;
    private final SlotEpochs asked;

    /** Of which it lists all, as far as it has said. */
    private final BitSet listed;

    private long cursor;
    private long askedNanos;
    private long patienceNanos = RETRY_NANOS;
    private boolean isAsked;
    private boolean isComplete;

    NodeList(int nodeId, SlotEpochs asked) {
        this.nodeId = nodeId;
        this.asked = asked;
        this.listed = asked.slots();
    }

    /** The same from the beginning. */
    NodeList again() {
        return new NodeList(nodeId, asked);
    }

    int nodeId() {
        return nodeId;
    }

    /** Where the page begins that is wanted now. */
    long cursor() {
        return cursor;
    }

    /** The next page is asked for, or the same once more. */
    Listing.Request next(long id, long nowNanos) {
        patienceNanos = isAsked ? 2 * patienceNanos : RETRY_NANOS;
        isAsked = true;
        askedNanos = nowNanos;
        return new Listing.Request(id, cursor, false, null, asked);
    }

    /** The page at the cursor has come. */
    void add(Listing.Page page) {
        page.refused().forEach((slot, _) -> listed.clear(slot));
        cursor = page.next();
        isAsked = false;
        isComplete = cursor == 0;
    }

    /** Whether there are no more pages. */
    boolean isComplete() {
        return isComplete;
    }

    /** Whether an answer has been missing for too long, or has not been asked for. */
    boolean isLate(long nowNanos) {
        return !isComplete && (!isAsked || nowNanos - askedNanos >= patienceNanos);
    }

    /** Whether it has refused to list some slots a while ago: it may do so now. */
    boolean mayListMore(long nowNanos) {
        return isComplete
                && listed.cardinality() < asked.size()
                && nowNanos - askedNanos >= RETRY_NANOS;
    }

    /** Whether it has listed all that it holds of a slot. */
    boolean has(int slot) {
        return isComplete && listed.get(slot);
    }
}
