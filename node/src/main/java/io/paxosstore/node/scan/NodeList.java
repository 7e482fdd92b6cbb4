package io.paxosstore.node.scan;

import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.slot.SlotEpochs;

import java.util.BitSet;

/** What a node lists of some slots, page by page. Not thread-safe. */
final class NodeList {
    private final int nodeId;
    private final SlotEpochs asked;

    /** Of which it lists all, as far as it has said. */
    private final BitSet listed;

    private long cursor;
    private long askedNanos;
    private boolean isComplete;

    NodeList(int nodeId, SlotEpochs asked) {
        this.nodeId = nodeId;
        this.asked = asked;
        this.listed = asked.slots();
    }

    int nodeId() {
        return nodeId;
    }

    /** The next page is asked for. */
    Listing.Request next(long id, long nowNanos) {
        askedNanos = nowNanos;
        return new Listing.Request(id, cursor, false, null, asked);
    }

    /** A page has come. */
    void add(Listing.Page page) {
        page.refused().forEach((slot, _) -> listed.clear(slot));
        cursor = page.next();
        isComplete = cursor == 0;
    }

    /** Whether there are no more pages. */
    boolean isComplete() {
        return isComplete;
    }

    /** Whether an answer has been missing for so long. */
    boolean isLate(long nowNanos, long afterNanos) {
        return !isComplete && nowNanos - askedNanos >= afterNanos;
    }

    /** Whether it has listed all that it holds of a slot. */
    boolean has(int slot) {
        return isComplete && listed.get(slot);
    }
}
