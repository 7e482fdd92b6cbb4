package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * When a space is dropped its entities leave memory with all that goes on with them: their data may
 * be gone the next time the store is asked.
 */
class DroppedSpaceTest {
    private static final int DROPPED = 7;
    private static final EntityKey KEY = key(DROPPED);
    private static final EntityKey OTHER = key(8);
    private static final Outcome REFUSED = new Outcome.NotDone(Outcome.Reason.NOT_A_VOTER);

    private record Nothing() implements Command {}

    private final SteppedReplica stepped = new SteppedReplica(1, Placement.neverChanged(1, 2, 3));

    private static EntityKey key(int space) {
        return new EntityKey(space, "k".getBytes(StandardCharsets.UTF_8));
    }

    private CollectedEffects step(Input input) {
        return stepped.step(input);
    }

    private static Input.Write write(long token, EntityKey key) {
        RequestId id = new RequestId(token, 1_000L << 32);
        return new Input.Write(token, key, id, id.stamp() - 1, new Nothing(), Long.MAX_VALUE);
    }

    private static Input.Read read(long token, ReadMode mode) {
        return new Input.Read(token, KEY, mode, Long.MAX_VALUE);
    }

    private CollectedEffects drop() {
        return step(new Input.SpaceDropped(DROPPED));
    }

    @Test
    void whatWaitsForTheStoreIsRefused() {
        step(write(1, KEY));
        step(read(2, ReadMode.LOCAL));
        assertEquals(
                List.of(new Effects.Reply(1, REFUSED), new Effects.Reply(2, REFUSED)),
                drop().replies);
        assertEquals(0, stepped.replica().activeEntities());
        CollectedEffects late = step(new Input.Loaded(KEY, Stored.NOTHING));
        assertTrue(late.loads.isEmpty() && late.sends.isEmpty() && late.replies.isEmpty());
    }

    /** As when a peer's message has brought the entity into memory, without its value. */
    @Test
    void whatWaitsForTheValueIsRefusedAndTheStoreNotAskedForEver() {
        step(new Input.Received(2, 1, 1, KEY, new Message.Learn(0, 0)));
        Stored stored = new Stored(5, null, 0, 0, 0, null);
        CollectedEffects asked = step(new Input.Loaded(KEY, stored));
        step(read(3, ReadMode.LOCAL));
        step(read(4, ReadMode.LINEARIZABLE));
        step(new Input.Recover(5, KEY, 2, 9, Long.MAX_VALUE));
        assertTrue(asked.loads.contains(new Effects.Load(KEY, true)), "its value is wanted");
        CollectedEffects wanted = drop();
        assertEquals(3, wanted.replies.size());
        assertTrue(wanted.replies.stream().allMatch(reply -> reply.outcome().equals(REFUSED)));
        CollectedEffects late = step(new Input.Loaded(KEY, Stored.NOTHING));
        assertTrue(late.loads.isEmpty(), "it would be asked again and again, for ever");
    }

    @Test
    void whetherAProposedWriteWasDoneIsUnknown() {
        step(write(1, KEY));
        CollectedEffects proposed = step(new Input.Loaded(KEY, Stored.NOTHING));
        assertFalse(proposed.persists.isEmpty(), "it is under way");
        CollectedEffects wanted = drop();
        assertEquals(List.of(new Effects.Reply(1, new Outcome.Unknown())), wanted.replies);
        CollectedEffects late =
                step(new Input.Persisted(KEY, proposed.persists.getFirst().ticket()));
        assertTrue(late.sends.isEmpty() && late.replies.isEmpty());
    }

    @Test
    void nothingIsDoneInItEverAgain() {
        drop();
        drop();
        assertEquals(List.of(new Effects.Reply(1, REFUSED)), step(write(1, KEY)).replies);
        CollectedEffects wanted =
                step(new Input.Received(2, 1, 1, KEY, new Message.Probe(9, false)));
        assertTrue(wanted.loads.isEmpty() && wanted.sends.isEmpty());
        assertFalse(stepped.replica().isVoterOf(KEY));
    }

    @Test
    void otherSpacesAreServed() {
        step(write(1, OTHER));
        assertTrue(drop().replies.isEmpty());
        assertEquals(1, stepped.replica().activeEntities());
        assertTrue(stepped.replica().isVoterOf(OTHER));
        assertFalse(step(new Input.Loaded(OTHER, Stored.NOTHING)).persists.isEmpty());
    }
}
