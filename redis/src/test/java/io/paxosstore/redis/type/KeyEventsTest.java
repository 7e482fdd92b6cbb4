package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.Commands;
import io.paxosstore.redis.MemoryRedis;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.procedure.EndExpired;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What is told of keys, beside what {@code EventsTest} compares with Redis. */
class KeyEventsTest {
    private final MemoryRedis redis = new MemoryRedis();

    private void events(EventClass... classes) {
        redis.events(EventClass.bits(classes));
    }

    @Test
    void nothingIsToldUnlessItIsWanted() {
        redis.run("SET a 1");
        events(EventClass.LIST);
        redis.run("SET a 1");
        redis.run("RPUSH l 1");
        assertEquals(List.of("rpush l"), redis.told());
    }

    @Test
    void commandEndsTheKeysItNamesWhoseTimeIsOver() {
        events(EventClass.EXPIRED, EventClass.GENERIC, EventClass.NEW);
        redis.run("MSET {x}a 1 {x}b 2 {x}c 3");
        redis.run("EXPIRE {x}a 1");
        redis.run("EXPIRE {x}b 1");
        redis.told();
        redis.pass(1000);
        assertEquals(":0", redis.run("DEL {x}a {x}none"));
        assertEquals(List.of("expired {x}a"), redis.told());
        redis.run("DEL {x}a");
        assertEquals(List.of(), redis.told());
        redis.run("RENAME {x}c {x}b");
        assertEquals(
                List.of("expired {x}b", "new {x}b", "rename_from {x}c", "rename_to {x}b"),
                redis.told());
    }

    /** What is undone of a command that fails is found by another one. */
    @Test
    void keyEndsOnceAlsoIfACommandFailsFirst() {
        events(EventClass.EXPIRED);
        redis.run("SET a 1 PX 10");
        redis.run("SET b x");
        redis.pass(10);
        assertTrue(redis.run("LMOVE b a LEFT LEFT").startsWith("-WRONGTYPE"));
        assertEquals(List.of(), redis.told());
        redis.run("ENDEXPIRED a b");
        redis.run("ENDEXPIRED a b");
        assertEquals(List.of("expired a"), redis.told());
    }

    @Test
    void deadlineInThePastEndsAKeyAtOnce() {
        events(EventClass.EXPIRED, EventClass.STRING, EventClass.GENERIC, EventClass.NEW);
        redis.run("SET a 1 PXAT 1");
        assertEquals(List.of("new a", "set a", "expire a", "expired a"), redis.told());
        assertEquals(":0", redis.run("EXISTS a"));
    }

    @Test
    void scriptsTellOfWhatTheyPublishAndWhatTheyChangeInOneOrder() {
        events(EventClass.STRING);
        redis.run(
                "EVAL",
                "redis.call('SET', KEYS[1], 1) redis.call('PUBLISH', 'c', 'm')"
                        + " redis.call('INCR', KEYS[1])",
                "1",
                "{tag}a");
        assertEquals(List.of("set {tag}a", "publish c", "incrby {tag}a"), redis.told());
    }

    /** Names and keys have 256 KiB at most. */
    @Test
    void whatIsTooMuchIsNotTold() {
        events(EventClass.LIST);
        String reply =
                redis.run(
                        "EVAL",
                        "redis.call('RPUSH', KEYS[1], 1) for i = 1, 30000 do"
                                + " redis.call('LTRIM', KEYS[1], 0, -1) end return 'done'",
                        "1",
                        "{tag}" + "k".repeat(200));
        assertEquals("$4 done", reply);
        int told = redis.told().size();
        assertTrue(told > 1_000 && told < 1_300, "told of " + told);
    }

    @Test
    void nodesOwnCommandIsNoneOfTheClients() {
        assertTrue(
                Commands.GROUPS.stream()
                        .flatMap(group -> group.commands().stream())
                        .noneMatch(EndExpired::is));
    }
}
