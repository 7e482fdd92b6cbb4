package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Placement;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Rule A2: who holds nothing is told the newest entry together with what its floor is. */
class ToldWithTheFloorTest {
    private static final EntityKey KEY = new EntityKey(1, "k".getBytes(StandardCharsets.UTF_8));
    private static final EntryValue VALUE = EntryValue.of(new ValueId(2, 1, 1), new byte[] {5});
    private static final long VERSION = 7;
    private static final Message NEWEST = new Message.Chosen(VERSION, VALUE.id(), VALUE);

    private final SteppedReplica stepped = new SteppedReplica(1, Placement.neverChanged(1, 2, 3));
    private int teller;
    private long nonce;

    private CollectedEffects received(int from, Message message) {
        return stepped.step(new Input.Received(from, 1, 1, KEY, message));
    }

    /** This replica has lost its memory, and is to be rebuilt: whom it asks for the newest. */
    private void beginRebuild() {
        beginRebuild(new Input.Recover(5, KEY, 0, VERSION, Long.MAX_VALUE));
    }

    private void beginRebuild(Input by) {
        stepped.step(by);
        CollectedEffects asked = stepped.step(new Input.Loaded(KEY, Stored.LOST));
        assertEquals(2, asked.sends.size());
        List<Integer> tellers = new ArrayList<>();
        for (Effects.Send send : asked.sends) {
            Message.Probe probe = (Message.Probe) send.message();
            assertTrue(probe.forFloor());
            nonce = probe.nonce();
            if (probe.wantsNewest()) {
                tellers.add(send.to());
            }
        }
        assertEquals(1, tellers.size(), "one is enough");
        teller = tellers.getFirst();
    }

    private CollectedEffects reply(int from, long pending) {
        return received(from, new Message.ProbeReply(nonce, VERSION, pending, pending, true, null));
    }

    private int other() {
        return 5 - teller;
    }

    @Test
    void oneRecordHoldsWhatIsLearntAndEndsTheAmnesia() {
        beginRebuild();
        CollectedEffects told = received(teller, NEWEST);
        assertTrue(told.persists.isEmpty() && told.sends.isEmpty());
        assertTrue(reply(teller, 0).persists.isEmpty(), "the other may know of more");
        CollectedEffects complete = reply(other(), 0);
        assertTrue(complete.sends.isEmpty(), "nothing is left to ask for");
        assertEquals(1, complete.persists.size());
        Effects.Persist persist = complete.persists.getFirst();
        assertEquals(
                new LogRecord(KEY, VERSION, 0, 0, VALUE, true, VERSION, true), persist.record());
        CollectedEffects over = stepped.step(new Input.Persisted(KEY, persist.ticket()));
        assertEquals(new Outcome.Recovered(VERSION), over.replies.getFirst().outcome());
    }

    @Test
    void itAsksIfNothingWasTold() {
        beginRebuild();
        reply(other(), 0);
        CollectedEffects asked = reply(teller, 0);
        assertEquals(1, asked.sends.size());
        assertInstanceOf(Message.Learn.class, asked.sends.getFirst().message());
        assertEquals(1, received(teller, NEWEST).persists.size());
    }

    @Test
    void whatIsOpenAtTheFloorIsWaitedFor() {
        beginRebuild();
        received(teller, NEWEST);
        reply(teller, 0);
        CollectedEffects open = reply(other(), VERSION + 1);
        assertTrue(open.persists.isEmpty(), "Rule A5");
        assertFalse(open.sends.isEmpty());
        EntryValue next = EntryValue.of(new ValueId(3, 1, 1), new byte[] {6});
        Message chosen = new Message.Chosen(VERSION + 1, next.id(), next);
        CollectedEffects learnt = received(other(), chosen);
        assertEquals(1, learnt.persists.size());
        assertEquals(VERSION + 1, learnt.persists.getFirst().record().version());
        assertTrue(learnt.persists.getFirst().record().rebuilt());
    }

    /** The store may turn out to have lost nothing; what was learnt meanwhile is kept then. */
    @Test
    void whatWasLearntIsWrittenIfTheStoreIsWholeAfterAll() {
        beginRebuild();
        received(teller, NEWEST);
        stepped.pass(60_000_000_000L);
        CollectedEffects again = stepped.step(new Input.Tick());
        assertEquals(1, again.loads.size(), "it looks again");
        CollectedEffects whole =
                stepped.step(new Input.Loaded(KEY, new Stored(0, null, 0, 0, 0, null, false)));
        assertEquals(1, whole.persists.size());
        assertEquals(
                new LogRecord(KEY, VERSION, 0, 0, VALUE, true, VERSION),
                whole.persists.getFirst().record());
    }

    /** Nobody waits, and the other never answers: the entity may leave memory. */
    @Test
    void whatWasLearntIsWrittenBeforeItIsForgotten() {
        beginRebuild(new Input.Received(2, 1, 1, KEY, new Message.Learn(0, 0)));
        received(teller, NEWEST);
        List<Effects.Persist> persists = new ArrayList<>();
        for (int i = 0; i < 100 && persists.isEmpty(); i++) {
            stepped.pass(1_000_000_000L);
            CollectedEffects wanted = stepped.step(new Input.Tick());
            persists.addAll(wanted.persists);
            if (!wanted.loads.isEmpty()) {
                persists.addAll(stepped.step(new Input.Loaded(KEY, Stored.LOST)).persists);
            }
        }
        assertEquals(
                new LogRecord(KEY, VERSION, 0, 0, VALUE, true, VERSION),
                persists.getFirst().record());
        assertEquals(1, stepped.replica().activeEntities(), "not before that is durable");
    }

    @Test
    void oneThatIsDownIsNotAskedForIt() {
        stepped.step(new Input.PeerState(2, false));
        beginRebuild();
        assertEquals(3, teller);
    }

    @Test
    void whoHasItTellsItBeforeItAnswers() {
        CollectedEffects asked = received(2, new Message.Probe(9, true, true));
        assertTrue(asked.loads.getFirst().withValue());
        CollectedEffects answer =
                stepped.step(
                        new Input.Loaded(KEY, new Stored(VERSION, VALUE, 0, 0, 0, null, false)));
        assertToldFirst(answer);
        assertEquals(0, stepped.replica().activeEntities());
    }

    @Test
    void whoHasItInMemoryDoesSo() {
        received(3, new Message.Learn(0, 0));
        stepped.step(new Input.Loaded(KEY, new Stored(VERSION, null, 0, 0, 0, null, false)));
        stepped.step(new Input.Loaded(KEY, new Stored(VERSION, VALUE, 0, 0, 0, null, false)));
        assertToldFirst(received(2, new Message.Probe(9, true, true)));
        assertEquals(1, received(2, new Message.Probe(10, true)).sends.size());
    }

    private static void assertToldFirst(CollectedEffects answer) {
        assertEquals(2, answer.sends.size());
        assertEquals(NEWEST, answer.sends.getFirst().message());
        assertInstanceOf(Message.ProbeReply.class, answer.sends.get(1).message());
    }
}
