package io.paxosstore.node.slot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.Effects;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Rule M1: who is told of a later epoch, and who is asked for it. */
final class SlotTalkTest {
    private static final int SLOT = 99;
    private static final long PAUSE = 20_000_000;
    private static final EntityKey KEY = TestSlots.keyIn(SLOT, 1, 0);
    private static final SlotConfiguration.Joint JOINT =
            SlotConfiguration.first(List.of(1, 2, 3)).towards(List.of(1, 2, 4));

    private record Said(int node, SlotFrame frame) {}

    private final List<Said> said = new ArrayList<>();
    private final SlotWorld world = new SlotWorld(TestSlots.unchanged(1, 1, 2, 3));

    /** The shard is in the joint epoch, 2. */
    private final SlotView shard =
            TestSlots.entered(
                    TestSlots.unchanged(1, 1, 2, 3),
                    new SlotRecord(SLOT, JOINT, SlotStanding.WHOLE));

    private long nowNanos = -5;
    private final SlotTalk talk =
            new SlotTalk(
                    () -> shard,
                    news -> world.slots.learn(List.of(news)),
                    (node, frame) -> said.add(new Said(node, frame)),
                    () -> nowNanos);

    private void heardOf(int node, int epoch) {
        talk.otherEpoch(new Effects.OtherEpoch(node, KEY, epoch));
    }

    private static Said told(int node) {
        return new Said(node, new SlotFrame.Told(new SlotChange(SLOT, JOINT)));
    }

    private static Said asked(int node) {
        return new Said(node, new SlotFrame.Ask(SLOT));
    }

    @Test
    void whoeverSpeaksInAnEarlierEpochIsTold() {
        heardOf(3, 1);
        assertEquals(List.of(told(3)), said);
    }

    @Test
    void whoeverSpeaksInALaterEpochIsAsked() {
        heardOf(3, 3);
        assertEquals(List.of(asked(3)), said);
    }

    /** The shard has entered it since the message was not taken. */
    @Test
    void nothingIsSaidInTheSameEpoch() {
        heardOf(3, 2);
        assertEquals(List.of(), said);
    }

    @Test
    void whoeverAsksIsToldWhatTheShardHasEntered() {
        talk.heard(4, new SlotFrame.Ask(SLOT));
        talk.heard(4, new SlotFrame.Ask(SLOT + 1));
        assertEquals(told(4), said.getFirst());
        assertEquals(
                new SlotFrame.Told(
                        new SlotChange(SLOT + 1, SlotConfiguration.first(List.of(1, 2, 3)))),
                said.getLast().frame(),
                "also one that was never changed");
    }

    @Test
    void whatIsToldIsEntered() {
        talk.heard(4, new SlotFrame.Told(new SlotChange(SLOT, JOINT)));
        world.run();
        assertEquals(2, world.slots.view().configurationOf(SLOT).epoch());
        assertEquals(List.of(), said, "it is not told on");
    }

    /** A storm of messages of another epoch is not answered by another storm. */
    @Test
    void theSameIsSaidToTheSameNodeAfterAPauseOnly() {
        for (int i = 0; i < 100; i++) {
            heardOf(3, 1);
            heardOf(3, 5);
            talk.heard(3, new SlotFrame.Ask(SLOT));
        }
        assertEquals(List.of(told(3), asked(3)), said);
        heardOf(2, 1);
        assertEquals(told(2), said.getLast(), "another node");
        talk.ask(3, SLOT + 1);
        assertEquals(4, said.size(), "another slot");
        nowNanos += PAUSE - 1;
        heardOf(3, 1);
        assertEquals(4, said.size());
        nowNanos++;
        heardOf(3, 1);
        heardOf(3, 1);
        assertEquals(5, said.size());
        assertEquals(told(3), said.getLast());
    }

    /** What is remembered is bounded; forgetting it costs a repetition, not the answer. */
    @Test
    void whatWasSaidIsForgottenWhenItIsTooMuch() {
        for (int slot = 0; slot < 4096; slot++) {
            talk.ask(3, slot);
        }
        assertEquals(4096, said.size());
        talk.ask(3, 0);
        assertEquals(4096, said.size(), "remembered still");
        talk.ask(3, 4096);
        talk.ask(3, 0);
        assertEquals(4098, said.size());
    }
}
