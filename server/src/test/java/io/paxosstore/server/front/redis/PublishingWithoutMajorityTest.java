package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

/** Messages behind a command that does not end, and what is behind them. */
class PublishingWithoutMajorityTest {
    private static EmbeddedCluster cluster;

    /** Commands wait longer than anybody here does. */
    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.timeout", "1m")
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** Node 1 is alone. */
    @BeforeEach
    void alone() throws Exception {
        try (RespClient client = connect()) {
            assertEquals("+OK", client.ask("SET", "k", "before"));
        }
        cluster.node(2).stop();
        cluster.node(3).stop();
    }

    @AfterEach
    void together() throws Exception {
        for (int node = 2; node <= 3; node++) {
            if (!cluster.node(node).isRunning()) {
                cluster.node(node).start();
            }
        }
        cluster.awaitReady();
    }

    private static RespClient connect() throws IOException {
        return new RespClient(cluster.redisAddress(1));
    }

    private static void send(RespClient client, String... commands) throws IOException {
        for (String command : commands) {
            client.send(RespClient.command((Object[]) command.split(" ")));
        }
    }

    private static void awaitName(RespClient other, String name) throws Exception {
        JedisClients.await(
                "a connection named " + name,
                () -> other.ask("CLIENT", "LIST").toString().contains(" name=" + name + " "));
    }

    /** The name is what can be seen of a command that has begun behind others. */
    @Test
    void whatIsBehindAMessageBeginsAtOnce() throws Exception {
        try (RespClient client = connect();
                RespClient other = connect()) {
            send(client, "SET k after", "PUBLISH c m", "CLIENT SETNAME behind", "PUBLISH c n");
            awaitName(other, "behind");
            together();
            assertEquals("+OK", client.read());
            assertEquals(0L, client.read());
            assertEquals("+OK", client.read());
            assertEquals(0L, client.read());
            assertEquals("after", other.ask("GET", "k"));
        }
    }

    @Test
    void aTransactionWithoutKeysAndMessagesIsExecutedAtOnce() throws Exception {
        try (RespClient client = connect();
                RespClient other = connect()) {
            send(client, "SET k after", "MULTI", "PING", "CLIENT SETNAME transaction", "EXEC");
            awaitName(other, "transaction");
            together();
            for (String told : List.of("+OK", "+OK", "+QUEUED", "+QUEUED")) {
                assertEquals(told, client.read());
            }
            assertEquals(List.of("+PONG", "+OK"), client.read());
        }
    }

    /** But not for the commands that are behind it. */
    @Test
    void aTransactionWithMessagesWaitsForThoseBeforeIt() throws Exception {
        try (RespClient client = connect();
                RespClient other = connect();
                RespClient listener = connect()) {
            assertEquals(List.of("subscribe", "c", 1L), listener.ask("SUBSCRIBE", "c"));
            send(client, "SET k after", "MULTI", "PUBLISH c m", "EXEC", "CLIENT SETNAME later");
            awaitName(other, "later");
            other.ask("PUBLISH", "c", "first");
            together();
            assertEquals(List.of("message", "c", "first"), listener.read());
            assertEquals(List.of("message", "c", "m"), listener.read());
            assertEquals("after", other.ask("GET", "k"));
            for (String told : List.of("+OK", "+OK", "+QUEUED")) {
                assertEquals(told, client.read());
            }
            assertEquals(List.of(1L), client.read());
            assertEquals("+OK", client.read());
        }
    }
}
