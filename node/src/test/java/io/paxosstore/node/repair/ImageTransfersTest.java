package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.ValueId;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Two nodes, one of which lacks what the other has; frames arrive when the test says so. */
class ImageTransfersTest {
    private static final int GIVER = 1;
    private static final int TAKER = 2;
    private static final long SILENCE_NANOS = 5_000_000_001L;
    private static final EntityKey KEY = key("alice");

    private final FakeEntities giving = new FakeEntities();
    private final FakeEntities taking = new FakeEntities();
    private final Deque<ImageFrame> toTaker = new ArrayDeque<>();
    private final Deque<ImageFrame> toGiver = new ArrayDeque<>();
    private final List<Message> messages = new ArrayList<>();
    private final List<EntityKey> installed = new ArrayList<>();
    private final Counters giverCounts = new Counters();
    private final Counters takerCounts = new Counters();
    private final ImageTransfers giver = transfers(giving, TAKER, toTaker, giverCounts);
    private final ImageTransfers taker = transfers(taking, GIVER, toGiver, takerCounts);
    private long nowNanos = 1;

    private static EntityKey key(String name) {
        return new EntityKey(SpaceKind.ENTITY_FROM + 1, name.getBytes(StandardCharsets.UTF_8));
    }

    private ImageTransfers transfers(
            FakeEntities entities, int other, Deque<ImageFrame> frames, Counters counters) {
        ImageTransfers.Way way =
                new ImageTransfers.Way() {
                    @Override
                    public void tell(int nodeId, EntityKey key, Message.Chosen fact) {
                        assertEquals(other, nodeId);
                        messages.add(fact);
                    }

                    @Override
                    public void send(int nodeId, ImageFrame frame) {
                        assertEquals(other, nodeId);
                        frames.add(frame);
                    }
                };
        return new ImageTransfers(
                entities, way, (key, stored) -> installed.add(key), counters, 1000);
    }

    private void give(String... pages) {
        giving.pages = List.of(pages);
        giving.version = 9;
    }

    private void supply(long above) {
        giver.supply(new Effects.Supply(KEY, TAKER, above), nowNanos);
    }

    private void takePage() {
        taker.page(GIVER, (ImageFrame.Page) toTaker.remove(), nowNanos);
    }

    private void takeNext() {
        giver.next(TAKER, (ImageFrame.Next) toGiver.remove(), nowNanos);
    }

    private void run() {
        while (!toTaker.isEmpty() || !toGiver.isEmpty()) {
            if (!toTaker.isEmpty()) {
                takePage();
            }
            if (!toGiver.isEmpty()) {
                takeNext();
            }
        }
    }

    private void assertNothingOpen() {
        assertEquals(0, giving.open);
        assertEquals(0, taking.open);
    }

    @Test
    void entriesThatAreKeptAreSentAsTheyAre() {
        give("whole.");
        giving.entries.add(EntryValue.of(new ValueId(1, 1, 7), new byte[] {1}));
        supply(8);
        Message.Chosen chosen = assertInstanceOf(Message.Chosen.class, messages.get(0));
        assertEquals(9, chosen.entry());
        assertEquals(1, giverCounts.get(Count.RECOVERY_ENTRIES_SENT));
        assertEquals(0, toTaker.size());
    }

    @Test
    void anImageComesPageByPage() {
        give("a", "b", "c.");
        supply(3);
        assertEquals(1, toTaker.size(), "the next page waits to be asked for");
        run();
        assertEquals(List.of("a", "b", "c."), taking.pages);
        assertEquals(List.of(KEY), installed);
        assertEquals(3, giverCounts.get(Count.RECOVERY_PAGES_SENT));
        assertEquals(1, takerCounts.get(Count.RECOVERY_IMAGES));
        assertNothingOpen();
    }

    /** Rule C1. */
    @Test
    void whatWasAppendedIsEnoughForWhoeverHoldsTheRest() {
        give("a", "b", "c.");
        giving.appended = List.of("+d", "e.");
        taking.version = 3;
        supply(3);
        run();
        assertEquals(List.of("+d", "e."), taking.pages);
        assertEquals(List.of(KEY), installed);
        assertEquals(1, giverCounts.get(Count.RECOVERY_BY_APPENDED));
        assertEquals(0, giverCounts.get(Count.RECOVERY_BY_IMAGE));
        assertEquals(1, takerCounts.get(Count.RECOVERY_APPENDED));
        assertEquals(0, takerCounts.get(Count.RECOVERY_IMAGES));
        assertNothingOpen();
    }

    @Test
    void whoeverDoesNotHoldTheRestGetsTheImageAtOnce() {
        give("a", "b", "c.");
        giving.appended = List.of("+d", "e.");
        supply(3);
        run();
        assertEquals(List.of("a", "b", "c."), taking.pages);
        assertEquals(List.of(KEY), installed);
        assertEquals(1, takerCounts.get(Count.RECOVERY_APPENDED_REFUSED));
        assertEquals(1, giverCounts.get(Count.RECOVERY_BY_APPENDED));
        assertEquals(1, giverCounts.get(Count.RECOVERY_BY_IMAGE));
        assertEquals(1, takerCounts.get(Count.RECOVERY_IMAGES));
        assertNothingOpen();
    }

    @Test
    void aPageOfAppendedElementsThatCannotBeUsedBringsTheImage() {
        give("a", "b.");
        giving.appended = List.of("+d", "", "e.");
        taking.version = 3;
        supply(3);
        ImageFrame.Page first = (ImageFrame.Page) toTaker.getFirst();
        run();
        assertEquals(List.of("a", "b."), taking.pages);
        // A whole image cannot be asked for again by a frame that was late.
        giver.next(TAKER, new ImageFrame.Next(first.id(), ImageFrame.Next.WHOLE), nowNanos);
        assertEquals(0, toTaker.size());
        assertNothingOpen();
    }

    @Test
    void nobodyGetsWhatHeHas() {
        give("a.");
        supply(9);
        assertEquals(0, toTaker.size());
        assertNothingOpen();
    }

    @Test
    void oneImageAtATimeIsUnderWayToANode() {
        give("a", "b.");
        supply(3);
        supply(3);
        assertEquals(1, toTaker.size());
        run();
        assertEquals(1, installed.size());
        assertNothingOpen();
    }

    @Test
    void whatIsLostIsGivenUpAndAskedForAgain() {
        give("a", "b.");
        supply(3);
        takePage();
        toGiver.clear();
        nowNanos += SILENCE_NANOS;
        giver.tick(nowNanos);
        taker.tick(nowNanos);
        assertNothingOpen();
        supply(3);
        run();
        assertEquals(List.of("a", "b."), taking.pages);
        assertNothingOpen();
    }

    @Test
    void doubledFramesDoNothing() {
        give("a", "b", "c.");
        supply(3);
        ImageFrame.Page first = (ImageFrame.Page) toTaker.getFirst();
        takePage();
        ImageFrame.Next next = (ImageFrame.Next) toGiver.getFirst();
        takeNext();
        giver.next(TAKER, next, nowNanos);
        assertEquals(1, toTaker.size());
        ImageFrame.Page second = (ImageFrame.Page) toTaker.getFirst();
        takePage();
        taker.page(GIVER, second, nowNanos);
        run();
        assertEquals(List.of("a", "b", "c."), taking.pages);
        taker.page(GIVER, first, nowNanos);
        nowNanos += SILENCE_NANOS;
        taker.tick(nowNanos);
        assertEquals(1, installed.size(), "a late first page begins what nobody goes on with");
        assertNothingOpen();
    }

    @Test
    void aPageThatCannotBeUsedEndsTheImage() {
        give("a", "");
        supply(3);
        run();
        assertEquals(List.of(), installed);
        assertEquals(0, taking.open);
    }

    @Test
    void aSourceThatEndsTooSoonIsNoImage() {
        give("a", "b");
        supply(3);
        run();
        assertEquals(List.of(), installed);
        assertEquals(0, giving.open);
        nowNanos += SILENCE_NANOS;
        taker.tick(nowNanos);
        assertNothingOpen();
    }

    @Test
    void aNewerImageTakesThePlaceOfOneThatIsUnderWay() {
        give("a", "b.");
        supply(3);
        takePage();
        nowNanos += SILENCE_NANOS;
        giver.tick(nowNanos);
        toGiver.clear();
        give("A", "B.");
        supply(3);
        run();
        assertEquals(List.of("A", "B."), taking.pages);
        assertNothingOpen();
    }

    @Test
    void imagesAreBounded() {
        give("a", "b.");
        for (int i = 0; i < 40; i++) {
            giver.supply(new Effects.Supply(key("k" + i), TAKER, 3), nowNanos);
        }
        assertEquals(16, giving.open);
        for (int i = 0; i < 40; i++) {
            taker.page(
                    GIVER, new ImageFrame.Page(100 + i, key("t" + i), 0, new byte[] {1}), nowNanos);
        }
        assertEquals(16, taking.open);
        giver.close();
        taker.close();
        assertNothingOpen();
    }
}
