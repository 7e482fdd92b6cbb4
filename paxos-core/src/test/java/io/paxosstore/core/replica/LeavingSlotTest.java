package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Rule M4: a replica lets go of slots to which its node is about to come anew. */
class LeavingSlotTest {
    private static final int SELF = 1;
    private static final long DEADLINE = 60_000_000_000L;
    private static final EntityKey KEY = new EntityKey(1, "k".getBytes(StandardCharsets.UTF_8));
    private static final EntityKey OTHER =
            new EntityKey(1, "other".getBytes(StandardCharsets.UTF_8));
    private static final Configuration FIRST = Configuration.first(SELF, 2, 3);

    /** This node has left and comes back. */
    private static final Configuration BACK =
            Configuration.of(
                    SlotConfiguration.first(List.of(SELF, 2, 3))
                            .towards(List.of(2, 3, 4))
                            .completed()
                            .towards(List.of(SELF, 2, 3)));

    private record Put() implements Command {}

    private final SteppedReplica stepped = new SteppedReplica(SELF, key -> FIRST);

    private CollectedEffects step(Input input) {
        return stepped.step(input);
    }

    private CollectedEffects leave() {
        int slot = Slots.of(KEY);
        return step(new Input.Leaving(one -> one == slot));
    }

    private static Placement where(EntityKey key, Configuration later) {
        return any -> Slots.of(any) == Slots.of(key) ? later : FIRST;
    }

    private CollectedEffects received(EntityKey key, int epoch, Message message) {
        return step(new Input.Received(2, 1, epoch, key, message));
    }

    private CollectedEffects write(EntityKey key, long token) {
        RequestId id = new RequestId(1, (1L << 32) + token);
        return step(new Input.Write(token, key, id, 0, new Put(), DEADLINE));
    }

    private static void assertNotAVoter(Effects.Reply reply) {
        Outcome.NotDone refused = assertInstanceOf(Outcome.NotDone.class, reply.outcome());
        assertEquals(Outcome.Reason.NOT_A_VOTER, refused.reason());
    }

    private static void assertNothing(CollectedEffects wanted) {
        assertEquals(List.of(), wanted.loads);
        assertEquals(List.of(), wanted.persists);
        assertEquals(List.of(), wanted.sends);
        assertEquals(List.of(), wanted.replies);
    }

    @Test
    void whatWaitsIsRefused() {
        write(KEY, 7);
        step(new Input.Loaded(KEY, Stored.NOTHING));
        step(new Input.Read(8, KEY, ReadMode.LINEARIZABLE, DEADLINE));
        CollectedEffects refused = leave();
        assertEquals(2, refused.replies.size());
        assertInstanceOf(Outcome.Unknown.class, refused.replies.getFirst().outcome());
        assertNotAVoter(refused.replies.getLast());
        assertEquals(List.of(), refused.persists);
        assertEquals(0, stepped.replica().activeEntities());
    }

    @Test
    void whatWaitsForALoadIsRefusedAndTheLoadIsInVain() {
        step(new Input.Read(8, KEY, ReadMode.LINEARIZABLE, DEADLINE));
        received(KEY, 1, new Message.Probe(1, true));
        CollectedEffects refused = leave();
        assertNotAVoter(refused.replies.getFirst());
        assertEquals(1, refused.replies.size());
        assertNothing(step(new Input.Loaded(KEY, Stored.NOTHING)));
        assertEquals(0, stepped.replica().activeEntities());
    }

    @Test
    void newRequestsAreRefused() {
        leave();
        CollectedEffects refused = write(KEY, 7);
        assertNotAVoter(refused.replies.getFirst());
        assertEquals(List.of(), refused.loads);
        refused = step(new Input.Read(8, KEY, ReadMode.LOCAL, DEADLINE));
        assertNotAVoter(refused.replies.getFirst());
        assertEquals(List.of(), refused.loads);
    }

    /** Also facts: a record of one would be on its way when the epoch is entered. */
    @Test
    void messagesAreIgnored() {
        write(KEY, 7);
        step(new Input.Loaded(KEY, Stored.NOTHING));
        leave();
        EntryValue value = EntryValue.of(new ValueId(2, 1, 1), new byte[] {7});
        assertNothing(received(KEY, 1, new Message.Probe(1, true)));
        assertNothing(received(KEY, 1, new Message.Learn(1, 0)));
        assertNothing(received(KEY, 1, new Message.Chosen(1, value.id(), value)));
        assertNothing(received(KEY, 1, new Message.ProbeReply(1, 0, 0, 0, true, null)));
        assertNothing(
                received(
                        KEY,
                        1,
                        new Message.Paxos(1, 9, 9, value.id(), value, 0, 0, 0, value.id(), false)));
        assertNothing(step(new Input.PeerState(2, false)));
        assertNothing(step(new Input.PeerState(2, true)));
    }

    /** The record was on its way; its ticket comes back to nobody. */
    @Test
    void aRecordThatLandsSaysNothing() {
        write(KEY, 7);
        CollectedEffects written = step(new Input.Loaded(KEY, Stored.NOTHING));
        leave();
        long ticket = written.persists.getLast().ticket();
        assertNothing(step(new Input.Persisted(KEY, ticket)));
    }

    @Test
    void entitiesOfOtherSlotsAreNotTouched() {
        write(KEY, 7);
        write(OTHER, 8);
        step(new Input.Loaded(KEY, Stored.NOTHING));
        CollectedEffects written = step(new Input.Loaded(OTHER, Stored.NOTHING));
        CollectedEffects refused = leave();
        assertEquals(1, refused.replies.size());
        assertEquals(7, refused.replies.getFirst().token());
        assertEquals(1, stepped.replica().activeEntities());
        CollectedEffects told =
                step(new Input.Persisted(OTHER, written.persists.getLast().ticket()));
        assertEquals(2, told.sends.size(), "its vote goes to both others");
        assertFalse(received(OTHER, 1, new Message.Probe(1, true)).sends.isEmpty());
    }

    @Test
    void endsWhenTheLaterEpochIsEntered() {
        leave();
        step(new Input.Entered(where(KEY, BACK)));
        assertEquals(1, received(KEY, 4, new Message.Probe(1, true)).loads.size());
        CollectedEffects asked = step(new Input.Loaded(KEY, Stored.LOST));
        assertEquals(3, asked.sends.size(), "it asks the voters before for its floor");
        assertTrue(asked.sends.stream().allMatch(send -> send.epoch() == 4));
        assertEquals(List.of(), write(KEY, 9).replies, "it waits");
    }

    /** Another slot's epoch is entered, or it becomes whole, while the records here land. */
    @Test
    void goesOnWhileOnlyAnotherSlotIsEntered() {
        leave();
        Configuration joint =
                Configuration.of(
                        SlotConfiguration.first(List.of(SELF, 2, 3)).towards(List.of(SELF, 2, 4)));
        step(new Input.Entered(where(OTHER, joint)));
        assertNotAVoter(write(KEY, 7).replies.getFirst());
        assertNothing(received(KEY, 1, new Message.Probe(1, true)));
        assertEquals(1, received(OTHER, 2, new Message.Probe(1, true)).loads.size());
        step(
                new Input.Entered(any ->
                        Slots.of(any) == Slots.of(KEY)
                                ? BACK
                                : where(OTHER, joint).configurationOf(any)));
        assertEquals(1, received(KEY, 4, new Message.Probe(1, true)).loads.size());
    }

    /** Rule M1: whoever is behind is to be told, whoever is ahead to be asked. */
    @Test
    void whatIsSaidInAnotherEpochIsReported() {
        step(new Input.Entered(any -> BACK));
        CollectedEffects earlier = received(KEY, 3, new Message.Probe(1, true));
        assertEquals(List.of(new Effects.OtherEpoch(2, KEY, 3)), earlier.otherEpochs);
        CollectedEffects later = received(KEY, 5, new Message.Learn(1, 0));
        assertEquals(List.of(new Effects.OtherEpoch(2, KEY, 5)), later.otherEpochs);
        assertNothing(earlier);
        assertNothing(later);
        assertEquals(List.of(), received(KEY, 4, new Message.Probe(1, true)).otherEpochs);
        CollectedEffects resident = received(KEY, 9, new Message.Probe(1, true));
        assertEquals(
                List.of(new Effects.OtherEpoch(2, KEY, 9)),
                resident.otherEpochs,
                "also of an entity in memory");
    }

    /** Rule M1: a fact holds in every epoch. */
    @Test
    void factsAreNotReported() {
        EntryValue value = EntryValue.of(new ValueId(2, 1, 1), new byte[] {7});
        Message fact = new Message.Chosen(1, value.id(), value);
        for (int epoch : new int[] {Configuration.NO_EPOCH, 1, 9}) {
            assertEquals(List.of(), received(KEY, epoch, fact).otherEpochs);
        }
    }

    /** Rule A3: what an earlier incarnation said is no news of epochs. */
    @Test
    void whatAnEarlierIncarnationSaidIsNotReported() {
        step(new Input.PeerIncarnation(2, 5));
        assertEquals(List.of(), received(KEY, 9, new Message.Probe(1, true)).otherEpochs);
    }
}
