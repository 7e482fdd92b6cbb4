package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.SocketAddressResolver;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What applications use goes on while one node of three is killed and comes back, and what was
 * acknowledged is there afterwards.
 */
class KilledNodeClientsTest {
    private static final int VICTIM = 1;
    private static final int STEPS = 60;
    private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(500);

    private EmbeddedCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = EmbeddedCluster.builder(3).set("redis.enabled", "true").start();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /** One step of an application. */
    @FunctionalInterface
    private interface Application {
        void step(int number) throws Exception;
    }

    /**
     * Steps before the node is killed, while it is down, and when it is back; each must succeed, if
     * not at once, then after some time.
     */
    private void killOneMeanwhile(Application application) throws Exception {
        for (int number = 0; number < 3 * STEPS; number++) {
            if (number == STEPS) {
                cluster.node(VICTIM).kill();
            }
            if (number == 2 * STEPS) {
                cluster.node(VICTIM).start();
                cluster.awaitReady();
            }
            int step = number;
            JedisClients.await("step " + step, () -> isDone(application, step));
        }
    }

    private static boolean isDone(Application application, int number) throws Exception {
        try {
            application.step(number);
            return true;
        } catch (RedisException | org.redisson.client.RedisException e) {
            return false;
        }
    }

    private RedisURI uri(int node) {
        InetSocketAddress address = cluster.redisAddress(node);
        return RedisURI.builder()
                .withHost(address.getHostString())
                .withPort(address.getPort())
                .withTimeout(COMMAND_TIMEOUT)
                .build();
    }

    /** One name that stands for all nodes: each connection goes to the next one. */
    @Test
    void lettuceWithSeveralAddresses() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        SocketAddressResolver next =
                new SocketAddressResolver() {
                    @Override
                    public SocketAddress resolve(RedisURI uri) {
                        return cluster.redisAddress(1 + connections.getAndIncrement() % 3);
                    }
                };
        ClientResources resources =
                DefaultClientResources.builder()
                        .socketAddressResolver(next)
                        .reconnectDelay(Delay.constant(Duration.ofMillis(50)))
                        .build();
        RedisClient client = RedisClient.create(resources, uri(1));
        client.setOptions(ClientOptions.builder().autoReconnect(true).build());
        List<String> acknowledged = new ArrayList<>();
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            RedisCommands<String, String> redis = connection.sync();
            killOneMeanwhile(number -> {
                redis.set("k" + number, "v" + number);
                redis.rpush("list", "e" + number);
                acknowledged.add("e" + number);
            });
            for (int number = 0; number < 3 * STEPS; number++) {
                assertEquals("v" + number, redis.get("k" + number));
            }
            List<String> kept = redis.lrange("list", 0, -1);
            assertTrue(kept.containsAll(acknowledged), kept::toString);
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
            resources.shutdown(0, 5, TimeUnit.SECONDS).get();
        }
        assertTrue(connections.get() > 1, "it stayed at a node that was killed");
    }

    /** It learns from those that are there that all slots are theirs now. */
    @Test
    void lettuceAsAClientOfACluster() throws Exception {
        RedisClusterClient client = RedisClusterClient.create(List.of(uri(1), uri(2), uri(3)));
        client.setOptions(
                ClusterClientOptions.builder()
                        .topologyRefreshOptions(
                                ClusterTopologyRefreshOptions.builder()
                                        .enablePeriodicRefresh(Duration.ofMillis(500))
                                        .build())
                        .build());
        try (StatefulRedisClusterConnection<String, String> connection = client.connect()) {
            RedisClusterCommands<String, String> redis = connection.sync();
            killOneMeanwhile(number -> redis.set("k" + number, "v" + number));
            for (int number = 0; number < 3 * STEPS; number++) {
                assertEquals("v" + number, redis.get("k" + number));
            }
            JedisClients.await(
                    "all three nodes have slots again",
                    () ->
                            client.getPartitions().stream()
                                            .filter(node -> !node.getSlots().isEmpty())
                                            .count()
                                    == 3);
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
    }

    /** Who goes by slots is sent to those that are there, and nobody is forgotten. */
    @Test
    void slotsAreThoseOfNodesThatAreThere() throws Exception {
        cluster.node(VICTIM).kill();
        try (RespClient client = new RespClient(cluster.redisAddress(2))) {
            JedisClients.await(
                    "no slot of the dead node",
                    () -> ((List<?>) client.ask("CLUSTER", "SLOTS")).size() == 2);
            int slots = 0;
            for (Object each : (List<?>) client.ask("CLUSTER", "SLOTS")) {
                List<?> range = (List<?>) each;
                slots += (int) ((Long) range.get(1) - (Long) range.get(0)) + 1;
            }
            assertEquals(SlotHash.SLOT_COUNT, slots);
            List<String> nodes = client.ask("CLUSTER", "NODES").toString().lines().toList();
            assertEquals(3, nodes.size());
            assertTrue(nodes.getFirst().contains("master,fail - 0 0 1 disconnected"));
            assertTrue(client.ask("CLUSTER", "SHARDS").toString().contains("failed"));
            cluster.node(VICTIM).start();
            cluster.awaitReady();
            JedisClients.await(
                    "slots of all", () -> ((List<?>) client.ask("CLUSTER", "SLOTS")).size() == 3);
        }
    }

    /** A node that reaches nobody does not say that all slots are its own. */
    @Test
    void whoIsAloneTakesNoSlots() throws Exception {
        cluster.node(1).kill();
        cluster.node(3).kill();
        try (RespClient client = new RespClient(cluster.redisAddress(2))) {
            JedisClients.await(
                    "no majority",
                    () -> client.ask("CLUSTER", "INFO").toString().contains("cluster_state:fail"));
            assertEquals(3, ((List<?>) client.ask("CLUSTER", "SLOTS")).size());
        }
    }

    private RedissonClient redisson() {
        Config config = new Config();
        String[] addresses = new String[3];
        for (int node = 1; node <= 3; node++) {
            InetSocketAddress address = cluster.redisAddress(node);
            addresses[node - 1] = "redis://" + address.getHostString() + ":" + address.getPort();
        }
        config.useClusterServers()
                .addNodeAddress(addresses)
                .setScanInterval(500)
                .setMasterConnectionMinimumIdleSize(1)
                .setMasterConnectionPoolSize(8)
                .setConnectTimeout(1_000)
                .setTimeout(1_000)
                .setRetryAttempts(3);
        return Redisson.create(config);
    }

    @SuppressWarnings("LockNotBeforeTry") // what the lock itself does is the test
    @Test
    void redissonAsAClientOfACluster() throws Exception {
        RedissonClient client = redisson();
        try {
            RLock lock = client.getLock("lock");
            lock.lock(10, TimeUnit.MINUTES);
            long[] counted = {0};
            killOneMeanwhile(number -> {
                client.<String, Integer>getMap("map" + number % 7).put("f" + number, number);
                long next = client.getAtomicLong("number").incrementAndGet();
                assertTrue(next > counted[0], next + " after " + counted[0]);
                counted[0] = next;
                client.<String>getScoredSortedSet("scores").add(number, "m" + number);
                client.<String>getBlockingQueue("queue").add("job" + number);
            });
            for (int number = 0; number < 3 * STEPS; number++) {
                assertEquals(
                        number,
                        client.<String, Integer>getMap("map" + number % 7).get("f" + number));
                assertEquals(number, client.getScoredSortedSet("scores").getScore("m" + number));
            }
            assertTrue(client.getAtomicLong("number").get() >= 3 * STEPS);
            List<String> jobs = new ArrayList<>();
            String job = client.<String>getBlockingQueue("queue").poll(1, TimeUnit.SECONDS);
            while (job != null) {
                jobs.add(job);
                job = client.<String>getBlockingQueue("queue").poll(1, TimeUnit.SECONDS);
            }
            for (int number = 0; number < 3 * STEPS; number++) {
                assertTrue(jobs.contains("job" + number), jobs::toString);
            }
            assertTrue(lock.isHeldByCurrentThread());
            assertFalse(taken(client));
            lock.unlock();
            assertTrue(taken(client));
        } finally {
            client.shutdown();
        }
    }

    /** Whether another client gets the lock. */
    private boolean taken(RedissonClient except) throws InterruptedException {
        RedissonClient other = redisson();
        try {
            assertFalse(other.getId().equals(except.getId()));
            return other.getLock("lock").tryLock(0, 60, TimeUnit.SECONDS);
        } finally {
            other.shutdown();
        }
    }
}
