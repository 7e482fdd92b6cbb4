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
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.vote.ProposalNumber;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Rules M1 to M5: what a replica does when its node enters another epoch of a slot. */
class EnteredEpochTest {
    private static final int SELF = 1;
    private static final long DEADLINE = 60_000_000_000L;
    private static final EntityKey KEY = new EntityKey(1, "k".getBytes(StandardCharsets.UTF_8));
    private static final SlotConfiguration.Stable SLOT =
            SlotConfiguration.first(List.of(SELF, 2, 3));
    private static final Configuration FIRST = Configuration.of(SLOT);
    private static final Configuration JOINT = Configuration.of(SLOT.towards(List.of(SELF, 4, 5)));

    /** Voters that this node is none of. */
    private static final SlotConfiguration.Stable ELSEWHERE =
            SLOT.towards(List.of(2, 3, 4)).completed();

    private record Put() implements Command {}

    private final SteppedReplica stepped = new SteppedReplica(SELF, key -> FIRST);

    private CollectedEffects step(Input input) {
        return stepped.step(input);
    }

    private CollectedEffects enter(Configuration slot) {
        return step(new Input.Entered(key -> slot));
    }

    private CollectedEffects received(int from, int epoch, Message message) {
        return step(new Input.Received(from, 1, epoch, KEY, message));
    }

    private CollectedEffects persisted(CollectedEffects written) {
        return step(new Input.Persisted(KEY, written.persists.getLast().ticket()));
    }

    private static Message.Paxos told(CollectedEffects wanted, int to) {
        return wanted.sends.stream()
                .filter(send -> send.to() == to)
                .map(Effects.Send::message)
                .filter(Message.Paxos.class::isInstance)
                .map(Message.Paxos.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /** A write that waits for votes under the fast number of entry 1. */
    private CollectedEffects proposed() {
        step(new Input.Write(7, KEY, new RequestId(1, 1L << 32), 0, new Put(), DEADLINE));
        return persisted(step(new Input.Loaded(KEY, Stored.NOTHING)));
    }

    private static Message promise(Message.Paxos prepare) {
        long number = prepare.promised();
        return new Message.Paxos(prepare.entry(), number, 0, null, null, number, 0, 0, null, false);
    }

    private static Message vote(Message.Paxos accept) {
        long number = accept.accepted();
        return new Message.Paxos(
                accept.entry(),
                number,
                number,
                accept.valueId(),
                null,
                number,
                number,
                0,
                null,
                false);
    }

    /** Rules M2, M3: what waits is proposed again, and takes a majority of both sets of voters. */
    @Test
    void aWriteUnderWayIsChosenByTheVotersOfBothSides() {
        Message.Paxos first = told(proposed(), 2);
        CollectedEffects anew = enter(JOINT);
        assertTrue(anew.replies.isEmpty(), "it waits");
        CollectedEffects prepared = persisted(anew);
        assertEquals(4, prepared.sends.size(), "all of both sides are asked");
        assertTrue(prepared.sends.stream().allMatch(send -> send.epoch() == 2));
        assertTrue(received(2, 1, vote(first)).replies.isEmpty(), "a vote of the epoch before");

        Message.Paxos prepare = told(prepared, 4);
        assertTrue(prepare.promised() > ProposalNumber.FAST);
        assertTrue(received(2, 2, promise(prepare)).persists.isEmpty(), "4 and 5 are silent");
        Message.Paxos accept = told(received(4, 2, promise(prepare)), 5);
        assertEquals(first.valueId(), accept.valueId(), "it holds what it has accepted (M2)");
        assertTrue(received(3, 2, vote(accept)).replies.isEmpty());
    }

    /** Rule M2. */
    @Test
    void whatItHasPromisedAndAcceptedStays() {
        Message.Paxos first = told(proposed(), 2);
        enter(JOINT);
        CollectedEffects asked = received(5, 2, new Message.Probe(3, false));
        Message.ProbeReply reply =
                assertInstanceOf(Message.ProbeReply.class, asked.sends.getFirst().message());
        assertEquals(first.accepted(), reply.accepted());
        assertEquals(1, reply.pendingEntry());
    }

    /** Rule M1. */
    @Test
    void whatIsSaidInAnotherEpochIsNotTaken() {
        enter(JOINT);
        Message question = new Message.Probe(9, true);
        assertTrue(received(2, 1, question).loads.isEmpty(), "of the one before");
        assertTrue(received(2, 3, question).loads.isEmpty(), "of one to come");
        assertEquals(
                2, stepped.replica().stats().get(ReplicaStats.Counter.MESSAGES_OF_OTHER_EPOCHS));
        EntryValue value = EntryValue.of(new ValueId(2, 1, 1), new byte[] {7});
        received(2, 1, new Message.Chosen(1, value.id(), value));
        CollectedEffects taken = step(new Input.Loaded(KEY, Stored.NOTHING));
        assertTrue(taken.persists.getFirst().record().chosen(), "a fact holds in every epoch");
    }

    /** Node 2 has left. */
    private CollectedEffects enterWithoutTheProposer() {
        return enter(Configuration.of(SLOT.towards(List.of(SELF, 3, 4)).completed()));
    }

    /** Rule M1: a proposer that votes no more may be the only one that says what was chosen. */
    @Test
    void aFactIsTakenFromOneThatVotesNoMore() {
        EntryValue value = EntryValue.of(new ValueId(2, 1, 1), new byte[] {7});
        long number = ProposalNumber.above(ProposalNumber.FAST, 2);
        received(
                2, 1, new Message.Paxos(1, number, number, value.id(), value, 0, 0, 0, null, true));
        persisted(step(new Input.Loaded(KEY, Stored.NOTHING)));
        enterWithoutTheProposer();
        CollectedEffects taken = received(2, 2, new Message.Chosen(1, value.id(), null));
        assertEquals(List.of(new Effects.MarkChosen(KEY, 1)), taken.marks);
        assertTrue(received(2, 2, new Message.Learn(0, 0)).sends.isEmpty(), "it is told nothing");
    }

    /** Rules M1, C3: there is no voter of which it knows that it could be asked. */
    @Test
    void aFactWithoutItsValueIsALag() {
        enterWithoutTheProposer();
        received(2, 2, new Message.Chosen(1, new ValueId(2, 1, 1), null));
        step(new Input.Loaded(KEY, Stored.NOTHING));
        stepped.pass(DEADLINE);
        assertEquals(List.of(new Effects.Lag(KEY, SELF, 1)), step(new Input.Tick()).lags);
    }

    /** Rule M1: what is parked while the entity is loaded was said in the epoch before. */
    @Test
    void whatIsParkedIsForgottenWithItsEpoch() {
        received(2, 1, new Message.Probe(9, true));
        enter(JOINT);
        assertTrue(step(new Input.Loaded(KEY, Stored.NOTHING)).sends.isEmpty());
    }

    /** Rules M2, M13. */
    @Test
    void aNodeThatVotesNoMoreRefusesWhatWaits() {
        proposed();
        step(new Input.Read(8, KEY, ReadMode.LINEARIZABLE, DEADLINE));
        CollectedEffects refused = enter(Configuration.of(ELSEWHERE));
        assertEquals(2, refused.replies.size());
        assertEquals(0, stepped.replica().activeEntities());
        assertInstanceOf(Outcome.Unknown.class, refused.replies.getFirst().outcome());
        Outcome.NotDone read =
                assertInstanceOf(Outcome.NotDone.class, refused.replies.getLast().outcome());
        assertEquals(Outcome.Reason.NOT_A_VOTER, read.reason());
        assertTrue(received(2, 3, new Message.Probe(9, true)).sends.isEmpty());
    }

    /** Rule M4: it voted before and votes again, and was none of the voters between. */
    @Test
    void aNodeThatHasSleptThroughAChangeComesAnew() {
        proposed();
        enter(Configuration.of(ELSEWHERE.towards(List.of(SELF, 2, 3))));
        assertEquals(
                0, stepped.replica().activeEntities(), "what it holds in memory counts no more");
        received(2, 4, new Message.Probe(9, true));
        CollectedEffects asked = step(new Input.Loaded(KEY, Stored.LOST));
        assertTrue(asked.sends.stream().noneMatch(send -> send.message().isFact()));
        assertTrue(asked.sends.stream().allMatch(send -> send.message() instanceof Message.Probe));
        assertEquals(3, asked.sends.size(), "those before the change are asked for the floor (M5)");
        assertTrue(asked.sends.stream().noneMatch(send -> send.to() == SELF));
    }

    /** Rule M2: answers of the voters before prove nothing among those of now. */
    @Test
    void aReadIsAskedForAnew() {
        step(new Input.Read(8, KEY, ReadMode.LINEARIZABLE, DEADLINE));
        CollectedEffects asked = step(new Input.Loaded(KEY, Stored.NOTHING));
        Message.Probe before = (Message.Probe) asked.sends.getFirst().message();
        CollectedEffects again = enter(JOINT);
        assertFalse(again.sends.isEmpty());
        Message.Probe probe = (Message.Probe) again.sends.getFirst().message();
        Message late = new Message.ProbeReply(before.nonce(), 0, 0, 0, true, null);
        assertTrue(received(2, 1, late).replies.isEmpty());
        Message reply = new Message.ProbeReply(probe.nonce(), 0, 0, 0, true, null);
        assertTrue(received(2, 2, reply).replies.isEmpty(), "a majority of one side");
        assertTrue(received(3, 2, reply).replies.isEmpty(), "all of one side");
        assertFalse(received(4, 2, reply).replies.isEmpty());
    }

    private static Message fast(long number) {
        EntryValue value = EntryValue.of(new ValueId(2, 1, 1), new byte[] {7});
        return new Message.Paxos(1, number, number, value.id(), value, 0, 0, 0, null, false);
    }

    /** Rule M9: the fast number of an owner that leaves, and that of the one after it. */
    @Test
    void aFastNumberWhoseOwnerHasLeftIsTakenNoMore() {
        SlotConfiguration.Joint joint =
                SlotConfiguration.first(List.of(3, SELF, 2)).towards(List.of(4, SELF, 2));
        enter(Configuration.of(joint));
        received(3, 2, fast(ProposalNumber.FAST));
        assertTrue(
                step(new Input.Loaded(KEY, Stored.NOTHING)).persists.stream()
                        .allMatch(written -> written.record().value() == null));
        enter(Configuration.of(joint.completed(4)));
        CollectedEffects taken = received(4, 3, fast(joint.right().least()));
        assertEquals(2, taken.persists.getLast().record().accepted());
    }

    /** Rule M5: a promise is state too; whoever got it may have counted it. */
    @Test
    void aFloorCoversWhatIsOnlyPromised() {
        enter(
                Configuration.of(
                        SlotConfiguration.first(List.of(2, 3, 4)).towards(List.of(SELF, 2, 3))));
        received(2, 2, new Message.Probe(9, true));
        CollectedEffects asked = step(new Input.Loaded(KEY, Stored.LOST));
        long nonce = nonce(asked);
        received(3, 2, nothing(nonce));
        CollectedEffects known = received(4, 2, new Message.ProbeReply(nonce, 0, 1, 0, true, null));
        assertTrue(known.persists.isEmpty(), "it must not vote on entry 1 before that is chosen");
        assertTrue(known.sends.stream().anyMatch(send -> send.message() instanceof Message.Learn));
    }

    private static Message.ProbeReply nothing(long nonce) {
        return new Message.ProbeReply(nonce, 0, 0, 0, true, null);
    }

    private static long nonce(CollectedEffects asked) {
        return ((Message.Probe) asked.sends.getFirst().message()).nonce();
    }

    /** Rules F1, M9: the change may be taken back, and then it has the right again. */
    @Test
    void anOwnerThatIsLeavingAndHasForgottenNeverUsesItsNumberAgain() {
        enter(
                Configuration.of(
                        SlotConfiguration.first(List.of(SELF, 2, 3, 4, 5))
                                .towards(List.of(6, 2, 3, 4, 5))));
        received(2, 2, new Message.Probe(9, true));
        long nonce = nonce(step(new Input.Loaded(KEY, Stored.LOST)));
        received(2, 2, nothing(nonce));
        received(3, 2, nothing(nonce));
        CollectedEffects rebuilt = received(4, 2, nothing(nonce));
        assertTrue(rebuilt.persists.getLast().record().rebuilt());
        assertTrue(rebuilt.persists.getLast().record().promised() > ProposalNumber.FAST);
    }

    /** Rule M4: the record was on its way when the entity left memory. */
    @Test
    void aRecordOfBeforeSaysNothingOfThoseOfNow() {
        step(new Input.Write(7, KEY, new RequestId(1, 1L << 32), 0, new Put(), DEADLINE));
        CollectedEffects written = step(new Input.Loaded(KEY, Stored.NOTHING));
        enter(Configuration.of(ELSEWHERE));
        enter(Configuration.of(ELSEWHERE.towards(List.of(SELF, 2, 3))));
        received(2, 4, new Message.Probe(9, true));
        long nonce = nonce(step(new Input.Loaded(KEY, Stored.LOST)));
        persisted(written);
        received(2, 4, nothing(nonce));
        CollectedEffects rebuilt = received(3, 4, nothing(nonce));
        assertTrue(rebuilt.persists.getLast().record().rebuilt());
    }
}
