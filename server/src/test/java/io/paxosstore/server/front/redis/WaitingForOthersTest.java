package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.List;

/** Commands that wait for one of several keys while another one gets another type. */
class WaitingForOthersTest {
    private static final String WRONG_TYPE =
            "-WRONGTYPE Operation against a key holding the wrong kind of value";

    private static EmbeddedCluster cluster;

    /** One loop, so that what waits is attempted in the order in which it came. */
    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(1)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "redis:together")
                        .set("server.shards", "1")
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static RespClient connect() throws IOException {
        return new RespClient(cluster.redisAddress(1));
    }

    @BeforeEach
    void empty() throws IOException {
        try (RespClient client = connect()) {
            assertEquals("+OK", client.ask("FLUSHALL"));
        }
    }

    private static void send(RespClient client, String command) throws IOException {
        client.send(RespClient.command((Object[]) command.split(" ")));
    }

    private static Object ask(RespClient client, String command) throws IOException {
        send(client, command);
        return client.read();
    }

    private static void awaitBlocked(RespClient other, int count) throws Exception {
        JedisClients.await(
                count + " commands that wait",
                () ->
                        ask(other, "INFO clients")
                                .toString()
                                .contains("blocked_clients:" + count + "\r\n"));
    }

    private static void serves(String waiting, String change, Object served) throws Exception {
        try (RespClient client = connect();
                RespClient other = connect()) {
            send(client, waiting);
            awaitBlocked(other, 1);
            assertEquals("+OK", ask(other, "SET a x"));
            ask(other, change);
            assertEquals(served, client.read());
            assertEquals(WRONG_TYPE, ask(client, waiting), "at once");
        }
    }

    @Test
    void anotherKeyIsServed() throws Exception {
        serves("BLPOP a b 0", "RPUSH b 1", List.of("b", "1"));
        empty();
        serves("BRPOP c a b 0", "RPUSH b 1", List.of("b", "1"));
        empty();
        serves("BZPOPMIN a b 0", "ZADD b 1 m", List.of("b", "m", "1"));
        empty();
        serves("BLMPOP 0 2 a b LEFT COUNT 2", "RPUSH b 1 2", List.of("b", List.of("1", "2")));
        empty();
        serves("BZMPOP 0 2 a b MIN", "ZADD b 1 m", List.of("b", List.of(List.of("m", "1"))));
        empty();
        serves(
                "XREAD BLOCK 0 STREAMS a b $ $",
                "XADD b 1-1 f v",
                List.of(List.of("b", List.of(List.of("1-1", List.of("f", "v"))))));
    }

    /** What waits behind it is attempted behind it: then it was attempted, too. */
    @ParameterizedTest
    @ValueSource(strings = {"BLMOVE from to LEFT RIGHT 0", "BRPOPLPUSH from to 0"})
    void aSourceOfAnotherTypeEndsNoWait(String waiting) throws Exception {
        try (RespClient client = connect();
                RespClient second = connect();
                RespClient other = connect()) {
            send(client, waiting);
            awaitBlocked(other, 1);
            send(second, "BLPOP z 0");
            awaitBlocked(other, 2);
            assertEquals("+OK", ask(other, "MULTI"));
            assertEquals("+QUEUED", ask(other, "SET from x"));
            assertEquals("+QUEUED", ask(other, "RPUSH z 1"));
            assertEquals(List.of("+OK", 1L), ask(other, "EXEC"));
            assertEquals(List.of("z", "1"), second.read());
            assertEquals(1L, ask(other, "DEL from"));
            assertEquals(1L, ask(other, "RPUSH from e"));
            assertEquals("e", client.read());
            assertEquals(List.of("e"), ask(other, "LRANGE to 0 -1"));
        }
    }

    @Test
    void aTargetOfAnotherTypeIsToldWhenSomethingComes() throws Exception {
        try (RespClient client = connect();
                RespClient other = connect()) {
            send(client, "BLMOVE from to LEFT RIGHT 0");
            awaitBlocked(other, 1);
            assertEquals("+OK", ask(other, "SET to x"));
            assertEquals(1L, ask(other, "RPUSH from e"));
            assertEquals(WRONG_TYPE, client.read());
            assertEquals(List.of("e"), ask(other, "LRANGE from 0 -1"));
        }
    }
}
