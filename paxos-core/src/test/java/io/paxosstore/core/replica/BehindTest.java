package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
    private static final Stored HELD = new Stored(7, VALUE, 0, 0, 0, null);

    private final SteppedReplica stepped = new SteppedReplica(1, Placement.neverChanged(1, 2, 3));

    /** What comes of it, whatever is loaded for it. */
    private List<Effects.Send> sends(Input input) {
        List<Effects.Send> sends = new ArrayList<>();
        CollectedEffects wanted = stepped.step(input);
        sends.addAll(wanted.sends);
        for (int i = 0; i < wanted.loads.size(); i++) {
            wanted.loads.addAll(loaded(sends));
        }
        return sends;
    }

    private List<Effects.Load> loaded(List<Effects.Send> sends) {
        CollectedEffects wanted = stepped.step(new Input.Loaded(KEY, HELD));
        sends.addAll(wanted.sends);
        return wanted.loads;
    }

    @Test
    void isTold() {
        List<Effects.Send> sends = sends(new Input.Behind(2, KEY, 6));
        assertEquals(1, sends.size());
        assertEquals(2, sends.getFirst().to());
        assertEquals(new Message.Chosen(7, VALUE.id(), VALUE), sends.getFirst().message());
    }

    @Test
    void isToldNothingIfItIsNotBehindOrNoVoter() {
        assertEquals(List.of(), sends(new Input.Behind(2, KEY, 7)));
        assertEquals(List.of(), sends(new Input.Behind(4, KEY, 6)));
    }

    @Test
    void isToldByVotersAlone() {
        SteppedReplica other = new SteppedReplica(4, Placement.neverChanged(1, 2, 3));
        CollectedEffects wanted = other.step(new Input.Behind(2, KEY, 6));
        assertTrue(wanted.loads.isEmpty() && wanted.sends.isEmpty());
    }
}
