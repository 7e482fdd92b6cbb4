package io.paxosstore.redis.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.redis.MemoryRedis;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What clients get to see of streams, apart from what the comparison with Redis shows. */
class StreamsTest {
    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void aStreamWithoutEntriesIsAKey() {
        redis.run("XADD s 1-1 f v");
        assertEquals(":1", redis.run("XDEL s 1-1"));
        assertEquals(":1", redis.run("EXISTS s"));
        assertEquals("+stream", redis.run("TYPE s"));
        assertEquals(
                "-ERR The ID specified in XADD is equal or smaller than the target stream top"
                        + " item",
                redis.run("XADD s 1-1 f v"));
        assertEquals("+OK", redis.run("XGROUP CREATE made g $ MKSTREAM"));
        assertEquals(":0", redis.run("XLEN made"));
        assertEquals(":2", redis.run("DEL s made"));
    }

    @Test
    void idsFollowTheClockAndNeverGoBack() {
        redis.now(5000);
        assertEquals("$6 5000-0", redis.run("XADD s * f v"));
        assertEquals("$6 5000-1", redis.run("XADD s * f v"));
        assertEquals("$6 9000-5", redis.run("XADD s 9000-5 f v"));
        redis.now(6000);
        assertEquals("$6 9000-6", redis.run("XADD s * f v"));
    }

    @Test
    void streamsExpireAndAreCopiedAsOthersAre() {
        redis.run("XADD s 1-1 f v");
        redis.run("XGROUP CREATE s g 0");
        redis.run("XREADGROUP GROUP g c STREAMS s >");
        assertEquals(":1", redis.run("COPY s t"));
        assertEquals(":1", redis.run("PEXPIRE s 100"));
        redis.pass(200);
        assertEquals(":0", redis.run("EXISTS s"));
        assertEquals("*1 *2 $3 1-1 *2 $1 f $1 v", redis.run("XRANGE t - +"));
        assertEquals("*4 :1 $3 1-1 $3 1-1 *1 *2 $1 c $1 1", redis.run("XPENDING t g"));
        assertEquals(":1", redis.run("XACK t g 1-1"));
        assertEquals(":1", redis.run("XGROUP DESTROY t g"));
    }

    /** Each has ids of its own for groups and consumers, whose names may be the same. */
    @Test
    void groupsOfOneStreamAreApart() {
        redis.run("XADD s 1-1 f v");
        for (String group : List.of("g", "gg")) {
            redis.run("XGROUP CREATE s " + group + " 0");
            redis.run("XREADGROUP GROUP " + group + " c STREAMS s >");
        }
        assertEquals(":1", redis.run("XGROUP DESTROY s g"));
        assertEquals("*4 :1 $3 1-1 $3 1-1 *1 *2 $1 c $1 1", redis.run("XPENDING s gg"));
        redis.run("XGROUP CREATE s g 0");
        assertEquals("*4 :0 $-1 $-1 *-1", redis.run("XPENDING s g"));
        assertEquals("*0", redis.run("XINFO CONSUMERS s g"));
    }

    @Test
    void idleTimesGoByTheClock() {
        redis.run("XADD s 1-1 f v");
        redis.run("XGROUP CREATE s g 0");
        redis.run("XREADGROUP GROUP g c STREAMS s >");
        redis.pass(1234);
        assertEquals("*1 *4 $3 1-1 $1 c :1234 :1", redis.run("XPENDING s g - + 10"));
        assertEquals("*0", redis.run("XPENDING s g IDLE 1235 - + 10"));
        assertEquals("*0", redis.run("XCLAIM s g d 1235 1-1"));
        assertEquals("*1 $3 1-1", redis.run("XCLAIM s g d 1234 1-1 JUSTID"));
        assertEquals("*1 *4 $3 1-1 $1 d :0 :1", redis.run("XPENDING s g - + 10"));
    }

    @Test
    void whatIsTooLongIsRefusedInASentence() {
        String half = "x".repeat(600_000);
        String refused = redis.run("XADD", "s", "*", "a", half, "b", half);
        assertTrue(refused.startsWith("-ERR an entry of a stream of 1200"), refused);
        redis.run("XADD s 1-1 f v");
        refused = redis.run("XGROUP", "CREATE", "s", "g".repeat(5000), "0");
        assertTrue(refused.startsWith("-ERR the row of a group or consumer"), refused);
    }

    /** Each entry that is delivered costs a change of some bytes, which have a limit together. */
    @Test
    void aGroupGetsNoMoreAtOnceThanAnEntryOfItsLogHolds() {
        for (int i = 1; i <= ReadCommand.DELIVERIES_MAX + 5; i++) {
            redis.run("XADD s " + i + " f v");
        }
        redis.run("XGROUP CREATE s g 0");
        String first = redis.run("XREADGROUP GROUP g c STREAMS s >");
        assertTrue(first.startsWith("*1 *2 $1 s *" + ReadCommand.DELIVERIES_MAX + " "));
        String rest = redis.run("XREADGROUP GROUP g c STREAMS s >");
        assertTrue(rest.startsWith("*1 *2 $1 s *5 "), rest);
        assertEquals(":10005", redis.run("XGROUP DELCONSUMER s g c"));
        assertEquals(":10000", redis.run("XTRIM s MAXLEN 5"));
        assertEquals("*5", redis.run("XRANGE s - +").split(" ", 2)[0]);
    }

    /** The stream is long, the commands are not: to read all of it would be far more work. */
    @Test
    void aCommandCostsWhatItNames() {
        redis.run("XGROUP CREATE s g 0 MKSTREAM");
        for (int i = 1; i <= 5000; i++) {
            redis.run("XADD s " + i + " f v");
        }
        redis.run("XREADGROUP GROUP g c COUNT 3000 STREAMS s >");
        redis.workMax(2500);
        for (String command :
                List.of(
                        "XADD s * f v",
                        "XADD s MAXLEN 5000 * f v",
                        "XLEN s",
                        "XRANGE s 2500 + COUNT 2",
                        "XREVRANGE s + - COUNT 2",
                        "XREAD COUNT 2 STREAMS s 2500",
                        "XREADGROUP GROUP g c COUNT 2 STREAMS s >",
                        "XREADGROUP GROUP g c COUNT 2 STREAMS s 100",
                        "XACK s g 100 101",
                        "XPENDING s g",
                        "XPENDING s g - + 2",
                        "XCLAIM s g d 0 102",
                        "XDEL s 2000",
                        "XTRIM s MAXLEN 4998",
                        "XINFO STREAM s",
                        "XINFO GROUPS s",
                        "XINFO STREAM s FULL COUNT 1")) {
            String reply = redis.run(command);
            assertTrue(!reply.startsWith("-"), command + ": " + reply);
        }
        assertTrue(redis.run("XRANGE s - +").startsWith("-"), "all of it is more work than that");
    }

    /** Our own clients can write rows that no command of Redis would. */
    @Test
    void rowsThatAreNoneAreNoFault() {
        for (byte kind = 0; kind < 7; kind++) {
            redis.run("DEL s");
            redis.run("XADD s 1-1 f v");
            redis.run("XGROUP CREATE s g 0");
            redis.run("XREADGROUP GROUP g c STREAMS s >");
            redis.execute(
                    new StreamOperation.Put(
                            "s",
                            List.of(
                                    new MapOperation.Field(new byte[] {kind}, new byte[] {9}),
                                    new MapOperation.Field(
                                            new byte[] {kind, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                                            new byte[] {9}))));
            for (String command :
                    List.of(
                            "XRANGE s - +",
                            "XINFO STREAM s FULL",
                            "XPENDING s g",
                            "XPENDING s g - + 5",
                            "XREADGROUP GROUP g c STREAMS s 0",
                            "XAUTOCLAIM s g d 0 0",
                            "XTRIM s MAXLEN 0",
                            "XADD s * f v",
                            "XGROUP DELCONSUMER s g c")) {
                String reply = redis.run(command);
                assertTrue(!reply.contains("fault of the server"), command + ": " + reply);
            }
        }
    }
}
