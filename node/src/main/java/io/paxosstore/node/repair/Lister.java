package io.paxosstore.node.repair;

import io.paxosstore.core.Stored;
import io.paxosstore.log.PartCursor;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.StorageShard;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Tells other nodes which entities a shard holds, a bounded page at a time. On the shard's loop
 * only.
 */
public final class Lister {
    /** A checksum costs a read from the disk: so few are made before others have their turn. */
    private static final int CHECKSUMS_MAX = 128;

    private static final int ENTITIES_MAX = 4096;
    private static final int STEP_ENTITIES = 64;

    /** What an entity costs beside its key: space, length, version, checksum. */
    private static final int ITEM_BYTES = 24;

    private final ShardStorage storage;
    private final BooleanSupplier isWhole;
    private final Supplier<SlotView> slots;
    private final LongSupplier keys;
    private final int pageBytes;
    private @Nullable Answerable answered;

    /**
     * @param isWhole whether this node's store is
     * @param slots in which epochs the shard stands
     * @param keys about how many entities the shard holds
     * @param pageBytes a page that has grown so large is full
     */
    public Lister(
            ShardStorage storage,
            BooleanSupplier isWhole,
            Supplier<SlotView> slots,
            LongSupplier keys,
            int pageBytes) {
        this.isWhole = isWhole;
        this.slots = slots;
        this.storage = storage;
        this.keys = keys;
        this.pageBytes = pageBytes;
    }

    /** Answers a request of another node: with what this one votes for, and knows all of. */
    public Listing.Page answer(Listing.Request request) {
        EntityKey only = request.only();
        if (only != null) {
            StorageShard part = storage.of(only);
            Stored stored = part.look(only);
            Listing.Item item = new Listing.Item(only, stored.version(), part.checksum(only));
            return page(request, SlotEpochs.NONE, 0, List.of(item));
        }
        if (request.slots().isEmpty()) {
            return listAll(request, slots.get()::votesIn);
        }
        Answerable now = answerable(request.slots());
        return now.listed().isEmpty()
                ? page(request, now.refused(), 0, List.of())
                : listSlots(request, now.refused(), now.listed()::get);
    }

    /**
     * What is listed of slots that were asked for.
     *
     * @param asked the slots
     * @param view the epochs in which the shard stands
     * @param isWhole whether the store is
     */
    private record Answerable(
            SlotEpochs asked, SlotView view, boolean isWhole, SlotEpochs refused, BitSet listed) {}

    /** From page to page it is the same, as a rule. */
    private Answerable answerable(SlotEpochs asked) {
        SlotView view = slots.get();
        boolean whole = isWhole.getAsBoolean();
        Answerable last = answered;
        if (last != null
                && last.isWhole == whole
                && last.view.equals(view)
                && last.asked.equals(asked)) {
            return last;
        }
        SlotEpochs refused = refused(asked);
        Answerable now =
                new Answerable(asked, view, whole, refused, asked.without(refused).slots());
        answered = now;
        return now;
    }

    /** Of slots in epochs, those that are not listed: what is missing here may be lost. */
    SlotEpochs refused(SlotEpochs asked) {
        SlotView view = slots.get();
        boolean whole = isWhole.getAsBoolean();
        return asked.filter((slot, epoch) -> !(whole && knowsAllOf(slot, epoch, view)));
    }

    /** Rule M6: this node has entered the epoch, and nothing is there that it does not know. */
    private static boolean knowsAllOf(int slot, int epoch, SlotView view) {
        return view.configurationOf(slot).epoch() == epoch
                && view.votesIn(slot)
                && !view.isRebuilding(slot);
    }

    /** Answers a request of this node: with all that it holds, whatever it is worth. */
    Listing.Page own(Listing.Request request) {
        return request.slots().isEmpty()
                ? listAll(request, slot -> true)
                : listSlots(request, SlotEpochs.NONE, request.slots().slots()::get);
    }

    /** A step through all that the shard holds, of which some slots are listed. */
    private Listing.Page listAll(Listing.Request request, IntPredicate isListed) {
        Listed listed = new Listed(isListed);
        boolean withChecksums = request.withChecksums();
        return list(
                request,
                SlotEpochs.NONE,
                listed,
                at -> storage.page(at, STEP_ENTITIES, withChecksums, listed));
    }

    /** A step through what the shard holds of some slots. */
    private Listing.Page listSlots(
            Listing.Request request, SlotEpochs refused, IntPredicate isListed) {
        Listed listed = new Listed(isListed);
        return list(
                request,
                refused,
                listed,
                at -> storage.slotPage(at, isListed, STEP_ENTITIES, listed));
    }

    private Listing.Page list(
            Listing.Request request, SlotEpochs refused, Listed listed, Step step) {
        int entitiesMax = request.withChecksums() ? CHECKSUMS_MAX : ENTITIES_MAX;
        PartCursor cursor = PartCursor.decode(request.cursor());
        int shown = 0;
        do {
            cursor = step.next(cursor);
            shown += STEP_ENTITIES;
        } while (cursor != null && listed.bytes < pageBytes && shown < entitiesMax);
        return page(request, refused, cursor == null ? 0 : cursor.encode(), listed.items);
    }

    /** Shows a few entities. */
    @FunctionalInterface
    private interface Step {
        /** Those from a place on; returns where the others begin, null when there are none. */
        @Nullable PartCursor next(PartCursor at);
    }

    private Listing.Page page(
            Listing.Request request, SlotEpochs refused, long next, List<Listing.Item> items) {
        return new Listing.Page(request.id(), refused, next, keys.getAsLong(), items);
    }

    /** Gathers a page of the slots that were asked for. */
    private static final class Listed implements StorageShard.PageVisitor {
        private final IntPredicate slots;
        private final List<Listing.Item> items = new ArrayList<>();
        private int bytes;

        Listed(IntPredicate slots) {
            this.slots = slots;
        }

        @Override
        public boolean wants(EntityKey key) {
            return slots.test(Slots.of(key));
        }

        @Override
        public void entity(EntityKey key, long version, int checksum) {
            if (wants(key)) {
                items.add(new Listing.Item(key, version, checksum));
                bytes += ITEM_BYTES + key.key().length;
            }
        }
    }
}
