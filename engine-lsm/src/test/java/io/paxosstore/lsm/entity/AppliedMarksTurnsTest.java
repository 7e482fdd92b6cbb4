package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.Effects;
import io.paxosstore.core.LogRecord;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Set;

/** What has become durable is told to the end, though nobody else has a turn begin. */
final class AppliedMarksTurnsTest extends EntityEngineFixture {
    private static final int ENTITIES = AppliedMarks.SLICE_ENTITIES * 3 / 2;

    private EntityKey key(int number) {
        byte[] name = ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
        return new EntityKey(truth.key.space(), name);
    }

    /** Whether the shard was woken since, and its turn. */
    private Set<Integer> wokenAndDrained() {
        Set<Integer> woken = Set.copyOf(node.woken);
        node.woken.clear();
        node.drain();
        return woken;
    }

    @Test
    void theShardWakesItselfForTheRest() {
        choose(truth, 1);
        Effects.Apply like = truth.apply(1);
        for (int i = 0; i < ENTITIES; i++) {
            EntityKey key = key(i);
            node.shard(key).apply(new Effects.Apply(key, like.after(), like.changes()));
            node.append(new LogRecord(key, 1, 0, 0, truth.value(1), true, 1));
        }
        node.settle();
        node.woken.clear();
        node.engine.flush();
        assertEquals(Set.of(0), wokenAndDrained(), "the flush wakes it for the first slice");
        assertEquals(Set.of(0), wokenAndDrained(), "the first slice for the second");
        assertEquals(Set.of(), wokenAndDrained(), "which is the last");
    }
}
