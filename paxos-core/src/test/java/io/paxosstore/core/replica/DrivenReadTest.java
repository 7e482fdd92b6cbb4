package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.core.CollectedEffects;
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
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A read that needs the next entry (Rule R2), beside writes that turn out to need none: the node
 * has the right to propose the entry at once, and then has nothing to propose.
 */
class DrivenReadTest {
    private static final EntityKey KEY = new EntityKey(1, "k".getBytes(StandardCharsets.UTF_8));
    private static final RequestId ID = new RequestId(7, 1_000L << 32);
    private static final int WRITE = 1;
    private static final int READ = 2;

    private record Nothing() implements Command {}

    private static Input.Write write() {
        return new Input.Write(WRITE, KEY, ID, ID.stamp() - 1, new Nothing(), Long.MAX_VALUE);
    }

    /** The value in which the write was executed. */
    private static EntryValue written() {
        SteppedReplica alone = new SteppedReplica(1, Placement.neverChanged(1));
        alone.step(write());
        CollectedEffects wanted = alone.step(new Input.Loaded(KEY, Stored.NOTHING));
        while (wanted.persists.getFirst().record().value() == null) {
            wanted = alone.step(new Input.Persisted(KEY, wanted.persists.getFirst().ticket()));
        }
        return Objects.requireNonNull(wanted.persists.getFirst().record().value());
    }

    @Test
    void itsEntryIsBegunThoughAllWritesWereDuplicates() {
        EntryValue value = written();
        SteppedReplica replica = new SteppedReplica(1, Placement.neverChanged(1, 2, 3));
        replica.step(new Input.Recover(3, KEY, 0, 0, Long.MAX_VALUE));
        replica.step(new Input.Loaded(KEY, new Stored(1, null, 0, 0, 0, null)));
        assertEquals(1, replica.step(write()).loads.size(), "the value is not in memory yet");
        Input.Read read = new Input.Read(READ, KEY, ReadMode.LINEARIZABLE, Long.MAX_VALUE);
        Effects.Send probe = replica.step(read).sends.getFirst();
        long nonce = ((Message.Probe) probe.message()).nonce();
        Message reply = new Message.ProbeReply(nonce, 1, 2, 5, true, new ValueId(2, 1, 1));
        replica.step(new Input.Received(probe.to(), 1, probe.epoch(), KEY, reply));
        Stored whole = new Stored(1, value, 0, 0, 0, null);
        CollectedEffects wanted = replica.step(new Input.Loaded(KEY, whole));
        assertEquals(1, wanted.replies.size());
        assertEquals(WRITE, wanted.replies.getFirst().token());
        assertInstanceOf(Outcome.Written.class, wanted.replies.getFirst().outcome());
        assertEquals(1, wanted.persists.size(), "a round for the read begins");
        assertEquals(2, wanted.persists.getFirst().record().entry());
    }

    /** Nobody needs an entry: none is prepared. */
    @Test
    void withoutAReadNothingIsBegun() {
        SteppedReplica replica = new SteppedReplica(1, Placement.neverChanged(1, 2, 3));
        replica.step(write());
        Stored whole = new Stored(1, written(), 0, 0, 0, null);
        CollectedEffects wanted = replica.step(new Input.Loaded(KEY, whole));
        assertEquals(1, wanted.replies.size());
        assertEquals(0, wanted.persists.size());
    }
}
