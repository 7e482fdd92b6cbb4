package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.WriteBatch;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** A batch has the bytes that RocksDB's own would have. */
class BatchTest {
    private static final int BATCHES = 200;
    private static final List<Family> FAMILIES = List.of(Family.values());

    private final Random random = new Random(20261125);

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(10) == 0 ? 200 + random.nextInt(20_000) : 8];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void itsBytesAreThoseOfRocksDb(@TempDir Path directory) {
        try (LsmStore store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES)) {
            Batch mine = store.rocks().batch();
            for (int i = 0; i < BATCHES; i++) {
                check(mine, store.rocks(), random.nextInt(30));
            }
        }
    }

    private void check(Batch mine, Rocks rocks, int records) {
        mine.clear();
        try (WriteBatch theirs = new WriteBatch()) {
            for (int i = 0; i < records; i++) {
                Family family = FAMILIES.get(random.nextInt(FAMILIES.size()));
                ColumnFamilyHandle handle = rocks.handle(family);
                byte[] key = bytes();
                byte[] value = bytes();
                switch (random.nextInt(4)) {
                    case 0 -> {
                        mine.put(family, key, value);
                        Failures.run("Put", () -> theirs.put(handle, key, value));
                    }
                    case 1 -> {
                        mine.delete(family, key);
                        Failures.run("Delete", () -> theirs.delete(handle, key));
                    }
                    case 2 -> {
                        mine.deleteRange(family, key, value);
                        Failures.run("Delete", () -> theirs.deleteRange(handle, key, value));
                    }
                    default -> {
                        Batch.Mark mark = mine.mark();
                        mine.put(family, key, value);
                        mine.delete(family, key);
                        mine.returnTo(mark);
                    }
                }
            }
            byte[] expected = Failures.call("Bytes", theirs::data);
            assertArrayEquals(expected, mine.toBytes());
            assertEquals(expected.length - Batch.HEADER_BYTES, mine.size());
        }
    }
}
