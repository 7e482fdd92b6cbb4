package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Message;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Two nodes that have an image, and one which asks both; frames arrive when the test says so. */
final class ImageGiversTest {
    private static final int TAKER = 3;
    private static final long MILLI_NANOS = 1_000_000L;
    private static final EntityKey KEY = new EntityKey(SpaceKind.ENTITY_FROM + 1, new byte[] {'a'});

    /** One that has an image, and the frames between it and the taker. */
    private final class Giver {
        private final int nodeId;
        private final FakeEntities entities = new FakeEntities();
        private final Deque<ImageFrame> toTaker = new ArrayDeque<>();
        private final Deque<ImageFrame> fromTaker = new ArrayDeque<>();
        private ImageTransfers images;

        Giver(int nodeId, String... pages) {
            this.nodeId = nodeId;
            entities.pages = List.of(pages);
            entities.version = 9;
            images = begin();
        }

        private ImageTransfers begin() {
            return transfers(entities, new Counters(), (_, frame) -> toTaker.add(frame));
        }

        /** It has lost all of its memory, and counts its images from 1 again. */
        void restart() {
            images.close();
            images = begin();
        }

        void supply(EntityKey key) {
            images.supply(new Effects.Supply(key, TAKER, 3), nowNanos);
        }

        void takePage() {
            taker.page(nodeId, (ImageFrame.Page) toTaker.remove(), nowNanos);
        }

        /** As many frames to and fro as there are. */
        void run() {
            while (!toTaker.isEmpty() || !fromTaker.isEmpty()) {
                if (!toTaker.isEmpty()) {
                    takePage();
                }
                if (!fromTaker.isEmpty()) {
                    images.next(TAKER, (ImageFrame.Next) fromTaker.remove(), nowNanos);
                }
            }
        }
    }

    private interface Sending {
        void send(int nodeId, ImageFrame frame);
    }

    private final FakeEntities taking = new FakeEntities();
    private final Counters takerCounts = new Counters();
    private final List<EntityKey> installed = new ArrayList<>();
    private final ImageTransfers taker =
            transfers(taking, takerCounts, (nodeId, frame) -> giver(nodeId).fromTaker.add(frame));
    private final Giver first = new Giver(1, "a", "b", "c.");
    private final Giver other = new Giver(2, "A", "B.");
    private long nowNanos = 1;

    private Giver giver(int nodeId) {
        return nodeId == first.nodeId ? first : other;
    }

    private ImageTransfers transfers(FakeEntities entities, Counters counters, Sending sending) {
        ImageTransfers.Way way =
                new ImageTransfers.Way() {
                    @Override
                    public void tell(int nodeId, EntityKey key, Message.Chosen fact) {
                        throw new IllegalStateException("no entries are kept here");
                    }

                    @Override
                    public void send(int nodeId, ImageFrame frame) {
                        sending.send(nodeId, frame);
                    }
                };
        return new ImageTransfers(entities, way, (key, _) -> installed.add(key), counters, 1000);
    }

    private void pass(long millis) {
        nowNanos += millis * MILLI_NANOS;
        taker.tick(nowNanos);
        first.images.tick(nowNanos);
        other.images.tick(nowNanos);
    }

    private void assertNothingOpen() {
        assertEquals(List.of(0, 0, 0), open());
    }

    private List<Integer> open() {
        return List.of(first.entities.open, other.entities.open, taking.open);
    }

    /** Whoever waits asks both again and again; that must not cost the one its way to the end. */
    @Test
    void theImageThatBeganFirstGoesOnWhateverOthersSend() {
        first.supply(KEY);
        first.takePage();
        for (int round = 0; round < 2; round++) {
            pass(999);
            other.supply(KEY);
            other.run();
            assertEquals(List.of(1, 0, 1), open(), "the other one's place is free at once");
            first.images.next(TAKER, (ImageFrame.Next) first.fromTaker.remove(), nowNanos);
            first.takePage();
        }
        first.run();
        assertEquals(List.of("a", "b", "c."), taking.pages);
        assertEquals(List.of(KEY), installed);
        assertEquals(1, takerCounts.get(Count.RECOVERY_IMAGES));
        assertNothingOpen();
    }

    @Test
    void whatIsNotWantedIsNotReadWithEachQuestion() {
        first.supply(KEY);
        first.takePage();
        other.supply(KEY);
        other.run();
        other.supply(KEY);
        assertEquals(0, other.toTaker.size());
        pass(1_001);
        other.supply(KEY);
        assertEquals(1, other.toTaker.size());
    }

    @Test
    void anotherImageIsTakenWhereTheFirstGiverIsSilent() {
        first.supply(KEY);
        first.takePage();
        pass(1_001);
        other.supply(KEY);
        other.run();
        assertEquals(List.of("A", "B."), taking.pages);
        first.run();
        assertEquals(List.of(KEY), installed);
        assertNothingOpen();
    }

    @Test
    void anotherImageIsTakenAtOnceWhereTheFirstGiverIsGone() {
        first.supply(KEY);
        first.takePage();
        taker.peerDown(first.nodeId);
        other.supply(KEY);
        other.run();
        assertEquals(List.of("A", "B."), taking.pages);
        assertEquals(List.of(1, 0, 0), open());
        first.images.peerDown(TAKER);
        assertNothingOpen();
    }

    /** Its numbers begin at 1 again: the image of that number it has forgotten. */
    @Test
    void aGiverThatBeginsAnewLeavesNothingOpen() {
        first.supply(new EntityKey(SpaceKind.ENTITY_FROM + 1, new byte[] {'x'}));
        first.takePage();
        first.fromTaker.clear();
        first.restart();
        first.supply(KEY);
        first.takePage();
        assertEquals(List.of(1, 0, 1), open());
        first.run();
        assertEquals(List.of(KEY), installed);
        assertNothingOpen();
    }
}
