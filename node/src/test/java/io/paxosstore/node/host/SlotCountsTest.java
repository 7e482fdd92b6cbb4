package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.key.Slots;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

/** Every slot has a cell of its own, in its own shard. */
final class SlotCountsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 64, 100, 1_000})
    void eachSlotIsCountedByItsShardAlone(int shardCount) {
        List<Counters> shards = new ArrayList<>();
        for (int shard = 0; shard < shardCount; shard++) {
            shards.add(new Counters(shard, shardCount));
        }
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            Counters own = shards.get(Slots.shard(slot, shardCount));
            own.slots().count(slot);
            if (slot % 2 == 0) {
                own.slots().count(slot);
            }
        }
        shards.getFirst().slots().count(Slots.SYSTEM);
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            long sum = 0;
            for (Counters shard : shards) {
                sum += shard.slots().get(slot);
            }
            assertEquals(slot % 2 == 0 ? 2 : 1, sum);
            assertEquals(sum, shards.get(Slots.shard(slot, shardCount)).slots().get(slot));
        }
    }
}
