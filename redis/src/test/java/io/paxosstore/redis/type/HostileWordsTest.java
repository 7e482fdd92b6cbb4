package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.Commands;
import io.paxosstore.redis.MemoryRedis;
import io.paxosstore.redis.command.CommandSpec;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Commands with words that nobody means well by: each replies, in time, and not too much. */
class HostileWordsTest {
    private static final int REPLY_BYTES_MAX = 64 << 20;
    private static final List<String> WORDS =
            List.of(
                    "",
                    "0",
                    "1",
                    "-1",
                    "2",
                    "100",
                    "-100000000",
                    "4294967295",
                    "9223372036854775807",
                    "-9223372036854775808",
                    "9223372036854775808",
                    "1e300",
                    "-1e300",
                    "1e2147483647",
                    "1e-2147483648",
                    "nan",
                    "inf",
                    "-inf",
                    "(inf",
                    "(",
                    "[",
                    "-",
                    "+",
                    "[\u00ff",
                    "*",
                    "*?*?*?*?*?*?*?*?*?*?b",
                    "[^",
                    "\\",
                    "#",
                    "#9223372036854775807",
                    "u63",
                    "i64",
                    "u64",
                    "*->*",
                    "a*->",
                    "GET",
                    "SET",
                    "INCRBY",
                    "OVERFLOW",
                    "SAT",
                    "COUNT",
                    "MATCH",
                    "LIMIT",
                    "BY",
                    "STORE",
                    "WITHSCORES",
                    "BYSCORE",
                    "BYLEX",
                    "REV",
                    "RANK",
                    "MAXLEN",
                    "EX",
                    "PXAT",
                    "NX",
                    "GT",
                    "LEFT",
                    "MIN",
                    "IDX",
                    "WEIGHTS",
                    "AGGREGATE",
                    "REPLACE",
                    "string",
                    "number",
                    "list",
                    "hash",
                    "set",
                    "zset",
                    "stream",
                    "STREAMS",
                    "GROUP",
                    "NOACK",
                    "CREATE",
                    "MKSTREAM",
                    "ENTRIESREAD",
                    "FORCE",
                    "LASTID",
                    "FULL",
                    "MINID",
                    "~",
                    ">",
                    "$",
                    "1-1",
                    "1-*",
                    "group",
                    "consumer",
                    "180",
                    "FROMMEMBER",
                    "FROMLONLAT",
                    "BYRADIUS",
                    "BYBOX",
                    "STOREDIST",
                    "WITHCOORD",
                    "ANY",
                    "km",
                    "place",
                    "none");

    private static final List<String> KEYS =
            List.of("string", "number", "list", "hash", "set", "zset", "stream", "place", "none");

    private final MemoryRedis redis = new MemoryRedis();
    private final Random random = new Random(7);

    @BeforeEach
    void fill() {
        redis.run("DEL string number list set hash zset stream place none");
        redis.run("XGROUP CREATE stream group 0 MKSTREAM");
        redis.run("SET", "string", "a".repeat(30_000));
        redis.run("SET", "number", "9223372036854775807");
        for (int i = 0; i < 300; i++) {
            redis.run("RPUSH list " + i);
            redis.run("SADD set m" + i);
            redis.run("HSET hash f" + i + " " + i);
            redis.run("ZADD zset " + i + " m" + i);
            redis.run("XADD stream * f " + i);
            redis.run("GEOADD place " + (i - 150) + " " + (i % 80) + " m" + i);
        }
        redis.run("XREADGROUP GROUP group consumer COUNT 100 STREAMS stream >");
    }

    /** No words lead to a fault of the server, which an exception of another kind would be. */
    @Test
    void anyWordsHaveAReply() {
        List<CommandSpec> specs = List.copyOf(Commands.TABLE.all());
        assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> {
                    for (int i = 0; i < 60_000; i++) {
                        if (i % 200 == 0) {
                            fill();
                        }
                        CommandSpec spec = specs.get(random.nextInt(specs.size()));
                        List<byte[]> command = command(spec);
                        check(redis.run(command), command);
                    }
                });
    }

    private List<byte[]> command(CommandSpec spec) {
        List<byte[]> command = new ArrayList<>();
        command.add(bytes(spec.name()));
        int least = Math.abs(spec.arity());
        int count = spec.arity() > 0 ? least : least + random.nextInt(6);
        while (command.size() < count) {
            boolean isKey = command.size() == 1 && random.nextInt(4) > 0;
            List<String> words = isKey ? KEYS : WORDS;
            command.add(bytes(words.get(random.nextInt(words.size()))));
        }
        return command;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void check(byte[] reply, List<byte[]> command) {
        String begin =
                new String(reply, 0, Math.min(200, reply.length), StandardCharsets.ISO_8859_1);
        String words =
                command.stream()
                        .map(word -> new String(word, StandardCharsets.ISO_8859_1))
                        .toList()
                        .toString();
        assertTrue(!begin.contains("fault of the server"), () -> words + " -> " + begin);
        assertTrue(reply.length > 0 && reply.length < REPLY_BYTES_MAX, words);
        if (begin.startsWith("-")) {
            long ends = begin.chars().filter(letter -> letter == '\n' || letter == '\r').count();
            assertEquals(2, ends, () -> words + " -> " + begin);
        }
    }

    private List<byte[]> repeated(List<String> head, int count, String... tail) {
        List<byte[]> words = new ArrayList<>();
        head.forEach(word -> words.add(bytes(word)));
        for (int i = 0; i < count; i++) {
            for (String word : tail) {
                words.add(bytes(word));
            }
        }
        return words;
    }

    private void inTime(List<byte[]> command) {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> check(redis.run(command), command));
    }

    /** Each costs what is read for it, not the product of what is named and what there is. */
    @Test
    void whatIsNamedManyTimes() {
        redis.run("SETBIT", "bits", "8000000", "1");
        inTime(repeated(List.of("BITOP", "AND", "to", "bits"), 300_000, "x"));
        inTime(repeated(List.of("BITOP", "XOR", "to", "bits"), 300_000, "x"));
        inTime(repeated(List.of("PFADD", "sketch"), 500_000, "x"));
        inTime(repeated(List.of("PFCOUNT"), 500_000, "sketch"));
        inTime(repeated(List.of("PFMERGE", "to"), 500_000, "sketch"));
        inTime(repeated(List.of("SORT", "list"), 200_000, "GET", "#"));
        inTime(repeated(List.of("SORT", "list"), 200_000, "GET", "x"));
        inTime(repeated(List.of("MGET"), 500_000, "string"));
        inTime(repeated(List.of("HMGET", "hash"), 500_000, "f1"));
        inTime(repeated(List.of("ZMSCORE", "zset"), 500_000, "m1"));
        inTime(repeated(List.of("SMISMEMBER", "set"), 500_000, "m1"));
        inTime(repeated(List.of("GEOPOS", "place"), 500_000, "m1"));
        inTime(repeated(List.of("GEOHASH", "place"), 500_000, "m1"));
        inTime(repeated(List.of("GEOADD", "place"), 300_000, "1", "2", "m1"));
        inTime(repeated(List.of("GEORADIUS", "place", "1", "2", "3", "m"), 300_000, "ASC"));
        inTime(repeated(List.of("BITFIELD", "string"), 300_000, "GET", "i64", "5"));
        inTime(repeated(List.of("SUNION"), 20_000, "set"));
        inTime(repeated(List.of("SINTER"), 20_000, "set"));
        inTime(repeated(List.of("SDIFF"), 20_000, "set"));
        inTime(repeated(List.of("ZUNION", "20000"), 20_000, "zset"));
        inTime(repeated(List.of("ZINTERCARD", "20000"), 20_000, "zset"));
    }

    /** Each of them is read once, whatever is wrong at its end. */
    @Test
    void longNumbers() {
        for (int digits : new int[] {40_000, 1 << 20}) {
            for (String end : List.of("", "x", "e", "e5", ".5", ".", "e400x")) {
                String number = "1".repeat(digits) + end;
                for (String begin : List.of("", "0x", "(", ".", "-0")) {
                    String word = begin + number;
                    inTime(repeated(List.of("ZADD", "zset", word, "m"), 0));
                    inTime(repeated(List.of("ZINCRBY", "zset", word, "m"), 0));
                    inTime(repeated(List.of("ZCOUNT", "zset", word, word), 0));
                    inTime(repeated(List.of("ZUNION", "1", "zset", "WEIGHTS", word), 0));
                    inTime(repeated(List.of("INCRBYFLOAT", "none", word), 0));
                    inTime(repeated(List.of("BLPOP", "none", word), 0));
                    inTime(repeated(List.of("EVAL", "return cjson.decode(ARGV[1])", "0", word), 0));
                    redis.run("DEL", "long");
                    redis.run("RPUSH", "long", word.substring(0, 40_000), "2");
                    inTime(repeated(List.of("SORT", "long"), 0));
                }
            }
        }
    }

    /** What it costs is counted: so little work is allowed that the end comes before it. */
    @Test
    void longestCommonSubsequencesAreCounted() {
        redis.run("SET", "first", "ab".repeat(4000));
        redis.run("SET", "second", "ba".repeat(4000));
        assertEquals(":7999", redis.run("LCS first second LEN"));
        redis.workMax(100_000);
        String reply = redis.run("LCS first second LEN");
        assertTrue(reply.contains("entities.work-max"), reply);
    }

    @Test
    void countsBeyondAllMemory() {
        for (String command :
                List.of("SRANDMEMBER set ", "HRANDFIELD hash ", "ZRANDMEMBER zset ")) {
            for (String count :
                    List.of("-9223372036854775808", "-9223372036854775807", "-100000000")) {
                assertTrue(redis.run(command + count).startsWith("-ERR"), command + count);
            }
            redis.run(command + "9223372036854775807");
        }
        inTime(repeated(List.of("LCS", "string", "string"), 1, "IDX"));
        assertTrue(redis.run("SETRANGE string 2147483648 x").startsWith("-ERR"));
        assertTrue(redis.run("SETRANGE string 9223372036854775807 x").startsWith("-ERR"));
    }

    @Test
    void patternsThatTakeLong() {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            pattern.append("*a*?");
        }
        redis.run("SADD", "s", "a".repeat(4000));
        inTime(repeated(List.of("SSCAN", "s", "0", "MATCH", pattern + "b"), 0));
    }
}
