package io.paxosstore.bench.faults;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Damage is where it says it is. */
class DamageTest {
    private static final int BYTES = 4_096;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void flippedBitsAreSingleAndInWrittenFiles() throws IOException {
        byte[] written = new byte[BYTES];
        Arrays.fill(written, (byte) 7);
        Path full = directory.resolve("full");
        Path empty = directory.resolve("ahead");
        Files.write(full, written);
        Files.write(empty, new byte[16 * BYTES]);
        List<String> places = Damage.flip(directory, 3, new RandomSource(1));
        assertEquals(3, places.size());
        byte[] after = Files.readAllBytes(full);
        int bits = 0;
        for (int i = 0; i < BYTES; i++) {
            bits += Integer.bitCount((after[i] ^ written[i]) & 0xff);
        }
        assertEquals(3, bits);
        assertArrayEquals(new byte[16 * BYTES], Files.readAllBytes(empty));
    }
}
