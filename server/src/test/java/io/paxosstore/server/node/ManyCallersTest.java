package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** More threads than a client may have calls under way: they wait for room. */
final class ManyCallersTest {
    private static final int THREADS = 20_000;
    private static final int IN_FLIGHT_MAX = 128;

    @Test
    void twentyThousandVirtualThreadsWaitForRoomAndAllAreServed() throws Exception {
        ClientOptions options =
                ClientOptions.builder()
                        .inFlightMax(IN_FLIGHT_MAX)
                        .asyncWaitingMax(0)
                        .deadline(Duration.ofMinutes(1))
                        .build();
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1);
                PaxosStore store = PaxosStore.connect(cluster.connectString(), options);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            store.createSpace("kv");
            KeyValue<Long, Long> kv = store.keyValue("kv", Codec.longs(), Codec.longs());
            List<Callable<Long>> callers = new ArrayList<>();
            for (long key = 0; key < THREADS; key++) {
                long own = key;
                callers.add(() -> {
                    kv.put(own, own);
                    return kv.get(own).orElseThrow();
                });
            }
            long sum = 0;
            for (Future<Long> caller : threads.invokeAll(callers)) {
                sum += caller.get();
            }
            assertEquals((long) THREADS * (THREADS - 1) / 2, sum);
        }
    }
}
