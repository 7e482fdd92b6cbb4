package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;

import org.junit.jupiter.api.Test;

import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Entities leave memory when nothing goes on with them, however busy the others are. */
class ReplicaMemoryTest {
    private static final long MILLI = 1_000_000;
    private static final int COLLECTIONS_MAX = 20;

    private record Nothing() implements Command {}

    /** Runs turns as a shard does: several inputs, the tick last, then the effects in order. */
    private static final class OneNode {
        final Map<EntityKey, Stored> store = new HashMap<>();
        final Map<EntityKey, EntryValue> marked = new HashMap<>();
        final List<Input> next = new ArrayList<>();
        final Effects effects = new Effects();
        final Replica replica =
                new Replica(
                        ReplicaConfig.defaults(),
                        1,
                        1,
                        Placement.neverChanged(1),
                        OwnershipPolicy.prePreparing(),
                        (state, command, now) ->
                                new StateMachine.Evaluation(new byte[] {1}, new byte[0]),
                        new RandomSource(1));
        int replies;

        void turn(long nowNanos) {
            List<Input> inputs = List.copyOf(next);
            next.clear();
            for (Input input : inputs) {
                step(input, nowNanos);
            }
            step(new Input.Tick(), nowNanos);
            CollectedEffects wanted = new CollectedEffects();
            effects.drain(wanted);
            while (!wanted.loads.isEmpty()) {
                for (Effects.Load load : CollectedEffects.take(wanted.loads)) {
                    Stored stored = store.getOrDefault(load.key(), Stored.NOTHING);
                    step(new Input.Loaded(load.key(), stored), nowNanos);
                }
                effects.drain(wanted);
            }
            for (Effects.Persist persist : wanted.persists) {
                LogRecord record = persist.record();
                EntryValue value = record.value();
                if (value != null) {
                    marked.put(record.key(), value);
                }
                next.add(new Input.Persisted(record.key(), persist.ticket()));
            }
            for (Effects.MarkChosen mark : wanted.marks) {
                EntryValue value = marked.get(mark.key());
                store.put(mark.key(), new Stored(mark.entry(), value, 0, 0, 0, null));
            }
            replies += wanted.replies.size();
        }

        private void step(Input input, long nowNanos) {
            replica.step(input, nowNanos, 1_000_000, effects);
        }
    }

    @Test
    void idleEntitiesLeaveWhileOthersAreMarkedInEveryTurn() {
        OneNode node = new OneNode();
        int writes = 2_000;
        int greatest = 0;
        for (int i = 0; i < writes; i++) {
            EntityKey key = new EntityKey(1, ("key" + i).getBytes(StandardCharsets.UTF_8));
            RequestId id = new RequestId(7, (1_000L << 32) + i);
            node.next.add(
                    new Input.Write(i, key, id, id.stamp() - 1, new Nothing(), Long.MAX_VALUE));
            node.turn((i + 1) * MILLI);
            greatest = Math.max(greatest, node.replica.activeEntities());
        }
        node.turn((writes + 1) * MILLI);
        assertEquals(writes, node.replies);
        long linger = ReplicaConfig.defaults().lingerNanos() / MILLI;
        assertTrue(greatest <= 2 * linger, greatest + " entities in memory at one write per ms");
    }

    /** A timer for a step that was not needed is still set then; it must not hold the entity. */
    @Test
    void nothingHoldsAnEntityThatHasLeft() {
        OneNode node = new OneNode();
        EntityKey key = new EntityKey(1, new byte[] {1});
        RequestId id = new RequestId(7, 1_000L << 32);
        node.next.add(new Input.Write(1, key, id, id.stamp() - 1, new Nothing(), Long.MAX_VALUE));
        node.turn(MILLI);
        WeakReference<EntryValue> value = new WeakReference<>(node.marked.get(key));
        long leaves = 3 * MILLI + ReplicaConfig.defaults().lingerNanos();
        for (long now = 2 * MILLI; now <= leaves; now += MILLI) {
            node.turn(now);
        }
        node.marked.clear();
        node.store.clear();
        assertEquals(1, node.replies);
        assertEquals(0, node.replica.activeEntities());
        for (int i = 0; i < COLLECTIONS_MAX && !value.refersTo(null); i++) {
            System.gc();
        }
        assertTrue(value.refersTo(null), "the entity's value can still be reached");
    }
}
