package io.paxosstore.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** Rule D4 for a small file that is replaced as a whole. */
final class MirroredFileTest {
    private static final Path DIRECTORY = Path.of("/store");
    private static final long MAGIC = 77;
    private static final byte OLD = 1;
    private static final byte NEW = 2;

    private final CrashableFileSystem fs = new CrashableFileSystem(1);
    private final FailStop failStop = new FailStop(StorageEngine.Listener.NONE);
    private final MirroredFile file =
            new MirroredFile(fs, DIRECTORY.resolve("FILE"), MAGIC, 1, 100, failStop);

    @BeforeEach
    void begin() throws IOException {
        fs.createDirectories(DIRECTORY);
        file.write(new byte[] {OLD});
    }

    private byte content() throws IOException {
        return Objects.requireNonNull(file.read().content()).get(0);
    }

    /** The disk gives whole sectors: to lose one copy alone, the content has to be large. */
    @Test
    void aCopyThatTheDiskDoesNotGiveIsADamagedOne() throws IOException {
        Path large = DIRECTORY.resolve("LARGE");
        MirroredFile mirrored = new MirroredFile(fs, large, MAGIC, 1, 10_000, failStop);
        byte[] content = new byte[10_000];
        content[0] = NEW;
        mirrored.write(content);
        int size = fs.content(large).length;
        for (int bad : new int[] {0, size - 1}) {
            CrashableFileSystem disk = fs.copy();
            disk.breakSectors(large, bad, bad + 1);
            MirroredFile hit = new MirroredFile(disk, large, MAGIC, 1, 10_000, failStop);
            MirroredFile.Found found = hit.read();
            assertEquals(NEW, Objects.requireNonNull(found.content()).get(0));
            assertFalse(found.whole());
            hit.write(content);
            assertTrue(hit.read().whole());
        }
        fs.breakSectors(large, size / 2, size / 2 + 1);
        fs.breakSectors(large, 0, 1);
        assertNull(mirrored.read().content());
        mirrored.write(content);
        assertTrue(mirrored.read().whole());
    }

    /** What cannot be opened may be as sound as ever. */
    @Test
    void aFileThatCannotBeOpenedIsNotTakenForDamaged() throws IOException {
        fs.faults().noDescriptors(true);
        assertThrows(IOException.class, file::read);
        fs.faults().noDescriptors(false);
        assertTrue(file.read().whole());
    }

    private void fails() {
        assertThrows(IOException.class, () -> file.write(new byte[] {NEW}));
    }

    @Test
    void withoutRoomTheOldContentStaysUntilItIsTriedAgain() throws IOException {
        fs.faults().withoutRoom(any -> true);
        fails();
        fails();
        assertFalse(failStop.isFailed(), "the store goes on");
        assertEquals(OLD, content());
        fs.faults().withoutRoom(any -> false);
        file.write(new byte[] {NEW});
        assertEquals(NEW, content());
    }

    @Test
    void withoutDescriptorsTheOldContentStaysUntilItIsTriedAgain() throws IOException {
        fs.faults().noDescriptors(true);
        fails();
        assertFalse(failStop.isFailed(), "the store goes on");
        fs.faults().noDescriptors(false);
        assertEquals(OLD, content());
        file.write(new byte[] {NEW});
        assertEquals(NEW, content());
    }

    /** A disk that fails does not get better: who tries again would do so for ever. */
    @Test
    void aWriteThatFailsForAnythingElseStopsTheStore() throws IOException {
        fs.faults().failWrite(1);
        stopsTheStore();
    }

    private void stopsTheStore() throws IOException {
        fails();
        assertTrue(failStop.isFailed());
        long before = fs.faults().mutations();
        fails();
        assertEquals(before, fs.faults().mutations());
        assertEquals(OLD, content());
    }

    /** Whether what an earlier fsync was to make durable is, a later one does not tell. */
    @Test
    void afterAFailedFsyncNothingIsWritten() throws IOException {
        fs.faults().failForce(1);
        stopsTheStore();
    }
}
