package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Pipelines of more commands than a node takes at once: Redis executes all of them, so nobody who
 * fills a store that way looks at each reply.
 */
final class TooMuchAtOnceTest {
    private static final int AT_ONCE = 8;
    private static final int CONNECTIONS = 4;
    private static final int COMMANDS = 300;
    private static final int SCANS = 40;

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "entities,keys:keys,others")
                        .set("redis.timeout", "1m")
                        .set("client.admission", Integer.toString(AT_ONCE))
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static RespClient connect(int database) throws IOException {
        RespClient client = new RespClient(cluster.redisAddress(1));
        assertEquals("+OK", client.ask("SELECT", database));
        return client;
    }

    @Test
    void entitiesAreWrittenAndCountedOnce() throws Exception {
        everythingIsExecutedOnce(0);
    }

    @Test
    void keysAreWrittenAndCountedOnce() throws Exception {
        everythingIsExecutedOnce(1);
    }

    private static void everythingIsExecutedOnce(int database) throws Exception {
        List<RespClient> clients = new ArrayList<>();
        for (int number = 0; number < CONNECTIONS; number++) {
            clients.add(connect(database));
        }
        for (int number = 0; number < CONNECTIONS; number++) {
            ByteArrayOutputStream pipeline = new ByteArrayOutputStream();
            for (int i = 0; i < COMMANDS; i++) {
                pipeline.writeBytes(RespClient.command("SET", "of" + number + "key" + i, "v" + i));
                pipeline.writeBytes(RespClient.command("INCR", "count" + i % 10));
            }
            clients.get(number).send(pipeline.toByteArray());
        }
        for (RespClient client : clients) {
            for (int i = 0; i < COMMANDS; i++) {
                assertEquals("+OK", client.read());
                Object counted = client.read();
                assertTrue(counted instanceof Long, counted::toString);
            }
        }
        RespClient one = clients.getFirst();
        for (int i = 0; i < 10; i++) {
            String counted = Integer.toString(CONNECTIONS * COMMANDS / 10);
            assertEquals(counted, one.ask("GET", "count" + i));
        }
        assertEquals("v299", one.ask("GET", "of3key299"));
        for (RespClient client : clients) {
            client.close();
        }
    }

    /** More scans than a node finds names for at once: each finds what there is. */
    @Test
    void manyScansAtOnceWaitForEachOther() throws Exception {
        List<RespClient> clients = new ArrayList<>();
        try (RespClient one = connect(2)) {
            assertEquals("+OK", one.ask("SET", "scanned", "v"));
        }
        for (int number = 0; number < SCANS; number++) {
            clients.add(connect(2));
        }
        byte[] scan = RespClient.command("KEYS", "scanned");
        for (RespClient client : clients) {
            client.send(scan);
        }
        Set<Object> replies = new HashSet<>();
        for (RespClient client : clients) {
            replies.add(client.read());
            client.close();
        }
        assertEquals(Set.of(List.of("scanned")), replies);
    }
}
