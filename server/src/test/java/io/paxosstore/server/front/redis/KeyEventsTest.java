package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Events of keys, of three nodes: commands at some of them, listeners at others. */
class KeyEventsTest {
    private static final String HEARD = "heard-by-";

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "redis,cache:keys,all:together")
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static RespClient client(int node) throws IOException {
        return new RespClient(cluster.redisAddress(node));
    }

    /** A client that hears of all keys of a database. */
    private static final class Listener implements AutoCloseable {
        private final RespClient client;

        Listener(int node, int version, int database) throws IOException {
            this(node, version, "__key*@" + database + "__:*");
        }

        Listener(int node, int version, String pattern) throws IOException {
            this.client = client(node);
            client.ask("HELLO", version);
            client.ask("PSUBSCRIBE", pattern);
        }

        /** The next event but those of the keys of {@link #setEverywhere}. */
        String next() throws IOException {
            String next = any();
            while (next.contains(HEARD)) {
                next = any();
            }
            return next;
        }

        /** The channel, and what is said there. */
        private String any() throws IOException {
            List<?> message = (List<?>) client.read();
            assertEquals("pmessage", message.getFirst());
            String channel = (String) message.get(2);
            return channel.substring("__key".length()).replaceFirst("@\\d__", "")
                    + " "
                    + message.get(3);
        }

        List<String> next(int count) throws IOException {
            List<String> events = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                events.add(next());
            }
            return events;
        }

        /** All up to an event. */
        List<String> upTo(String last) throws IOException {
            List<String> events = new ArrayList<>();
            do {
                events.add(next());
            } while (!events.getLast().equals(last));
            return events;
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /** What node 1 is asked for; the others hear of it. */
    private static void set(String letters) throws IOException {
        try (RespClient first = client(1)) {
            assertEquals("+OK", first.ask("CONFIG", "SET", "notify-keyspace-events", letters));
        }
    }

    /** Waits until other nodes publish what node 1 was asked for, K and $ among it. */
    private static void setEverywhere(String letters) throws IOException {
        set(letters);
        for (int node = 2; node <= 3; node++) {
            try (RespClient listener = client(node);
                    RespClient writer = client(node)) {
                String key = HEARD + node;
                listener.ask("HELLO", 3);
                listener.ask("SUBSCRIBE", "__keyspace@0__:" + key);
                int attempts = 0;
                do {
                    attempts++;
                    assertTrue(attempts < 10_000, "node " + node + " has not heard of it");
                    writer.ask("SET", key, "x");
                    // What the node itself has published has come by the answer to this.
                } while (!(listener.ask("PING") instanceof List));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void listenersHearOfCommandsAtOtherNodes(int version) throws Exception {
        setEverywhere("KEAn");
        for (int node = 1; node <= 3; node++) {
            try (Listener listener = new Listener(1 + node % 3, version, 0);
                    RespClient writer = client(node)) {
                String key = "k" + version + node;
                writer.ask("SET", key, "1");
                writer.ask("EXPIRE", key, "100");
                writer.ask("DEL", key);
                assertEquals(
                        List.of(
                                "space:" + key + " new",
                                "event:new " + key,
                                "space:" + key + " set",
                                "event:set " + key,
                                "space:" + key + " expire",
                                "event:expire " + key,
                                "space:" + key + " del",
                                "event:del " + key),
                        listener.upTo("event:del " + key));
            }
        }
    }

    @Test
    void databasesOfKeysTellTheSameUnderTheirNumber() throws Exception {
        set("KAn");
        try (Listener listener = new Listener(2, 2, 1);
                RespClient writer = client(1)) {
            writer.ask("SELECT", 1);
            writer.ask("SET", "a", "1");
            writer.ask("INCR", "a");
            writer.ask("SETEX", "a", 100, "1");
            writer.ask("SET", "a", "2", "NX");
            writer.ask("PERSIST", "a");
            writer.ask("DEL", "a", "none");
            assertEquals(
                    List.of(
                            "space:a new",
                            "space:a set",
                            "space:a incrby",
                            "space:a set",
                            "space:a expire",
                            "space:a persist",
                            "space:a del"),
                    listener.next(7));
        }
    }

    @Test
    void transactionsAndScriptsTellOfEachCommandInItsOrder() throws Exception {
        set("KA");
        try (Listener listener = new Listener(3, 3, 0);
                RespClient writer = client(1);
                RespClient other = client(1)) {
            writer.ask("WATCH", "{t}a");
            other.ask("SET", "{t}a", "other");
            writer.ask("MULTI");
            writer.ask("SET", "{t}lost", "1");
            assertEquals(RespClient.NOTHING, writer.ask("EXEC"));
            writer.ask("MULTI");
            writer.ask("SET", "{t}a", "1");
            writer.ask("LPUSH", "{t}a", "1");
            writer.ask("RPUSH", "{t}b", "1");
            writer.ask("RENAME", "{t}b", "{t}c");
            writer.ask("EXEC");
            writer.ask(
                    "EVAL",
                    "redis.call('SADD', KEYS[1], 'm') redis.call('SREM', KEYS[1], 'm')",
                    1,
                    "{t}s");
            writer.ask("EVAL", "redis.call('SET', KEYS[1], 1) return redis.call('x')", 1, "{t}f");
            writer.ask("SET", "{t}end", "1");
            assertEquals(
                    List.of(
                            "space:{t}a set",
                            "space:{t}a set",
                            "space:{t}b rpush",
                            "space:{t}b rename_from",
                            "space:{t}c rename_to",
                            "space:{t}s sadd",
                            "space:{t}s srem",
                            "space:{t}s del",
                            "space:{t}end set"),
                    listener.upTo("space:{t}end set"));
        }
    }

    /** Who waits takes at another node: between the events of two nodes there is no order. */
    @Test
    void popsThatWaitTellWhenTheyAreServed() throws Exception {
        setEverywhere("KA");
        try (Listener listener = new Listener(3, 2, 0);
                RespClient waiting = client(2);
                RespClient writer = client(1)) {
            waiting.send(RespClient.command("BLPOP", "queue", 0));
            writer.ask("RPUSH", "queue", "1");
            assertEquals(List.of("queue", "1"), waiting.read());
            Set<String> wanted = Set.of("space:queue rpush", "space:queue lpop", "space:queue del");
            assertEquals(wanted, new HashSet<>(listener.next(3)));
        }
    }

    @Test
    void lettersSayWhatIsTold() throws Exception {
        try (Listener listener = new Listener(2, 3, 0);
                RespClient writer = client(1)) {
            set("Kl");
            writer.ask("SET", "{f}a", "1");
            writer.ask("LPUSH", "{f}l", "1");
            writer.ask("LPOP", "{f}l");
            set("Eg");
            writer.ask("LPUSH", "{f}l", "1");
            writer.ask("DEL", "{f}l");
            set("g");
            writer.ask("DEL", "{f}a");
            set("");
            writer.ask("SET", "{f}a", "1");
            set("E$");
            writer.ask("SET", "{f}end", "1");
            assertEquals(
                    List.of(
                            "space:{f}l lpush",
                            "space:{f}l lpop",
                            "event:del {f}l",
                            "event:set {f}end"),
                    listener.upTo("event:set {f}end"));
        }
    }

    @Test
    void settingIsToldAsRedisTellsIt() throws Exception {
        try (RespClient client = client(1)) {
            set("KElgsxh$ztde");
            assertEquals(
                    List.of("notify-keyspace-events", "AKE"),
                    client.ask("CONFIG", "GET", "notify-*"));
            assertEquals(
                    "-ERR CONFIG SET failed (possibly related to argument"
                            + " 'notify-keyspace-events') - Invalid event class character. Use"
                            + " 'Ag$lshzxeKEtmdn'.",
                    client.ask("CONFIG", "SET", "notify-keyspace-events", "KQ"));
            assertEquals(
                    List.of("notify-keyspace-events", "AKE"),
                    client.ask("CONFIG", "GET", "notify-keyspace-events"));
            assertEquals(
                    "-ERR wrong number of arguments for 'config|set' command",
                    client.ask("CONFIG", "SET", "notify-keyspace-events"));
            assertTrue(client.ask("CONFIG", "SET", "save", "x").toString().startsWith("-ERR"));
        }
    }

    /** Each once, whichever node finds it; the last one comes when all others would have. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void keysWhoseTimeIsOverAreToldOfOnce(int database) throws Exception {
        setEverywhere("KE$x");
        Set<String> wanted = new TreeSet<>();
        List<String> heard = new ArrayList<>();
        try (Listener listener = new Listener(3, 3, "__keyevent@" + database + "__:expired");
                RespClient writer = client(2)) {
            writer.ask("SELECT", database);
            for (int i = 0; i < 30; i++) {
                writer.ask("SET", "e" + i, "1", "PX", 20 + i);
                wanted.add("event:expired e" + i);
            }
            if (database != 1) {
                writer.ask("HSET", "hash", "f", "1");
                writer.ask("PEXPIRE", "hash", 20);
                wanted.add("event:expired hash");
            }
            writer.ask("SET", "kept", "1", "PX", 20_000);
            writer.ask("PERSIST", "kept");
            heard.addAll(listener.next(wanted.size()));
            writer.ask("SET", "last", "1", "PX", 2000);
            heard.addAll(listener.upTo("event:expired last"));
        }
        heard.removeLast();
        assertEquals(wanted, new TreeSet<>(heard));
        assertEquals(wanted.size(), heard.size(), heard.toString());
    }

    @Test
    void keyIsWrittenAnewWhenItsTimeIsOver() throws Exception {
        setEverywhere("KE$x");
        try (Listener listener = new Listener(2, 2, "__keyevent@0__:*");
                RespClient writer = client(3)) {
            writer.ask("SET", "again", "1", "PX", 10);
            while (!writer.ask("GET", "again").equals(RespClient.NOTHING)) {
                Thread.onSpinWait();
            }
            writer.ask("APPEND", "again", "2");
            List<String> events = listener.upTo("event:append again");
            assertEquals(
                    List.of("event:set again", "event:expired again", "event:append again"),
                    events);
        }
    }
}
