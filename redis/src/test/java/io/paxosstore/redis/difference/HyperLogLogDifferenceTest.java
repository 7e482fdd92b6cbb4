package io.paxosstore.redis.difference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.redis.MemoryRedis;
import io.paxosstore.redis.hyperloglog.ElementBytes;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** HyperLogLogs: the same replies as Redis gives, and the same strings. */
class HyperLogLogDifferenceTest {
    private static final int SPARSE_BYTES_MAX = 3000;
    private static final int DENSE_BYTES = 12_304;
    private static final String MANY = " @e".repeat(300);
    private static final String[] COMMANDS = {
        "PFADD @k",
        "PFADD @k @m*",
        "PFADD @k @e",
        "PFADD @k @e*",
        "PFADD @k" + MANY,
        "PFADD @k" + MANY,
        "PFADD",
        "PFCOUNT",
        "PFCOUNT @k @k",
        "PFCOUNT @k @k @k*",
        "PFMERGE",
        "PFMERGE @k",
        "PFMERGE @k @k*",
        "PFMERGE @k @k*",
        "GET @k",
        "GET @k",
        "STRLEN @k",
        "DEL @k",
        "SET @k @v",
        "LPUSH @k @v",
        "SET @k HYLL\u0001\0\0\0\u0007\0\0\0\0\0\0\0??\u007f\u007f",
        "RENAME @k @k",
        "COPY @k @k REPLACE",
        "EXPIRE @k 1000",
        "PERSIST @k"
    };

    /** How often Redis does not count again shows in the strings: so this is without counting. */
    @Test
    void stringsAreTheSame() throws Exception {
        Comparison.of(COMMANDS).commands(10_000).run();
    }

    /** Redis keeps what it has counted in the string; here it is counted again. */
    @Test
    void countsAreTheSame() throws Exception {
        Comparison.of(COMMANDS)
                .and("PFCOUNT @k", "PFCOUNT @k", "PFCOUNT @k")
                .hidden("(?s)HYLL....(.{8})")
                .commands(10_000)
                .run();
    }

    /** A redis-server and the commands here, which are to reply the same. */
    private static final class Both implements AutoCloseable {
        private final RealRedis theirs;
        private final MemoryRedis ours = new MemoryRedis();

        Both(Path directory) throws IOException {
            Assumptions.assumeTrue(RealRedis.isInstalled(), "redis-server is not installed");
            theirs = RealRedis.start(directory);
        }

        /** The length of the reply. */
        int run(String why, String command, byte[]... words) throws IOException {
            List<byte[]> all =
                    Stream.concat(
                                    Arrays.stream(command.split(" ", -1))
                                            .map(word -> word.getBytes(StandardCharsets.UTF_8)),
                                    Arrays.stream(words))
                            .toList();
            byte[] reply = ours.run(all);
            assertEquals(text(theirs.run(all)), text(reply), () -> why + ", " + command);
            return reply.length;
        }

        private static String text(byte[] reply) {
            return new String(reply, StandardCharsets.ISO_8859_1);
        }

        @Override
        public void close() throws IOException {
            theirs.close();
        }
    }

    private static byte[] element(Random random, int from, int width, int ranks) {
        return ElementBytes.of(
                from + random.nextInt(width), 1 + random.nextInt(ranks), random.nextLong());
    }

    /** Elements that are near each other, so that runs of registers meet and part in all ways. */
    @Test
    void runsAreTheSame(@TempDir Path directory) throws Exception {
        Random random = new Random(Integer.getInteger("redis.seed", 1));
        try (Both both = new Both(directory)) {
            for (int round = 0; round < 60; round++) {
                int width = 1 << random.nextInt(15);
                int from = random.nextInt((1 << 14) - width + 1);
                int ranks = 1 + random.nextInt(random.nextInt(8) == 0 ? 51 : 32);
                String why = "round " + round;
                both.run(why, "DEL k");
                for (int i = random.nextInt(600); i > 0; i--) {
                    both.run(why, "PFADD k", element(random, from, width, ranks));
                    both.run(why, "GET k");
                }
                both.run(why, "PFMERGE other k");
                both.run(why, "GET other");
            }
        }
    }

    /** One element after the other from where the next but few makes sparse registers dense. */
    @Test
    void registersBecomeDenseAtTheSameLength(@TempDir Path directory) throws Exception {
        Random random = new Random(Integer.getInteger("redis.seed", 1));
        try (Both both = new Both(directory)) {
            for (int round = 0; round < 20; round++) {
                String why = "round " + round;
                both.run(why, "DEL k");
                int length = 0;
                while (length < DENSE_BYTES) {
                    int count = length < SPARSE_BYTES_MAX - 50 ? 10 : 1;
                    byte[][] elements = new byte[count][];
                    Arrays.setAll(elements, _ -> element(random, 0, 1 << 14, 5));
                    both.run(why, "PFADD k", elements);
                    length = both.run(why, "GET k");
                }
            }
        }
    }

    /** Strings that no HyperLogLog is like: one command on each, since Redis reads behind some. */
    @Test
    void changedStringsAreTheSame(@TempDir Path directory) throws Exception {
        Random random = new Random(Integer.getInteger("redis.seed", 1));
        try (Both both = new Both(directory)) {
            for (int round = 0; round < 15_000; round++) {
                byte[] value = changed(random);
                String why = "round " + round + ", " + HexFormat.of().formatHex(value);
                both.run(why, "DEL other");
                both.run(why, "SET k", value);
                switch (random.nextInt(6)) {
                    case 0 -> both.run(why, "PFCOUNT k k");
                    case 1 -> both.run(why, "PFMERGE k");
                    case 2 -> both.run(why, "PFMERGE other k");
                    case 3 -> both.run(why, "PFADD k");
                    default -> both.run(why, "PFADD k", elementOfAnyRun(random));
                }
                both.run(why, "GET k");
                both.run(why, "GET other");
                both.run(why, "SET k", value);
                both.run(why, "PFCOUNT k");
            }
        }
    }

    /** The first registers are the likeliest, and low ranks are. */
    private static byte[] elementOfAnyRun(Random random) {
        return element(random, 0, 1 << random.nextInt(15), random.nextBoolean() ? 3 : 51);
    }

    /** Any dense registers, or {@linkplain #changedRuns sparse ones}. */
    private static byte[] changed(Random random) {
        if (random.nextInt(20) > 0) {
            return changedRuns(random);
        }
        byte[] value = new byte[DENSE_BYTES];
        random.nextBytes(value);
        byte[] head = HexFormat.of().parseHex("48594c4c00");
        System.arraycopy(head, 0, value, 0, head.length);
        return value;
    }

    /** The runs of a few registers, sometimes not all of them, and bytes that are changed. */
    private static byte[] changedRuns(Random random) {
        byte[] head = HexFormat.of().parseHex("48594c4c010000000000000000000080");
        int length = head.length + random.nextInt(60);
        byte[] value = Arrays.copyOf(head, length);
        int registers = 0;
        int at = head.length;
        int mask = random.nextBoolean() ? 0x87 : 0xff; // short runs, of two ranks; or any
        while (at < length - 2) {
            int code = random.nextInt(256) & mask;
            boolean isLong = (code & 0xc0) == 0x40;
            value[at] = (byte) (isLong ? code & 0x47 : code);
            value[at + 1] = (byte) random.nextInt(256);
            registers += 1 + (code < 64 ? code : isLong ? pair(value, at) & 0x3fff : code & 3);
            at += isLong ? 2 : 1;
        }
        int missing = (1 << 14) - registers + random.nextInt(-1, 2);
        if (length - at == 2 && missing > 0) {
            value[at] = (byte) (0x40 | ((missing - 1) >> 8));
            value[at + 1] = (byte) (missing - 1);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            int place = random.nextInt(4) == 0 ? random.nextInt(length) : length - 1;
            value[place] ^= (byte) (1 << random.nextInt(8));
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(value, length - random.nextInt(3)) : value;
    }

    private static int pair(byte[] value, int at) {
        return ((value[at] & 0xff) << 8) | (value[at + 1] & 0xff);
    }
}
