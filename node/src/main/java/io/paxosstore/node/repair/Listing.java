package io.paxosstore.node.repair;

import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** What nodes tell each other about the entities they hold: a question and its answer. */
public sealed interface Listing {
    /** The asker's number for the question; comes back in the answer. */
    long id();

    /**
     * Asks for a page of a shard's entities, or for one of them.
     *
     * @param cursor where the page begins: 0, or {@link Page#next} of the page before
     * @param withChecksums whether checksums are wanted
     * @param only the one entity that is asked for; null for a page
     * @param slots whose entities are asked for, to be rebuilt, and in which epochs the asker
     *     stands there (Rule M6); none for those of all slots
     */
    record Request(
            long id, long cursor, boolean withChecksums, @Nullable EntityKey only, SlotEpochs slots)
            implements Listing {
        /** Asks for entities of all slots. */
        public Request(long id, long cursor, boolean withChecksums, @Nullable EntityKey only) {
            this(id, cursor, withChecksums, only, SlotEpochs.NONE);
        }
    }

    /**
     * Answers a request.
     *
     * @param refused of the slots that were asked for, those of which the answering node lists
     *     nothing: it stands in another epoch there, or is not whole, so that it may have lost
     *     entities of which it does not know the names (Rules A5, M6)
     * @param next where the next page begins; 0 when this was the last
     * @param keys about how many entities the answering shard holds altogether
     */
    record Page(long id, SlotEpochs refused, long next, long keys, List<Item> items)
            implements Listing {
        public Page {
            items = List.copyOf(items);
        }
    }

    /**
     * One entity.
     *
     * @param version its newest chosen entry; 0 when only a promise or an accept is held
     * @param checksum of that entry's value; 0 when it was not asked for, or there is none
     */
    record Item(EntityKey key, long version, int checksum) {}
}
