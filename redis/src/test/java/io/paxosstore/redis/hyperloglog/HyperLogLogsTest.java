package io.paxosstore.redis.hyperloglog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.redis.MemoryRedis;
import io.paxosstore.redis.data.EventClass;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

/** What clients get to see of HyperLogLogs. The golden bytes and counts are those of Redis 7.0. */
class HyperLogLogsTest {
    private static final String NO_SKETCH =
            "-WRONGTYPE Key is not a valid HyperLogLog string value.";
    private static final String CORRUPTED = "-INVALIDOBJ Corrupted HLL object detected";

    private final MemoryRedis redis = new MemoryRedis();
    private final ByteStrings strings = new ByteStrings(redis);

    /** Adds the numbers of a range, a few hundred at once. */
    private void addNumbers(String key, int from, int to) {
        for (int at = from; at < to; at += 500) {
            List<byte[]> command = new ArrayList<>();
            command.add(ByteStrings.bytes("PFADD"));
            command.add(ByteStrings.bytes(key));
            for (int number = at; number < Math.min(to, at + 500); number++) {
                command.add(ByteStrings.bytes(Integer.toString(number)));
            }
            redis.run(command);
        }
    }

    private long version(String key) {
        MultiOpResult result = redis.execute(new ObjectOperation.Describe(key));
        return ((MultiOpResult.Executed) result).version();
    }

    private static String checksum(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return HexFormat.of().toHexDigits((int) checksum.getValue());
    }

    @Test
    void elementsAreCountedOnce() {
        assertEquals(":1", redis.run("PFADD k a b c"));
        assertEquals(":0", redis.run("PFADD k c b a"));
        assertEquals(":1", redis.run("PFADD k d"));
        assertEquals(":4", redis.run("PFCOUNT k"));
        assertEquals(":0", redis.run("PFCOUNT none"));
        assertEquals(":1", redis.run("PFADD empty"));
        assertEquals(":0", redis.run("PFADD empty"));
        assertEquals(":0", redis.run("PFCOUNT empty"));
        assertEquals("+string", redis.run("TYPE k"));
    }

    @Test
    void severalAreCountedTogether() {
        redis.run("PFADD {t}a 1 2 3");
        redis.run("PFADD {t}b 3 4");
        assertEquals(":4", redis.run("PFCOUNT {t}a {t}none {t}b {t}a"));
        assertEquals("+OK", redis.run("PFMERGE {t}b {t}a"));
        assertEquals(":4", redis.run("PFCOUNT {t}b"));
        assertEquals(":3", redis.run("PFCOUNT {t}a"));
        assertEquals("+OK", redis.run("PFMERGE {t}new"));
        assertEquals(":0", redis.run("PFCOUNT {t}new"));
        assertEquals(strings.hex("{t}new").length(), 2 * 18);
    }

    @Test
    void stringsAreThoseOfRedis() {
        redis.run("PFADD k");
        assertEquals("48594c4c0100000000000000000000807fff", strings.hex("k"));
        redis.run("PFADD k x");
        assertEquals("48594c4c0100000000000000000000807ff58408", strings.hex("k"));
        redis.run("PFADD k y");
        assertEquals("48594c4c0100000000000000000000807a538845a08408", strings.hex("k"));
        redis.run("PFADD few a b c d e f g");
        assertEquals(
                "48594c4c010000000000000000000080466d80560c80443c84388050b184498c80426d80425a",
                strings.hex("few"));
        for (int length = 0; length < 40; length++) {
            strings.run("PFADD", "lengths", ByteStrings.bytes("x".repeat(length)));
        }
        strings.run("PFADD", "lengths", new byte[] {-1, -128, 0});
        assertEquals(
                "48594c4c01000000000000000000008041f78442468c40c781409d8041ba90437490028040a384427a"
                        + "8041888041368441a180416d84435c8441dd842080420b80441894412080429c80424d80"
                        + "1684426d8c407b80405f80416a80423a8c33800d8440728041f68043748043208443b98c"
                        + "413f90418d84419c80407684408888410b8408",
                strings.hex("lengths"));
    }

    @Test
    void countsAndRegistersAreThoseOfRedis() {
        String[] expected = {
            "100 :100 287 4e06f88d",
            "300 :302 698 4354931e",
            "1000 :1001 1923 a3e9ea3a",
            "1600 :1611 2926 e9c3a380",
            "1700 :1709 12304 54b6a9ac",
            "10000 :9987 12304 43516159",
            "30000 :29850 12304 c86c428e",
            "100000 :99565 12304 a7e22058",
        };
        int before = 0;
        for (String line : expected) {
            int count = Integer.parseInt(line.substring(0, line.indexOf(' ')));
            addNumbers("k", before, count);
            before = count;
            byte[] value = strings.get("k");
            assertEquals(
                    line,
                    "%d %s %d %s"
                            .formatted(
                                    count, redis.run("PFCOUNT k"), value.length, checksum(value)));
        }
    }

    /** A rank above 32 has no place in sparse registers, however few there are. */
    @Test
    void greatRanksMakeRegistersDense() {
        strings.run("PFADD", "k", ElementBytes.of(5, 32, 0));
        assertEquals("48594c4c01000000000000000000008004fc7ff9", strings.hex("k"));
        assertEquals(":1", strings.run("PFADD", "k", ElementBytes.of(16_383, 33, 0)));
        byte[] dense = strings.get("k");
        assertEquals(12_304, dense.length);
        assertEquals(33 << 2, dense[12_303] & 0xff);
        assertEquals(":0", strings.run("PFADD", "k", ElementBytes.of(16_383, 32, 1)));
        assertEquals(":1", strings.run("PFADD", "k", ElementBytes.of(16_383, 51, 0)));
        assertEquals(51 << 2, strings.get("k")[12_303] & 0xff);
    }

    @Test
    void oneThatCameFromARedisGoesOn() {
        byte[] counted = HexFormat.of().parseHex("48594c4c0100000001000000000000007ff58408");
        strings.set("k", counted);
        assertEquals(":1", redis.run("PFCOUNT k"));
        assertEquals(":0", redis.run("PFADD k x"));
        assertArrayEquals(counted, strings.get("k"));
        assertEquals(":1", redis.run("PFADD k y"));
        assertEquals("48594c4c0100000001000000000000807a538845a08408", strings.hex("k"));
        assertEquals(":2", redis.run("PFCOUNT k"));
    }

    /** What the string says to have been counted is believed, but not with other keys. */
    @Test
    void countOfAnotherIsTold() {
        strings.set("{t}k", HexFormat.of().parseHex("48594c4c01000000d2029649000000007fff"));
        assertEquals(":1234567890", redis.run("PFCOUNT {t}k"));
        assertEquals(":0", redis.run("PFCOUNT {t}k {t}none"));
    }

    @Test
    void whatChangesNothingWritesNothing() {
        redis.run("PFADD {t}a x");
        redis.run("PFADD {t}b x y");
        byte[] value = strings.get("{t}b");
        long version = version("{t}a");
        assertEquals(":0", redis.run("PFADD {t}a x"));
        assertEquals(":1", redis.run("PFCOUNT {t}a"));
        assertEquals("+OK", redis.run("PFMERGE {t}b {t}a"));
        assertEquals(version, version("{t}a"));
        assertArrayEquals(value, strings.get("{t}b"));
    }

    @Test
    void timeToLiveStays() {
        redis.run("PFADD {t}k a");
        redis.run("PFADD {t}other b");
        redis.run("EXPIRE {t}k 100");
        redis.run("PFADD {t}k b");
        assertEquals(":100", redis.run("TTL {t}k"));
        redis.run("PFADD {t}other c");
        redis.run("PFMERGE {t}k {t}other");
        assertEquals(":3", redis.run("PFCOUNT {t}k"));
        assertEquals(":100", redis.run("TTL {t}k"));
    }

    @Test
    void mergeIsToldAlsoIfItChangesNothing() {
        redis.events(EventClass.bits(EventClass.STRING, EventClass.NEW));
        redis.run("PFADD k");
        redis.run("PFMERGE k");
        redis.run("PFADD k");
        assertEquals(List.of("new k", "pfadd k", "pfadd k"), redis.told());
    }

    @Test
    void otherStringsAndTypes() {
        String wrongType = "-WRONGTYPE Operation against a key holding the wrong kind of value";
        redis.run("SET {t}s hello");
        redis.run("LPUSH {t}l 1");
        for (String command : List.of("PFADD {t}s x", "PFCOUNT {t}s", "PFMERGE {t}a {t}s")) {
            assertEquals(NO_SKETCH, redis.run(command));
            assertEquals(wrongType, redis.run(command.replace("}s", "}l")));
        }
        assertEquals(":0", redis.run("EXISTS {t}a"));
        assertEquals("-ERR wrong number of arguments for 'pfmerge' command", redis.run("PFMERGE"));
        for (String hex :
                List.of(
                        "48594c4c0100000000000000000000",
                        "48594c4c02000000000000000000007fff",
                        "48594c4d01000000000000000000007fff",
                        "48594c4c00000000000000000000007fff")) {
            strings.set("k", HexFormat.of().parseHex(hex));
            assertEquals(NO_SKETCH, redis.run("PFCOUNT k"), hex);
        }
    }

    /** Only what is looked at is found to be wrong, as in Redis. */
    @Test
    void registersThatAreNotComplete() {
        for (String runs : List.of("", "7f", "7ffe", "7fff00", "7fff80", "7fff7fff")) {
            byte[] value = HexFormat.of().parseHex("48594c4c010000000000000000000080" + runs);
            strings.set("{t}k", value);
            assertEquals(CORRUPTED, redis.run("PFCOUNT {t}k"), runs);
            assertEquals(CORRUPTED, redis.run("PFCOUNT {t}k {t}none"), runs);
            assertEquals(CORRUPTED, redis.run("PFMERGE {t}k"), runs);
            assertEquals(CORRUPTED, redis.run("PFMERGE {t}other {t}k"), runs);
            assertEquals(":0", redis.run("PFADD {t}k"), runs);
            assertEquals(CORRUPTED, strings.run("PFADD", "{t}k", ElementBytes.of(0, 33, 0)), runs);
            assertArrayEquals(value, strings.get("{t}k"), runs);
        }
        strings.set("k", HexFormat.of().parseHex("48594c4c0100000000000000000000807ffe"));
        assertEquals(":1", strings.run("PFADD", "k", ElementBytes.of(16_382, 1, 0)));
        assertEquals(CORRUPTED, strings.run("PFADD", "k", ElementBytes.of(16_383, 1, 0)));
    }
}
