package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.ClusterMembers;
import io.paxosstore.client.Codec;
import io.paxosstore.client.EntitySet;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.Versioned;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Nodes come, take slots, replace killed ones and go, voters become more and fewer, while clients
 * count in keys and gather in sets: no call fails, none is executed twice, nothing is lost.
 */
final class MovingVotersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int WRITERS = 3;
    private static final int KEYS = 40;
    private static final int SETS = 8;

    /** All at once: how many move at a time is the driver's test. */
    private static final Map<String, String> MOVING = Map.of("slots.moving", "4096");

    @TempDir private Path directory = Path.of("set by JUnit");

    /** Clients that write as long as the test lasts. */
    private static final class Load implements AutoCloseable {
        private final PaxosStore store;
        private final KeyValue<String, String> counters;
        private final EntitySpace<String> sets;
        private final AtomicLong[] counted = new AtomicLong[KEYS];
        private final AtomicLong[] gathered = new AtomicLong[SETS];
        private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        private final List<Thread> writers = new ArrayList<>();
        private final AtomicLong scans = new AtomicLong();
        private volatile boolean stopped;

        Load(String connectString) {
            store =
                    PaxosStore.connect(
                            connectString,
                            ClientOptions.builder().deadline(Duration.ofSeconds(60)).build());
            store.createSpace("counters");
            store.createSpace("sets", SpaceKind.ENTITY);
            counters = store.keyValue("counters", Codec.utf8(), Codec.utf8());
            sets = store.entitySpace("sets", Codec.utf8());
            for (int i = 0; i < KEYS; i++) {
                counted[i] = new AtomicLong();
            }
            for (int i = 0; i < SETS; i++) {
                gathered[i] = new AtomicLong();
            }
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                writers.add(Thread.ofPlatform().start(() -> write(writer)));
            }
            writers.add(Thread.ofPlatform().start(this::scan));
        }

        private EntitySet<String> set(int number) {
            return sets.entity("set" + number).set("members", Codec.utf8());
        }

        private void write(int writer) {
            try {
                for (int i = writer; !stopped; i += WRITERS) {
                    counters.increment("counter" + i % KEYS, 1);
                    counted[i % KEYS].incrementAndGet();
                    assertTrue(set(i % SETS).add("m" + i), "a member is new once");
                    gathered[i % SETS].incrementAndGet();
                }
            } catch (Throwable e) {
                failures.add(e);
            }
        }

        /** What is there when a scan begins comes, whoever votes meanwhile. */
        private void scan() {
            try {
                while (!stopped) {
                    Set<String> missing = new HashSet<>();
                    for (int i = 0; i < KEYS; i++) {
                        if (counted[i].get() > 0) {
                            missing.add("counter" + i);
                        }
                    }
                    Iterator<Map.Entry<String, Versioned<String>>> keys =
                            counters.scan().iterator();
                    while (!stopped && keys.hasNext()) {
                        missing.remove(keys.next().getKey());
                    }
                    assertTrue(stopped || missing.isEmpty(), missing + " are not listed");
                    scans.incrementAndGet();
                }
            } catch (Throwable e) {
                failures.add(e);
            }
        }

        /** Everything that was answered is there, once. */
        void check() throws InterruptedException {
            stopped = true;
            for (Thread writer : writers) {
                writer.join();
            }
            assertEquals(List.of(), List.copyOf(failures));
            for (int i = 0; i < KEYS; i++) {
                assertEquals(counted[i].get(), counters.increment("counter" + i, 0), "counter" + i);
            }
            for (int i = 0; i < SETS; i++) {
                assertEquals(gathered[i].get(), set(i).size(), "set" + i);
            }
            assertTrue(counted[0].get() > 0);
            assertTrue(scans.get() > 1, "scans that ended");
        }

        ClusterMembers members() {
            return store.members();
        }

        @Override
        public void close() {
            stopped = true;
            store.close();
        }
    }

    private EmbeddedCluster start(int nodes) throws Exception {
        var builder = EmbeddedCluster.builder(nodes).directory(directory);
        MOVING.forEach(builder::set);
        EmbeddedCluster cluster = builder.start();
        cluster.awaitReady();
        return cluster;
    }

    /** How many keys and entities a node holds. */
    private static int held(EmbeddedNode node) {
        return node.metrics()
                .lines()
                .filter(line -> line.startsWith("paxosstore_keys "))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' '))))
                .sum();
    }

    /** The change is made, and everything that it moves has moved. */
    private static void changed(
            ClusterMembers members, ClusterChange change, Predicate<JsonNode> done)
            throws Exception {
        Shown.changed(PATIENCE, members, change, done);
    }

    @Test
    void nodesComeReplaceKilledOnesAndGo() throws Exception {
        try (EmbeddedCluster cluster = start(3);
                Load load = new Load(cluster.connectString())) {
            cluster.join(Map.of());
            ClusterMembers members = load.members();
            changed(members, new ClusterChange.Spread(), shown -> Shown.votes(shown, 4) == 12_288);

            cluster.node(1).kill();
            cluster.join(Map.of());
            changed(
                    members,
                    new ClusterChange.Replace(1, 5),
                    shown -> Shown.votes(shown, 5) == 12_288 && Shown.votes(shown, 1) == 0);
            members.change(new ClusterChange.Remove(1), false);

            changed(members, new ClusterChange.Drain(2), shown -> Shown.votes(shown, 2) == 0);
            RejoinTest.await(
                    "what the drained node held to be forgotten", () -> held(cluster.node(2)) == 0);
            members.change(new ClusterChange.Remove(2), false);
            cluster.node(2).stop();
            load.check();
        }
    }

    /** Every slot moves to two nodes and back, which takes a minute or two. */
    @Test
    @Tag("faults")
    void votersBecomeMoreAndFewer() throws Exception {
        try (EmbeddedCluster cluster = start(3);
                Load load = new Load(cluster.connectString())) {
            cluster.join(Map.of());
            cluster.join(Map.of());
            ClusterMembers members = load.members();
            changed(members, new ClusterChange.Voters(5), shown -> Shown.votes(shown, 5) == 16_384);
            changed(members, new ClusterChange.Voters(3), shown -> Shown.votes(shown, 5) < 16_384);
            load.check();
        }
    }
}
