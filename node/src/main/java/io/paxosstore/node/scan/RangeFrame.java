package io.paxosstore.node.scan;

import io.paxosstore.node.slot.SlotEpochs;

import java.util.List;

/** What nodes say to each other to compare what they hold of a range of keys. */
public sealed interface RangeFrame {
    /** The asker's number for the question; comes back in the answer. */
    long id();

    /**
     * Asks for digests.
     *
     * @param seed what keys are numbered by, another one for each comparison
     * @param slots those of the range of which digests are wanted, and in which epochs the asker
     *     stands there (Rule M6)
     * @param place where the answer begins: that of the first slot, or {@link Answer#nextPlace}
     * @param cursor where it begins in that slot: 0, or {@link Answer#nextCursor}
     * @param without names that are left out of the digests
     */
    record Ask(
            long id,
            long seed,
            KeyRange range,
            SlotEpochs slots,
            int place,
            long cursor,
            List<byte[]> without)
            implements RangeFrame {
        public Ask {
            without = List.copyOf(without);
        }

        /** The same from a later place on. */
        Ask from(long newId, int newPlace, long newCursor) {
            return new Ask(newId, seed, range, slots, newPlace, newCursor, without);
        }
    }

    /**
     * Answers a question, or a part of it.
     *
     * @param refused slots of which the answering node says nothing: it stands in another epoch
     *     there, or may have lost something (Rules A5, M6)
     * @param nextPlace where the rest of the answer begins; behind the last place of the range if
     *     there is none
     * @param nextCursor where it begins in that slot
     * @param digests of the slots from the question's place on, in the order of places; with more
     *     to come, the last one may be of a part of a slot. The next one goes on with it
     * @param unsettled names that are left out of the digests, because a later version may have
     *     been chosen; those that were to be left out are not among them
     */
    record Answer(
            long id,
            SlotEpochs refused,
            int nextPlace,
            long nextCursor,
            List<SlotDigest> digests,
            List<byte[]> unsettled)
            implements RangeFrame {
        public Answer {
            digests = List.copyOf(digests);
            unsettled = List.copyOf(unsettled);
        }
    }
}
