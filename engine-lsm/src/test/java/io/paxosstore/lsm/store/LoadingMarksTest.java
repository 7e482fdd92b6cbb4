package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;

/** The marks of images that are being installed. */
final class LoadingMarksTest {
    private static final Path DIRECTORY = Path.of("/node");

    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    private static EntityKey entity(int number) {
        return new EntityKey(1, ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    private LoadingMarks open() throws IOException {
        fs.createDirectories(DIRECTORY);
        return LoadingMarks.open(
                fs, DIRECTORY.resolve("LOADING"), new FailStop(StorageEngine.Listener.NONE));
    }

    @Test
    void marksOutliveARestart() throws IOException {
        open().set(entity(1), 7);
        assertEquals(Map.of(entity(1), 7L), open().all());
    }

    /** Else no image could be installed any more after some time without room. */
    @Test
    void aMarkThatFoundNoRoomIsNone() throws IOException {
        LoadingMarks marks = open();
        marks.set(entity(0), 1);
        fs.fillUpTo(0);
        for (int number = 0; number < 2 * LoadingMarks.MARKS_MAX; number++) {
            EntityKey entity = entity(number);
            assertThrows(NoRoomException.class, () -> marks.set(entity, 2));
        }
        assertEquals(Map.of(entity(0), 1L), marks.all());
        fs.fillUpTo(1 << 20);
        marks.set(entity(5), 3);
        assertEquals(Map.of(entity(0), 1L, entity(5), 3L), open().all());
    }
}
