package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.node.slot.TestSlots;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** Rules A5 and M6: a node lists what it votes for, and only where it knows all of it. */
final class ListerTest {
    /** Votes there, whole, in the first epoch. */
    private static final int WHOLE = 5;

    /** Votes there in the second epoch. */
    private static final int JOINT = 6;

    /** Came there anew. */
    private static final int REBUILDING = 7;

    /** Does not vote there any more, and has something left over. */
    private static final int GONE = 8;

    private static final SlotConfiguration.Stable FIRST = SlotConfiguration.first(List.of(1, 2, 3));
    private static final SlotConfiguration.Joint GOES = FIRST.towards(List.of(2, 3, 4));

    private final SlotView view =
            TestSlots.entered(
                    TestSlots.unchanged(1, 1, 2, 3),
                    new SlotRecord(JOINT, GOES, SlotStanding.WHOLE),
                    new SlotRecord(
                            REBUILDING,
                            GOES.completed().towards(List.of(1, 3, 4)),
                            SlotStanding.REBUILDING),
                    new SlotRecord(GONE, GOES.completed(), SlotStanding.NONE));

    private final Held held = new Held();
    private boolean isWhole = true;

    private Lister lister(int pageBytes) {
        return new Lister(
                new ShardStorage(held, new NoEntities()),
                () -> isWhole,
                () -> view,
                held.entities::size,
                pageBytes);
    }

    private EntityKey put(int slot, int number) {
        EntityKey key = TestSlots.keyIn(slot, 1, number);
        held.entities.put(key, number + 1L);
        return key;
    }

    private static Listing.Request ask(SlotEpochs slots) {
        return new Listing.Request(9, 0, false, null, slots);
    }

    private static List<EntityKey> keys(Listing.Page page) {
        return page.items().stream().map(Listing.Item::key).toList();
    }

    /** All pages, from the first to the last. */
    private List<EntityKey> walk(Lister lister, SlotEpochs slots) {
        List<EntityKey> found = new ArrayList<>();
        long cursor = 0;
        do {
            Listing.Page page = lister.answer(new Listing.Request(9, cursor, false, null, slots));
            found.addAll(keys(page));
            cursor = page.next();
        } while (cursor != 0);
        return found;
    }

    @Test
    void listsWhatItVotesFor() {
        EntityKey whole = put(WHOLE, 0);
        EntityKey joint = put(JOINT, 0);
        EntityKey rebuilding = put(REBUILDING, 0);
        put(GONE, 0);
        Listing.Page page = lister(1 << 20).answer(ask(SlotEpochs.NONE));
        assertEquals(List.of(whole, joint, rebuilding), keys(page));
        assertEquals(SlotEpochs.NONE, page.refused());
        assertEquals(9, page.id());
        assertEquals(4, page.keys());
        assertEquals(1, page.items().getFirst().version());
    }

    @Test
    void listsSlotsOfWhichItKnowsAll() {
        EntityKey whole = put(WHOLE, 0);
        EntityKey joint = put(JOINT, 0);
        put(WHOLE + 100, 0);
        Listing.Page page = lister(1 << 20).answer(ask(TestSlots.epochs(view, WHOLE, JOINT)));
        assertEquals(List.of(whole, joint), keys(page));
        assertEquals(SlotEpochs.NONE, page.refused());
    }

    /** Rule M6. */
    @Test
    void refusesSlotsOfOtherEpochs() {
        EntityKey whole = put(WHOLE, 0);
        put(JOINT, 0);
        SlotView behind = TestSlots.unchanged(1, 1, 2, 3);
        SlotEpochs late = TestSlots.epochs(behind, JOINT);
        Listing.Page page = lister(1 << 20).answer(ask(TestSlots.epochs(behind, WHOLE, JOINT)));
        assertEquals(late, page.refused(), "the asker is behind");
        assertEquals(List.of(whole), keys(page));
        SlotView ahead =
                TestSlots.entered(view, new SlotRecord(JOINT, GOES.reversed(), SlotStanding.WHOLE));
        SlotEpochs early = TestSlots.epochs(ahead, JOINT);
        page = lister(1 << 20).answer(ask(early));
        assertEquals(early, page.refused(), "this node is behind");
        assertEquals(List.of(), keys(page));
        assertEquals(0, page.next());
    }

    /** Rules A5, M6: it may lack entities of which it does not know the names. */
    @Test
    void refusesSlotsOfWhichItMayLackSomething() {
        put(REBUILDING, 0);
        put(GONE, 0);
        SlotEpochs slots = TestSlots.epochs(view, REBUILDING, GONE);
        Listing.Page page = lister(1 << 20).answer(ask(slots));
        assertEquals(slots, page.refused());
        assertEquals(List.of(), keys(page));
    }

    @Test
    void refusesEverythingWhileItsStoreIsNotWhole() {
        put(WHOLE, 0);
        isWhole = false;
        SlotEpochs slots = TestSlots.epochs(view, WHOLE, JOINT);
        Listing.Page page = lister(1 << 20).answer(ask(slots));
        assertEquals(slots, page.refused());
        assertEquals(List.of(), keys(page));
        assertEquals(0, page.next());
    }

    /** What is left over of an earlier life is to be rebuilt as well. */
    @Test
    void itsOwnListHasWhateverIsHeld() {
        put(WHOLE, 0);
        EntityKey rebuilding = put(REBUILDING, 0);
        EntityKey gone = put(GONE, 0);
        isWhole = false;
        Lister lister = lister(1 << 20);
        SlotEpochs slots = TestSlots.epochs(view, REBUILDING, GONE);
        Listing.Page page = lister.own(ask(slots));
        assertEquals(List.of(rebuilding, gone), keys(page));
        assertEquals(SlotEpochs.NONE, page.refused());
        assertEquals(3, keys(lister.own(ask(SlotEpochs.NONE))).size());
    }

    /** A page on which nothing is wanted is none at which to stop. */
    @Test
    void anEmptyPageIsNotTheLast() {
        for (int i = 0; i < 9000; i++) {
            put(GONE, i);
        }
        List<EntityKey> wanted = List.of(put(WHOLE, 0), put(WHOLE, 1));
        SlotEpochs slots = TestSlots.epochs(view, WHOLE);
        Lister lister = lister(1 << 20);
        Listing.Page first = lister.answer(ask(slots));
        assertEquals(List.of(), keys(first), "4,096 entities are looked at in one go");
        assertTrue(first.next() != 0);
        assertEquals(wanted, walk(lister, slots));
        assertEquals(wanted, walk(lister, SlotEpochs.NONE));
    }

    /** What is left out takes no room on the page. */
    @Test
    void smallPagesShowEverythingOnce() {
        List<EntityKey> wanted = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            put(GONE, i);
            wanted.add(put(i % 2 == 0 ? WHOLE : JOINT, i));
        }
        assertEquals(wanted, walk(lister(1), TestSlots.epochs(view, WHOLE, JOINT)));
    }

    /** A dispute is about one entity, whoever votes for it. */
    @Test
    void answersForOneEntity() {
        EntityKey key = put(WHOLE, 3);
        put(WHOLE, 4);
        Listing.Page page = lister(1).answer(new Listing.Request(9, 0, true, key));
        assertEquals(List.of(new Listing.Item(key, 4, Held.VALUE.crc())), page.items());
        assertEquals(SlotEpochs.NONE, page.refused());
        assertEquals(0, page.next());
    }

    /** Entities with their versions; cursors count them. */
    private static final class Held implements StorageShard {
        private static final EntryValue VALUE = EntryValue.of(new ValueId(2, 1, 1), new byte[] {7});

        private final Map<EntityKey, Long> entities = new LinkedHashMap<>();

        @Override
        public Stored load(EntityKey key, boolean withValue) {
            return new Stored(entities.getOrDefault(key, 0L), VALUE, 0, 0, 0, null);
        }

        @Override
        public long page(long cursor, int count, boolean withChecksums, PageVisitor visitor) {
            List<EntityKey> all = List.copyOf(entities.keySet());
            int end = (int) Math.min(all.size(), cursor + count);
            for (EntityKey key : all.subList((int) cursor, end)) {
                visitor.entity(key, entities.getOrDefault(key, 0L), 0);
            }
            return end < all.size() ? end : 0;
        }

        @Override
        public void quarantine(EntityKey key) {}

        @Override
        public void append(LogRecord record, long ticket) {}

        @Override
        public void forget(IntPredicate slots, Runnable onEnd) {
            entities.keySet().removeIf(key -> slots.test(key.slot()));
            onEnd.run();
        }

        @Override
        public void markChosen(EntityKey key, long entry) {}

        @Override
        public void commit() {}

        @Override
        public int drain(DurableListener listener) {
            return 0;
        }

        @Override
        public long pendingBytes() {
            return 0;
        }
    }
}
