package io.paxosstore.redis.geo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.MemoryRedis;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.resp.Arguments;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What clients get to see of places. */
class PlacesTest {
    private final MemoryRedis redis = new MemoryRedis();

    @BeforeEach
    void sicily() {
        assertEquals(
                ":2",
                redis.run("GEOADD s 13.361389 38.115556 Palermo 15.087269 37.502669 Catania"));
    }

    @Test
    void membersAreAddedAndMoved() {
        assertEquals(":0", redis.run("GEOADD s XX 14 37 Gela"));
        assertEquals(":1", redis.run("GEOADD s NX 14 37 Gela 14 37 Palermo"));
        assertEquals(":0", redis.run("GEOADD s 14.25 37.07 Gela"));
        assertEquals(":1", redis.run("GEOADD s CH 14.25 37.08 Gela 13.361389 38.115556 Palermo"));
        assertEquals(":3", redis.run("ZCARD s"));
        assertEquals("-ERR syntax error", redis.run("GEOADD s NX XX 14 37 Gela"));
        assertEquals("-ERR syntax error", redis.run("GEOADD s 14 37 Gela 14"));
        assertEquals("-ERR value is not a valid float", redis.run("GEOADD s x 37 Gela"));
        assertEquals(
                "-ERR invalid longitude,latitude pair 14.000000,85.060000",
                redis.run("GEOADD s 14 85.06 Gela"));
        redis.run("SET v 1");
        assertTrue(redis.run("GEOADD v 14 37 Gela").startsWith("-WRONGTYPE"));
    }

    @Test
    void whereMembersAre() {
        assertEquals("$16 3479099956230698", redis.run("ZSCORE s Palermo"));
        assertEquals("*2 $11 sqc8b49rny0 $-1", redis.run("GEOHASH s Palermo x"));
        assertEquals(
                "*2 *2 $20 13.36138933897018433 $20 38.11555639549629859 *-1",
                redis.run("GEOPOS s Palermo x"));
        assertEquals("*1 *-1", redis.run("GEOPOS none x"));
        redis.run("ZADD s 0 a");
        assertEquals(
                "*1 *2 $22 -179.99999731779098511 $21 -85.05112751263942528",
                redis.run("GEOPOS s a"));
        redis.version(3);
        assertEquals(
                "*2 *2 ,13.36138933897018433 ,38.11555639549629859 _",
                redis.run("GEOPOS s Palermo x"));
    }

    @Test
    void distances() {
        assertEquals("$11 166274.1516", redis.run("GEODIST s Palermo Catania"));
        assertEquals("$8 166.2742", redis.run("GEODIST s Palermo Catania km"));
        assertEquals("$8 103.3182", redis.run("GEODIST s Palermo Catania MI"));
        assertEquals("$11 545518.8700", redis.run("GEODIST s Palermo Catania ft"));
        assertEquals("$6 0.0000", redis.run("GEODIST s Palermo Palermo"));
        assertEquals("$-1", redis.run("GEODIST s Palermo x"));
        assertEquals("$-1", redis.run("GEODIST none Palermo Catania"));
        assertEquals(
                "-ERR unsupported unit provided. please use M, KM, FT, MI",
                redis.run("GEODIST none Palermo Catania parsec"));
        assertEquals("-ERR syntax error", redis.run("GEODIST s Palermo Catania km x"));
    }

    @Test
    void searches() {
        assertEquals(
                "*2 $7 Catania $7 Palermo",
                redis.run("GEOSEARCH s FROMLONLAT 15 37 BYRADIUS 200 km ASC"));
        assertEquals(
                "*1 *4 $7 Catania $7 56.4413 :3479447370796909"
                        + " *2 $20 15.08726745843887329 $20 37.50266842333162032",
                redis.run(
                        "GEOSEARCH s FROMLONLAT 15 37 BYBOX 400 400 km COUNT 1 WITHCOORD WITHHASH"
                                + " WITHDIST"));
        assertEquals(
                "*1 *2 $7 Palermo $8 190.4424",
                redis.run("GEORADIUS s 15 37 200 km WITHDIST DESC COUNT 1"));
        assertEquals(
                "*2 $7 Palermo $7 Catania", redis.run("GEORADIUSBYMEMBER_RO s Palermo 200 km ASC"));
        assertEquals("*0", redis.run("GEOSEARCH s FROMLONLAT 15 37 BYRADIUS 1 m"));
        assertEquals("*0", redis.run("GEOSEARCH none FROMMEMBER x BYRADIUS 1 m"));
        assertEquals(
                "-ERR could not decode requested zset member",
                redis.run("GEOSEARCH s FROMMEMBER x BYRADIUS 1 m"));
        assertEquals(
                "-ERR the ANY argument requires COUNT argument",
                redis.run("GEOSEARCH s FROMLONLAT 15 37 BYRADIUS 1 m ANY"));
        assertEquals(
                "-ERR exactly one of FROMMEMBER or FROMLONLAT can be specified for geosearch",
                redis.run("geosearch s BYRADIUS 200 km ASC DESC ASC"));
        assertEquals("-ERR syntax error", redis.run("GEORADIUS_RO s 15 37 200 km STORE to"));
    }

    @Test
    void searchesAreStored() {
        assertEquals(":2", redis.run("GEORADIUS s 15 37 200 km STORE to"));
        assertEquals("$16 3479447370796909", redis.run("ZSCORE to Catania"));
        assertEquals(
                ":1", redis.run("GEOSEARCHSTORE to s FROMLONLAT 15 37 BYRADIUS 100 km STOREDIST"));
        assertTrue(redis.run("ZSCORE to Catania").contains(" 56.44125787"));
        assertEquals(":0", redis.run("GEORADIUSBYMEMBER none x 1 km STORE to"));
        assertEquals(":0", redis.run("EXISTS to"));
        assertEquals(":1", redis.run("GEOSEARCHSTORE s s FROMMEMBER Catania BYRADIUS 9 km"));
        assertEquals("*1 $7 Catania", redis.run("ZRANGE s 0 -1"));
        assertEquals(
                "-ERR STORE option in GEORADIUS is not compatible with WITHDIST, WITHHASH and"
                        + " WITHCOORD options",
                redis.run("GEORADIUS s 15 37 200 km WITHDIST STORE to"));
    }

    /** Where any will do no more of them are looked at than it takes. */
    @Test
    void largeSets() {
        for (int i = 0; i < 20; i++) {
            StringBuilder add = new StringBuilder("GEOADD large");
            for (int j = 0; j < 1000; j++) {
                add.append(" 13.").append(1000 + j).append(" 38.").append(100 + i);
                add.append(" m").append(1000 * i + j);
            }
            assertEquals(":1000", redis.run(add.toString()));
        }
        String search = "GEOSEARCH large FROMLONLAT 13.15 38.1 BYRADIUS 50 km";
        assertTrue(redis.run(search).startsWith("*20000 "));
        assertTrue(redis.run(search + " COUNT 5").startsWith("*5 "));
        redis.workMax(10_000);
        assertTrue(redis.run(search + " COUNT 5 ANY").startsWith("*5 "));
        assertTrue(redis.run(search).startsWith("-"));
    }

    @Test
    void whatIsTooMuchIsRefused() {
        String name = "n".repeat(4000);
        for (int i = 0; i < 5000; i++) {
            redis.run("GEOADD", "large", "13", "38", name + i);
        }
        assertTrue(
                redis.run("GEORADIUS large 13 38 1 m")
                        .startsWith("-ERR the command reads more than 16777216 bytes"));
    }

    @Test
    void theKeptResultIsAKeyOfTheCommand() {
        assertEquals(List.of(1, 7, 9), keys("GEORADIUS k 1 2 3 m STORE a STORE b"));
        assertEquals(List.of(1, 9, 7), keys("GEORADIUS k 1 2 3 m STOREDIST b STORE a"));
        assertEquals(List.of(1, 9, 7), keys("GEORADIUS k 1 2 3 m STOREDIST STORE STORE b"));
        assertEquals(List.of(1), keys("GEORADIUS k 1 2 3 m STORE"));
        assertEquals(List.of(1), keys("GEORADIUS k STORE 2 STOREDIST m"));
    }

    private static List<Integer> keys(String command) {
        List<byte[]> words =
                Arrays.stream(command.split(" "))
                        .map(word -> word.getBytes(StandardCharsets.UTF_8))
                        .toList();
        return new KeyPositions.Storing(6).of(new Arguments(words));
    }
}
