package io.paxosstore.redis.hyperloglog;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.MemoryRedis;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Strings that clients have written: whatever they are, commands reply, and in time. */
class HostileSketchesTest {
    private static final int HEAD_BYTES = 16;

    private final MemoryRedis redis = new MemoryRedis();
    private final ByteStrings strings = new ByteStrings(redis);
    private final Random random = new Random(11);

    @Test
    void anyRegisters() {
        assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> {
                    for (int i = 0; i < 10_000; i++) {
                        byte[] value = value();
                        strings.set("{t}k", value);
                        strings.set("{t}other", value());
                        checkReplies(value);
                    }
                });
    }

    private void checkReplies(byte[] value) {
        check(redis.run("PFCOUNT {t}k"), value);
        check(redis.run("PFCOUNT {t}k {t}other"), value);
        check(redis.run("PFMERGE {t}new {t}k {t}other"), value);
        for (int i = 0; i < 5; i++) {
            byte[] element =
                    ElementBytes.of(
                            random.nextInt(Registers.COUNT),
                            1 + random.nextInt(Element.RANK_MAX),
                            random.nextLong());
            check(strings.run("PFADD", "{t}k", element), value);
        }
        check(redis.run("PFMERGE {t}k {t}other"), value);
        check(redis.run("PFCOUNT {t}k {t}new"), value);
        redis.run("DEL {t}new");
    }

    private static void check(String reply, byte[] value) {
        boolean isExpected =
                reply.matches(":-?\\d+")
                        || reply.equals("+OK")
                        || reply.startsWith("-INVALIDOBJ ")
                        || reply.startsWith("-WRONGTYPE Key is not ");
        assertTrue(isExpected, () -> reply + " of " + Arrays.toString(value));
    }

    /** Of many kinds: some are right, some nearly, some not at all. */
    private byte[] value() {
        byte[] value =
                switch (random.nextInt(4)) {
                    case 0 -> random(HEAD_BYTES + random.nextInt(40));
                    case 1 -> random(HEAD_BYTES + DenseRegisters.BYTES);
                    case 2 -> random(random.nextInt(30));
                    default -> sparse();
                };
        byte[] head = {'H', 'Y', 'L', 'L', (byte) random.nextInt(2)};
        if (random.nextInt(20) > 0) {
            System.arraycopy(head, 0, value, 0, Math.min(head.length, value.length));
        }
        for (int i = random.nextInt(3); i > 0 && value.length > 0; i--) {
            value[random.nextInt(value.length)] = (byte) random.nextInt(256);
        }
        return random.nextInt(8) == 0
                ? Arrays.copyOf(value, random.nextInt(value.length + 3))
                : value;
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] sparse() {
        Sketch sketch = Sketch.empty();
        for (int i = random.nextInt(60); i > 0; i--) {
            sketch.raise(random.nextInt(Registers.COUNT), 1 + random.nextInt(Run.RANK_MAX));
        }
        return sketch.stale();
    }

    /**
     * Long garbage costs what is gone through of it, and ends by the work that a command may do.
     */
    @Test
    void longGarbage() {
        redis.workMax(50_000_000);
        byte[] garbage = new byte[1 << 20];
        Arrays.fill(garbage, (byte) 0x84);
        System.arraycopy(Sketch.empty().stale(), 0, garbage, 0, HEAD_BYTES);
        strings.set("k", garbage);
        byte[][] elements = new byte[200_000][];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = ElementBytes.of(i % Registers.COUNT, 1 + i / Registers.COUNT, i);
        }
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> {
                    for (String reply :
                            List.of(
                                    strings.run("PFADD", "k", elements),
                                    redis.run("PFCOUNT k"),
                                    redis.run("PFMERGE k"))) {
                        assertTrue(reply.startsWith("-"), reply);
                    }
                });
    }
}
