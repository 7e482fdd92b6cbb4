package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Processes killed while they apply, flush and compact: what was durable is there. */
class KillTest {
    private static final int KILLS = Integer.getInteger("lsm.kills", 2);
    private static final String DURABLE = "durable ";

    @TempDir Path root;

    /** Applies and flushes until it is killed; arguments: directory, seed. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) {
            Entities entities = new Entities(new Random(Long.parseLong(arguments[1])));
            try (LsmStore store =
                    LsmStore.open(Path.of(arguments[0]), Entities.SMALL, Entities.NO_FAILURES)) {
                while (true) {
                    for (int i = 0; i < 7; i++) {
                        entities.write(store);
                    }
                    store.flush();
                    System.out.println(DURABLE + store.durableSequence());
                    System.out.flush();
                }
            }
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void whatWasDurableSurvivesAKill() throws IOException, InterruptedException {
        Path temporary = Files.createDirectory(root.resolve("temporary"));
        for (int kill = 1; kill <= KILLS; kill++) {
            long seed = 100L + kill;
            Random random = new Random(seed);
            Path directory = root.resolve("killed-" + kill);
            Process child =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-Djava.io.tmpdir=" + temporary,
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Child.class.getName(),
                                    directory.toString(),
                                    Long.toString(seed))
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            long durable = 0;
            try (BufferedReader lines =
                    new BufferedReader(
                            new InputStreamReader(
                                    child.getInputStream(), StandardCharsets.UTF_8))) {
                int flushes = 5 + random.nextInt(20);
                String line = lines.readLine();
                while (line != null && flushes > 0) {
                    if (line.startsWith(DURABLE)) {
                        durable = Long.parseLong(line.substring(DURABLE.length()));
                        flushes--;
                    }
                    line = lines.readLine();
                }
            } finally {
                child.destroyForcibly().waitFor();
            }
            check(directory, seed, durable);
        }
        assertArrayEquals(new String[0], temporary.toFile().list(), "left by killed processes");
    }

    /** The same seed makes the same entries: a twin that was not killed has them all. */
    private void check(Path directory, long seed, long durable) {
        assertTrue(durable > 0, "the child flushed");
        Entities twin = new Entities(new Random(seed));
        try (LsmStore whole =
                        LsmStore.open(
                                root.resolve("twin-" + seed),
                                Entities.SMALL,
                                Entities.NO_FAILURES);
                LsmStore killed = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES)) {
            assertTrue(killed.sequence() >= durable, "seed " + seed);
            while (whole.sequence() < killed.sequence()) {
                twin.write(whole);
            }
            for (EntityKey entity : twin.keys()) {
                twin.check(killed, entity, twin.newest(entity));
            }
            killed.verify();
        }
    }
}
