package io.paxosstore.node.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.EntityShard;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.StorageShard;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.LongSupplier;

/** A walk in small steps, again and again; what is known is that of the last whole one. */
final class ShardSizesTest {
    private static final ShardSizes.Pace PACE = new ShardSizes.Pace(2, 1, 10, 1_000);

    private final ManualScheduler loop = new ManualScheduler();
    private long bytesOfKey = 100;
    private int steps;

    /** Four keys, of slots 0 to 3, and one entity, of slot 3; one of the system is left out. */
    private ShardStorage storage() {
        return new ShardStorage(
                part(StorageShard.class, 4, () -> bytesOfKey), part(EntityShard.class, 1, () -> 7));
    }

    private <T extends StorageShard> T part(Class<T> type, int count, LongSupplier bytes) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> {
                            assertEquals("sizes", method.getName());
                            steps++;
                            long cursor = (Long) arguments[0];
                            long end = Math.min(count, cursor + (Integer) arguments[1]);
                            var visitor = (StorageShard.SizeVisitor) arguments[2];
                            for (long at = cursor; at < end; at++) {
                                visitor.entity(count, (int) at + 4 - count, bytes.getAsLong());
                            }
                            visitor.entity(EntityKey.SYSTEM_SPACE, Slots.SYSTEM, 1_000_000);
                            return end == count ? 0 : end;
                        }));
    }

    @Test
    void aWalkIsKnownWhenItIsOver() {
        ShardSizes sizes = new ShardSizes(storage(), loop, PACE);
        sizes.start();
        loop.advance(10);
        loop.advance(10);
        assertFalse(sizes.isKnown());
        assertEquals(0, sizes.get(0));
        assertEquals(Map.of(), sizes.entityBytes());
        loop.advance(10);
        assertTrue(sizes.isKnown());
        assertEquals(3, steps);
        assertEquals(100, sizes.get(0));
        assertEquals(107, sizes.get(3));
        assertEquals(7, sizes.entityBytes().get(1), "the keys are of space 4");
        assertFalse(sizes.entityBytes().containsKey(4));
        bytesOfKey = 50;
        loop.advance(990);
        assertEquals(3, steps, "it rests");
        loop.advance(10);
        assertEquals(100, sizes.get(0), "the next one is not over");
        loop.advance(10);
        loop.advance(10);
        assertEquals(50, sizes.get(0));
        sizes.stop();
        loop.advance(1_000);
        assertEquals(6, steps);
    }
}
