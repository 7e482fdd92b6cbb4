package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.XAutoClaimParams;
import redis.clients.jedis.params.XReadGroupParams;
import redis.clients.jedis.params.XReadParams;
import redis.clients.jedis.resps.StreamEntry;
import redis.clients.jedis.resps.StreamPendingSummary;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** Streams at three nodes: who waits for entries, and groups of consumers. */
class StreamsTest {
    private static final int SECONDS_MAX = 20;
    private static final int WAIT_MILLIS = 20_000;
    private static final Map<String, StreamEntryID> UNDELIVERED =
            Map.of("s", StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY);

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.builder(3).set("redis.enabled", "true").start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Jedis connect(int node) {
        return JedisClients.connect(cluster, node, RedisProtocol.RESP3);
    }

    @BeforeEach
    void empty() {
        try (Jedis jedis = connect(1)) {
            jedis.flushAll();
        }
    }

    /** Asks on a connection and a thread of its own. */
    private static <T> CompletableFuture<T> asking(int node, Function<Jedis, T> question) {
        return JedisClients.asking(() -> connect(node), question);
    }

    private static void awaitBlocked(int node, int count) throws Exception {
        try (Jedis jedis = connect(node)) {
            JedisClients.await(
                    "somebody waits",
                    () ->
                            jedis.clientList()
                                            .lines()
                                            .filter(line -> line.contains("flags=b"))
                                            .count()
                                    == count);
        }
    }

    private static List<String> values(List<StreamEntry> entries) {
        return entries.stream().map(entry -> entry.getFields().get("f")).toList();
    }

    private static List<String> read(Jedis jedis, String consumer, int count) {
        List<Map.Entry<String, List<StreamEntry>>> streams =
                jedis.xreadGroup(
                        "g",
                        consumer,
                        XReadGroupParams.xReadGroupParams().count(count).block(WAIT_MILLIS),
                        UNDELIVERED);
        return streams == null ? List.of() : values(streams.getFirst().getValue());
    }

    @Test
    void whoWaitsForNewEntriesGetsWhatComesAtAnotherNode() throws Exception {
        try (Jedis jedis = connect(1)) {
            jedis.xadd("s", StreamEntryID.NEW_ENTRY, Map.of("f", "before"));
            CompletableFuture<List<Map.Entry<String, List<StreamEntry>>>> waiting =
                    asking(
                            2,
                            other ->
                                    other.xread(
                                            XReadParams.xReadParams().block(WAIT_MILLIS),
                                            Map.of("s", StreamEntryID.XREAD_NEW_ENTRY)));
            awaitBlocked(2, 1);
            jedis.xadd("s", StreamEntryID.NEW_ENTRY, Map.of("f", "after"));
            List<Map.Entry<String, List<StreamEntry>>> streams = JedisClients.got(waiting);
            assertEquals("s", streams.getFirst().getKey());
            assertEquals(List.of("after"), values(streams.getFirst().getValue()));
            assertNull(
                    jedis.xread(
                            XReadParams.xReadParams().block(20),
                            Map.of("s", StreamEntryID.XREAD_NEW_ENTRY)));
        }
    }

    @Test
    void eachEntryIsDeliveredToOneConsumerOfTheGroup() throws Exception {
        int entries = 60;
        BlockingQueue<String> taken = new LinkedBlockingQueue<>();
        try (Jedis jedis = connect(1)) {
            jedis.xgroupCreate("s", "g", StreamEntryID.XGROUP_LAST_ENTRY, true);
            List<CompletableFuture<Boolean>> consumers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                String consumer = "c" + i;
                consumers.add(
                        asking(
                                1 + i % 3,
                                its -> {
                                    List<String> next = read(its, consumer, 1);
                                    while (!next.isEmpty() && !next.contains("end")) {
                                        taken.addAll(next);
                                        next = read(its, consumer, 1);
                                    }
                                    return true;
                                }));
            }
            for (int i = 0; i < entries; i++) {
                jedis.xadd("s", StreamEntryID.NEW_ENTRY, Map.of("f", "e" + i));
            }
            for (int i = 0; i < consumers.size(); i++) {
                jedis.xadd("s", StreamEntryID.NEW_ENTRY, Map.of("f", "end"));
            }
            for (CompletableFuture<Boolean> consumer : consumers) {
                assertTrue(JedisClients.got(consumer));
            }
            assertEquals(entries, taken.size());
            assertEquals(entries, new HashSet<>(taken).size());
            assertEquals(entries + consumers.size(), jedis.xpending("s", "g").getTotal());
        }
    }

    @Test
    void withTheKeyOrTheGroupTheWaitEnds() throws Exception {
        try (Jedis jedis = connect(1)) {
            for (String way : List.of("DEL", "DESTROY", "SET")) {
                jedis.del("s");
                jedis.xgroupCreate("s", "g", StreamEntryID.XGROUP_LAST_ENTRY, true);
                CompletableFuture<List<String>> waiting = asking(3, other -> read(other, "c", 1));
                awaitBlocked(3, 1);
                switch (way) {
                    case "DEL" -> jedis.del("s");
                    case "DESTROY" -> jedis.xgroupDestroy("s", "g");
                    default -> jedis.set("s", "x");
                }
                Exception why = assertThrows(Exception.class, () -> JedisClients.got(waiting));
                assertTrue(
                        String.valueOf(why.getMessage())
                                .contains(way.equals("DESTROY") ? "NOGROUP" : "UNBLOCKED"),
                        why.getMessage());
            }
        }
    }

    /** It need not be the first of them. */
    @Test
    void withAnyOfItsKeysTheWaitEnds() throws Exception {
        try (Jedis jedis = connect(1)) {
            for (String way : List.of("DEL", "DESTROY", "SET")) {
                jedis.del("{a}1", "{a}2");
                jedis.xgroupCreate("{a}1", "g", StreamEntryID.XGROUP_LAST_ENTRY, true);
                jedis.xgroupCreate("{a}2", "g", StreamEntryID.XGROUP_LAST_ENTRY, true);
                CompletableFuture<Object> waiting =
                        asking(
                                3,
                                other ->
                                        other.xreadGroup(
                                                "g",
                                                "c",
                                                XReadGroupParams.xReadGroupParams()
                                                        .block(WAIT_MILLIS),
                                                Map.of(
                                                        "{a}1",
                                                        StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY,
                                                        "{a}2",
                                                        StreamEntryID
                                                                .XREADGROUP_UNDELIVERED_ENTRY)));
                awaitBlocked(3, 1);
                switch (way) {
                    case "DEL" -> jedis.del("{a}2");
                    case "DESTROY" -> jedis.xgroupDestroy("{a}2", "g");
                    default -> jedis.set("{a}2", "x");
                }
                Exception why = assertThrows(Exception.class, () -> JedisClients.got(waiting));
                assertTrue(
                        String.valueOf(why.getMessage())
                                .contains(way.equals("DESTROY") ? "NOGROUP" : "UNBLOCKED"),
                        why.getMessage());
            }
        }
    }

    @Test
    void withinTransactionsAndScriptsNothingWaits() {
        try (Jedis jedis = connect(1)) {
            jedis.xgroupCreate("s", "g", StreamEntryID.XGROUP_LAST_ENTRY, true);
            Transaction transaction = jedis.multi();
            transaction.xread(
                    XReadParams.xReadParams().block(0), Map.of("s", StreamEntryID.XREAD_NEW_ENTRY));
            transaction.xadd("s", StreamEntryID.NEW_ENTRY, Map.of("f", "1"));
            transaction.xreadGroup(
                    "g", "c", XReadGroupParams.xReadGroupParams().block(0), UNDELIVERED);
            List<Object> replies = transaction.exec();
            assertNull(replies.get(0));
            assertTrue(String.valueOf(replies.get(2)).contains("{f=1}"), replies.toString());
            JedisDataException refused =
                    assertThrows(
                            JedisDataException.class,
                            () ->
                                    jedis.eval(
                                            "return redis.call('xread', 'BLOCK', '0', 'STREAMS',"
                                                    + " KEYS[1], '$')",
                                            1,
                                            "s"));
            assertTrue(
                    String.valueOf(refused.getMessage())
                            .contains("xread command is not allowed with BLOCK option"));
        }
    }

    /** What was delivered is known at the nodes that are left, and somebody else takes it over. */
    @Test
    void aGroupOutlivesANode() throws Exception {
        Set<String> acknowledged = new HashSet<>();
        try (Jedis left = connect(1)) {
            left.xgroupCreate("s", "g", StreamEntryID.XGROUP_LAST_ENTRY, true);
            for (int i = 0; i < 30; i++) {
                left.xadd("s", StreamEntryID.NEW_ENTRY, Map.of("f", "e" + i));
            }
            try (Jedis lost = connect(2)) {
                assertEquals(10, read(lost, "lost", 10).size());
            }
            cluster.node(2).kill();
            StreamPendingSummary pending = left.xpending("s", "g");
            assertEquals(10, pending.getTotal());
            assertEquals(Map.of("lost", 10L), pending.getConsumerMessageCount());
            List<StreamEntry> claimed =
                    left.xautoclaim(
                                    "s",
                                    "g",
                                    "left",
                                    0,
                                    new StreamEntryID(0, 0),
                                    XAutoClaimParams.xAutoClaimParams().count(100))
                            .getValue();
            claimed.forEach(entry -> {
                assertEquals(1, left.xack("s", "g", entry.getID()));
                acknowledged.add(entry.getFields().get("f"));
            });
            assertEquals(10, acknowledged.size());
            acknowledged.addAll(read(left, "left", 100));
            assertEquals(30, acknowledged.size());
        } finally {
            cluster.node(2).start();
            cluster.awaitReady();
        }
        try (Jedis back = connect(2)) {
            assertEquals(20, back.xpending("s", "g").getTotal());
        }
    }

    @Test
    @SuppressWarnings("unchecked") // Lettuce takes an array of what is generic
    void lettuceWaitsForStreams() throws Exception {
        InetSocketAddress address = cluster.redisAddress(2);
        RedisClient client =
                RedisClient.create(
                        RedisURI.builder()
                                .withHost(address.getHostString())
                                .withPort(address.getPort())
                                .withTimeout(Duration.ofSeconds(SECONDS_MAX))
                                .build());
        try (StatefulRedisConnection<String, String> connection = client.connect();
                Jedis jedis = connect(1)) {
            RedisCommands<String, String> redis = connection.sync();
            redis.xgroupCreate(
                    XReadArgs.StreamOffset.from("s", "0"),
                    "g",
                    XGroupCreateArgs.Builder.mkstream());
            CompletableFuture<List<StreamMessage<String, String>>> waiting =
                    CompletableFuture.supplyAsync(() ->
                            redis.xreadgroup(
                                    Consumer.from("g", "c"),
                                    XReadArgs.Builder.block(Duration.ofSeconds(10)),
                                    XReadArgs.StreamOffset.lastConsumed("s")));
            awaitBlocked(2, 1);
            jedis.xadd("s", StreamEntryID.NEW_ENTRY, Map.of("f", "1"));
            List<StreamMessage<String, String>> messages = JedisClients.got(waiting);
            assertEquals(Map.of("f", "1"), messages.getFirst().getBody());
            assertEquals(1, redis.xack("s", "g", messages.getFirst().getId()));
            assertEquals(0, redis.xpending("s", "g").getCount());
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
    }
}
