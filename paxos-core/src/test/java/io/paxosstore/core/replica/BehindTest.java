package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Placement;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Rule C3: a node that a listing shows to be behind is told what is chosen. */
class BehindTest {
    private static final EntityKey KEY = new EntityKey(1, "k".getBytes(StandardCharsets.UTF_8));
    private static final EntryValue VALUE = EntryValue.of(new ValueId(2, 1, 1), new byte[] {5});

    private final SteppedReplica stepped = new SteppedReplica(1, Placement.neverChanged(1, 2, 3));
    private boolean amnesiac;

    /** What comes of it, whatever is loaded for it. */
    private List<Effects.Send> sends(Input input) {
        List<Effects.Send> sends = new ArrayList<>();
        CollectedEffects wanted = stepped.step(input);
        while (true) {
            sends.addAll(wanted.sends);
            if (wanted.loads.isEmpty()) {
                return sends;
            }
            wanted = stepped.step(loaded(wanted.loads.getFirst()));
        }
    }

    private Input.Loaded loaded(Effects.Load load) {
        EntryValue shown = load.withValue() ? VALUE : null;
        return new Input.Loaded(KEY, new Stored(7, shown, 0, 0, 0, null, amnesiac));
    }

    @Test
    void isTold() {
        List<Effects.Send> sends = sends(new Input.Behind(2, KEY, 5));
        assertEquals(1, sends.size());
        assertEquals(2, sends.getFirst().to());
        assertEquals(new Message.Chosen(7, VALUE.id(), VALUE), sends.getFirst().message());
    }

    /** It mostly holds the value; if not it asks. */
    @Test
    void isToldTheMarkAloneOfAnEntityThatIsInUse() {
        sends(new Input.Behind(2, KEY, 6));
        List<Effects.Send> sends = sends(new Input.Behind(3, KEY, 5));
        assertEquals(1, sends.size());
        assertEquals(3, sends.getFirst().to());
        assertEquals(new Message.Chosen(7, VALUE.id(), null), sends.getFirst().message());
    }

    @Test
    void isToldNothingIfItIsNotBehindOrNoVoter() {
        assertEquals(List.of(), sends(new Input.Behind(2, KEY, 7)));
        assertEquals(List.of(), sends(new Input.Behind(4, KEY, 6)));
    }

    @Test
    void isToldNothingByOneThatIsRebuiltItself() {
        amnesiac = true;
        for (Effects.Send send : sends(new Input.Behind(2, KEY, 6))) {
            assertFalse(send.message() instanceof Message.Chosen, send::toString);
        }
    }

    @Test
    void isToldByVotersAlone() {
        SteppedReplica other = new SteppedReplica(4, Placement.neverChanged(1, 2, 3));
        CollectedEffects wanted = other.step(new Input.Behind(2, KEY, 6));
        assertTrue(wanted.loads.isEmpty() && wanted.sends.isEmpty());
    }
}
