package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

final class AskedNodesTest {
    private static final int MANY = 200;

    @Test
    void itIsASetThatBeginsAnewWhenANodeIsAskedAgain() {
        SplittableRandom random = new SplittableRandom(1);
        AskedNodes asked = new AskedNodes();
        Set<Integer> twin = new TreeSet<>();
        for (int i = 0; i < 20_000; i++) {
            int node = random.nextInt(MANY);
            int choice = random.nextInt(100);
            if (choice == 0) {
                asked.clear();
                twin.clear();
            } else if (choice < 20) {
                asked.forget(node);
                twin.remove(node);
            } else {
                asked.ask(node);
                if (!twin.add(node)) {
                    twin.clear();
                    twin.add(node);
                }
            }
            for (int other = 0; other < MANY; other++) {
                assertEquals(twin.contains(other), asked.contains(other));
            }
        }
    }

    @Test
    void theSixtyFifthNodeIsNotTheFirst() {
        AskedNodes asked = new AskedNodes();
        asked.ask(64);
        assertFalse(asked.contains(0));
        assertTrue(asked.contains(64));
    }

    @Test
    @Timeout(60)
    void ofManyNodesTheNextOneIsAsked() throws InterruptedException {
        ClientOptions.Builder options =
                ClientOptions.builder()
                        .deadline(Duration.ofSeconds(30))
                        .closeTimeout(Duration.ofMillis(50));
        int last = Long.SIZE + 2;
        try (FakeCluster cluster = new FakeCluster(last);
                PaxosStore store = cluster.connect(options)) {
            KeyValue<String, String> kv = FakeCluster.open(store);
            cluster.warmUp(kv);
            for (int refusing : List.of(last - 1, last)) {
                cluster.node(refusing)
                        .behave((link, request) ->
                                link.send(
                                        FakeCluster.failure(
                                                request, FailureCode.INTERNAL, "It is broken.")));
            }
            kv.put(cluster.keyOf(last - 1), "x");
            for (int next : List.of(last - 1, last, 1)) {
                assertEquals(next, cluster.awaitRequest(Request.KvWrite.class).nodeId());
            }
        }
    }
}
