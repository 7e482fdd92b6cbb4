package io.paxosstore.bench.micro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

/** What the microbenchmark measures is a store that works. */
class MemoryClusterTest {
    @Test
    void readsSeeTheLastWriteOfEachKey() {
        MemoryCluster cluster = new MemoryCluster();
        for (int round = 1; round <= 5; round++) {
            for (int number = 0; number < 50; number++) {
                cluster.write(key(number), value(number, round));
            }
        }
        for (int number = 0; number < 50; number++) {
            var read = assertInstanceOf(Outcome.Value.class, cluster.read(key(number)));
            assertEquals(5, read.version());
            assertArrayEquals(value(number, 5), KvState.value(read.state().bytes()));
        }
    }

    private static EntityKey key(int number) {
        return new EntityKey(1, ("key-" + number).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] value(int number, int round) {
        return (number + ":" + round).getBytes(StandardCharsets.US_ASCII);
    }
}
