package io.paxosstore.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
