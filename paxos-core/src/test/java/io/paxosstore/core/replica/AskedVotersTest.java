package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Whom a consistent read asks first (PaxosStore paper, section 2.2.3). */
class AskedVotersTest {
    private static final EntityKey KEY = new EntityKey(1, "k".getBytes(StandardCharsets.UTF_8));

    /** The nodes that a node asks when it is to read, while some seem to be down. */
    private static Set<Integer> asked(int self, Configuration slot, int... down) {
        SteppedReplica stepped = new SteppedReplica(self, key -> slot);
        for (int node : down) {
            stepped.step(new Input.PeerState(node, false));
        }
        stepped.step(new Input.Read(1, KEY, ReadMode.LINEARIZABLE, Long.MAX_VALUE, 0));
        CollectedEffects wanted = stepped.step(new Input.Loaded(KEY, Stored.NOTHING));
        return wanted.sends.stream()
                .filter(send -> send.message() instanceof Message.Probe)
                .map(Effects.Send::to)
                .collect(Collectors.toSet());
    }

    /** So that all of a turn go into one frame. */
    @Test
    void theSamePeerIsAskedInEveryOrderOfPreference() {
        for (Integer[] order : new Integer[][] {{1, 2, 3}, {1, 3, 2}, {3, 2, 1}, {2, 1, 3}}) {
            Configuration slot = Configuration.first(order);
            assertEquals(Set.of(2), asked(1, slot));
            assertEquals(Set.of(3), asked(2, slot));
            assertEquals(Set.of(1), asked(3, slot));
        }
    }

    @Test
    void oneThatSeemsToBeDownIsAskedOnlyIfThereIsNoOther() {
        Configuration slot = Configuration.first(1, 2, 3);
        assertEquals(Set.of(3), asked(1, slot, 2));
        assertEquals(Set.of(2), asked(1, slot, 2, 3));
    }

    /** They answer nothing before they are rebuilt, and the read would wait for the hedge. */
    @Test
    void thoseThatComeAreAskedOnlyIfTheOthersDoNotSuffice() {
        SlotConfiguration.Stable before = SlotConfiguration.first(List.of(2, 3, 1));
        Configuration one = Configuration.of(before.towards(List.of(2, 4, 1)));
        assertEquals(Set.of(1, 3), asked(2, one));
        assertEquals(Set.of(1), asked(2, one, 3, 4));
        assertEquals(Set.of(1, 2), asked(3, one));
        Configuration five = Configuration.of(before.towards(List.of(2, 3, 1, 4, 5)));
        assertEquals(Set.of(1, 3), asked(2, five));
        assertEquals(Set.of(3, 4), asked(2, five, 1));
    }
}
