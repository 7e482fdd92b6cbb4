package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.record.RecordCursor;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.CompactRangeOptions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Rule D5: damage to a table file is found by whoever reads it, and named. */
class DamageTest {
    @TempDir Path root;

    private Path damagedStore(Entities entities) throws IOException {
        Path directory = root.resolve("store");
        try (LsmStore store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES)) {
            for (int i = 0; i < 300; i++) {
                entities.write(store, Entities.key(0));
            }
        }
        Path table = Disk.tables(directory).getLast();
        byte[] bytes = Files.readAllBytes(table);
        bytes[bytes.length / 4] ^= 1;
        Files.write(table, bytes);
        return directory;
    }

    /** Compaction may meet the damage first; then it is this that hears of it. */
    private static final class Heard implements LsmListener {
        final CompletableFuture<String> file = new CompletableFuture<>();

        @Override
        public void failed(String what) {
            file.completeExceptionally(new AssertionError(what));
        }

        @Override
        public void damaged(String damagedFile, String what) {
            file.complete(damagedFile);
        }
    }

    @Test
    void compactionThatMeetsDamageTellsTheOwner() throws Exception {
        Path directory = damagedStore(new Entities(new Random(6)));
        Heard heard = new Heard();
        try (LsmStore store = LsmStore.open(directory, Entities.SMALL, heard);
                CompactRangeOptions all =
                        new CompactRangeOptions()
                                .setBottommostLevelCompaction(
                                        CompactRangeOptions.BottommostLevelCompaction.kForce)) {
            assertThrows(
                    DamagedTableException.class,
                    () ->
                            Failures.run(
                                    "Compaction",
                                    () ->
                                            store.rocks()
                                                    .db()
                                                    .compactRange(
                                                            store.rocks().handle(Family.DATA),
                                                            null,
                                                            null,
                                                            all)));
            assertTrue(heard.file.get(30, TimeUnit.SECONDS).endsWith(".sst"));
        }
    }

    @Test
    void readingADamagedTableNamesTheFile() throws IOException {
        Path directory = damagedStore(new Entities(new Random(3)));
        String table = String.valueOf(Disk.tables(directory).getLast().getFileName());
        try (LsmStore store = LsmStore.open(directory, Entities.SMALL, new Heard())) {
            DamagedTableException found =
                    assertThrows(DamagedTableException.class, () -> readAll(store));
            assertTrue(found.file().endsWith(table), found.getMessage());
            assertTrue(found.offset() >= 0, found.getMessage());
        }
    }

    private static void readAll(LsmStore store) {
        try (SnapshotState state = store.read(Entities.key(0));
                RecordCursor cursor = state.scan(new byte[] {0}, new byte[] {(byte) 0xff})) {
            int records = 0;
            while (cursor.next()) {
                records += cursor.value().length;
            }
            assertEquals(-1, records, "the damage was not found");
        }
    }

    @Test
    void verifyingFindsTheDamage() throws IOException {
        Path directory = damagedStore(new Entities(new Random(4)));
        try (LsmStore store = LsmStore.open(directory, Entities.SMALL, new Heard())) {
            DamagedTableException found = assertThrows(DamagedTableException.class, store::verify);
            assertTrue(found.file().endsWith(".sst"), found.getMessage());
        }
    }
}
