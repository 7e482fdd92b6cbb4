package io.paxosstore.node.slot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.Configuration;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.function.IntPredicate;

/** What else may happen while a node is about to enter an epoch. */
final class EnteringRacesTest {
    private static final int SLOT = 7;

    private static final class World implements NodeSlots.Disk, SlotShard {
        final Queue<NodeSlots.Blocking> background = new ArrayDeque<>();
        final List<SlotRecord> entered = new ArrayList<>();
        final List<String> left = new ArrayList<>();
        int failures;
        int incarnation = 4;
        int life = 4;

        void runNext() {
            NodeSlots.Blocking task = background.remove();
            try {
                task.run();
            } catch (IOException e) {
                background.add(task); // as BackgroundRetry does
            }
        }

        @Override
        public void enter(List<SlotRecord> records) throws IOException {
            if (failures-- > 0) {
                throw new IOException("no room");
            }
            entered.addAll(records);
        }

        @Override
        public int raiseIncarnation() {
            return ++incarnation;
        }

        @Override
        public void beforeWhole() {}

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void forget(IntPredicate slots, Runnable onEnd) {
            left.add("leaving");
            onEnd.run();
        }

        @Override
        public void left(BitSet slots) {
            left.add("left");
        }

        @Override
        public void lives(int next) {
            life = next;
        }

        @Override
        public void entered(SlotView view) {
            left.add("entered");
        }
    }

    /** Rule A3: who votes forgets nothing without a later incarnation. */
    @Test
    void aSlotThatBecameWholeIsNotRebuiltAnewWithoutComingAnew() throws Exception {
        SlotConfiguration.Joint joint =
                SlotConfiguration.first(List.of(1, 2, 3)).towards(List.of(1, 2, 4));
        SlotConfiguration.Stable stable = joint.completed();
        World world = new World();
        NodeSlots slots =
                new NodeSlots(
                        4,
                        SlotView.of(
                                4,
                                slot -> Configuration.first(1, 2, 3),
                                List.of(new SlotRecord(SLOT, stable, SlotStanding.REBUILDING))),
                        world,
                        List.of(world),
                        world.background::add);
        // The walks are over, so that this is in the queue of the background ...
        world.background.add(() -> slots.whole(List.of(new SlotEpoch(SLOT, 3)), () -> true));
        // ... when the node hears of an epoch in which it votes on.
        slots.learn(List.of(new SlotChange(SLOT, stable.towards(List.of(1, 4, 5)))));
        world.runNext();
        assertEquals(SlotStanding.WHOLE, world.entered.getLast().standing());
        world.runNext();
        assertEquals(4, world.entered.getLast().configuration().epoch());
        assertEquals(List.of("entered", "entered"), world.left, "nothing was let go of");
        assertEquals(SlotStanding.WHOLE, world.entered.getLast().standing());
    }

    /** Rule A3: incarnations never fall, though another began while entering was tried again. */
    @Test
    void theLifeThatBeginsWithEnteringIsTheLatest() {
        SlotConfiguration.Joint away =
                SlotConfiguration.first(List.of(1, 2, 3)).towards(List.of(2, 3, 4));
        SlotConfiguration.Joint back = away.completed().towards(List.of(1, 2, 3));
        World world = new World();
        NodeSlots slots =
                new NodeSlots(
                        1,
                        SlotView.of(1, slot -> Configuration.first(1, 2, 3), List.of()),
                        world,
                        List.of(world),
                        world.background::add);
        world.failures = 1;
        slots.learn(List.of(new SlotChange(SLOT, back)));
        world.runNext(); // incarnation 5 is durable, SLOTS finds no room
        assertEquals(5, world.life, "the shards live as the store says, or nobody meets them");
        world.lives(world.raiseIncarnation()); // OwnIncarnation: damage is found meanwhile
        world.runNext();
        assertEquals(6, world.life);
    }
}
