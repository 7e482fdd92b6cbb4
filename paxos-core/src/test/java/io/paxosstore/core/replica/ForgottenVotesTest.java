package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Placement;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.vote.ProposalNumber;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

/**
 * Rule A3: between the begin of a later incarnation and the answer of the store that says that the
 * votes of an entity are lost, they are still in memory. Told now, they would count in the life
 * that forgets them.
 */
class ForgottenVotesTest {
    private static final int SELF = 5;
    private static final int INCARNATION = 1;
    private static final EntityKey KEY = new EntityKey(1, "k".getBytes(StandardCharsets.UTF_8));

    private final SteppedReplica stepped =
            new SteppedReplica(SELF, Placement.neverChanged(1, 2, 3, 4, SELF));

    private CollectedEffects step(Input input) {
        return stepped.step(input);
    }

    private static Message accept() {
        long number = ProposalNumber.above(ProposalNumber.FAST, 2);
        EntryValue value = EntryValue.of(new ValueId(2, 1, 1), new byte[] {7});
        return new Message.Paxos(1, number, number, value.id(), value, 0, 0, 0, null, false);
    }

    /** Its record is on its way: returns the ticket. */
    private long accepted() {
        step(new Input.Received(2, 1, 1, KEY, accept()));
        CollectedEffects wanted = step(new Input.Loaded(KEY, Stored.NOTHING));
        assertFalse(wanted.persists.isEmpty(), "it accepts");
        return wanted.persists.getFirst().ticket();
    }

    @Test
    void aVoteIsToldOnceItIsDurable() {
        long ticket = accepted();
        assertFalse(step(new Input.Persisted(KEY, ticket)).sends.isEmpty());
    }

    @Test
    void aVoteThatIsForgottenIsNotToldInTheLaterLife() {
        long ticket = accepted();
        step(new Input.PeerIncarnation(SELF, INCARNATION + 1));
        assertTrue(step(new Input.Forgotten(KEY)).sends.isEmpty());
        assertTrue(step(new Input.Persisted(KEY, ticket)).sends.isEmpty());
        assertTrue(
                step(new Input.Received(3, 1, 1, KEY, new Message.Probe(9, true))).sends.isEmpty());
        assertTrue(step(new Input.Received(2, 1, 1, KEY, accept())).sends.isEmpty());
        stepped.pass(60_000_000_000L);
        CollectedEffects late = step(new Input.Tick());
        assertTrue(late.sends.isEmpty() && late.persists.isEmpty());
        assertEquals(1, stepped.replica().activeEntities(), "it stays to hear of the store");
        CollectedEffects told = step(new Input.Loaded(KEY, Stored.LOST));
        assertEquals(4, told.sends.size(), "all others are asked for the floor");
        assertTrue(told.sends.stream().allMatch(send -> send.message() instanceof Message.Probe));
        assertTrue(told.sends.stream().allMatch(send -> send.incarnation() == INCARNATION + 1));
    }
}
