package io.paxosstore.node.scan;

import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What another node says of a range of keys, answer by answer. Not thread-safe. */
final class TheirDigests {
    private static final int NAME_BYTES_MAX = 512 << 10;

    private final KeyRange range;
    private final BitSet told;
    private final List<SlotDigest> digests = new ArrayList<>();
    private final Set<EntityKey> unsettled = new HashSet<>();
    private RangeFrame.Ask asked;
    private int nameBytes;
    private boolean isComplete;

    TheirDigests(RangeFrame.Ask ask) {
        this.range = ask.range();
        this.told = ask.slots().slots();
        this.asked = ask;
    }

    /** What it was asked last. */
    RangeFrame.Ask asked() {
        return asked;
    }

    /** Asks for what is left. */
    RangeFrame.Ask next(long id, RangeFrame.Answer last) {
        asked = asked.from(id, last.nextPlace(), last.nextCursor());
        return asked;
    }

    /**
     * Takes the answer to what was asked last.
     *
     * @return whether it can be one
     */
    boolean add(RangeFrame.Answer answer) {
        SlotEpochs refused = answer.refused();
        refused.forEach((slot, _) -> told.clear(slot));
        int at = asked.place() - range.first();
        for (SlotDigest digest : answer.digests()) {
            if (at < digests.size()) {
                digests.set(at, digests.get(at).plus(digest));
            } else {
                digests.add(digest);
            }
            at++;
        }
        for (byte[] name : answer.unsettled()) {
            unsettled.add(new EntityKey(range.space(), name));
            nameBytes += name.length;
        }
        isComplete = answer.nextPlace() > range.last();
        boolean isForward =
                answer.nextPlace() > asked.place()
                        || (answer.nextPlace() == asked.place() && answer.nextCursor() != 0);
        int end = answer.nextPlace() + (answer.nextCursor() == 0 ? 0 : 1) - range.first();
        return isForward && digests.size() == end;
    }

    boolean isComplete() {
        return isComplete;
    }

    /** Names of which it may have a later version than it knows to be chosen. */
    Collection<EntityKey> unsettled() {
        return unsettled;
    }

    /** Whether it names more of them than there is room for. */
    boolean isTooMuch(int namesMax) {
        return unsettled.size() > namesMax || nameBytes > NAME_BYTES_MAX;
    }

    /** Whether all settled keys of the slot at a place are the same there, in the same versions. */
    boolean isEqual(int place, int slot, SlotDigest own) {
        return isComplete && told.get(slot) && digests.get(place - range.first()).equals(own);
    }
}
