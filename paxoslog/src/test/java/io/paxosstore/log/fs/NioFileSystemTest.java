package io.paxosstore.log.fs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;

class NioFileSystemTest {
    private final FileSystem fs = FileSystem.real();

    @TempDir private Path directory;

    @Test
    void gathersBuffersIntoOneWriteAndReadsThemBack() throws IOException {
        Path file = directory.resolve("f");
        try (FileHandle handle = fs.open(file, OpenMode.CREATE)) {
            ByteBuffer[] sources = {
                ByteBuffer.wrap(new byte[] {1, 2}), ByteBuffer.wrap(new byte[] {3})
            };
            handle.write(sources, 2, 5);
            handle.force();
            ByteBuffer read = ByteBuffer.allocate(8);
            assertEquals(8, handle.read(read, 0));
            assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 1, 2, 3}, read.array());
            assertEquals(-1, handle.read(ByteBuffer.allocate(1), 8));
            handle.truncate(6);
            assertEquals(6, handle.size());
        }
        assertThrows(FileAlreadyExistsException.class, () -> fs.open(file, OpenMode.CREATE));
        Path missing = directory.resolve("missing");
        assertThrows(NoSuchFileException.class, () -> fs.open(missing, OpenMode.WRITE));
    }

    /** As a disk does that becomes full: the reason comes with the next write. */
    @Test
    void whatAShortWriteLeavesIsWrittenToo() throws IOException {
        Path file = directory.resolve("f");
        ArrayDeque<Long> takes = new ArrayDeque<>(List.of(3L, 1L, 2L));
        NioFileSystem.writeAll(takes::remove, file, 100, 106);
        assertTrue(takes.isEmpty());

        takes.add(3L);
        IOException full =
                assertThrows(
                        IOException.class,
                        () ->
                                NioFileSystem.writeAll(
                                        () -> {
                                            if (takes.isEmpty()) {
                                                throw new IOException("No space left on device");
                                            }
                                            return takes.remove();
                                        },
                                        file,
                                        100,
                                        106));
        assertTrue(FileSystem.isNoRoom(full), full.toString());

        IOException stuck =
                assertThrows(
                        IOException.class, () -> NioFileSystem.writeAll(() -> 0, file, 100, 106));
        assertEquals("Short write to " + file + " at offset 100: 0 of 6 bytes", stuck.getMessage());
    }

    @Test
    void namesAreListedInOrderRenamedAndDeleted() throws IOException {
        Path nested = directory.resolve("x/y");
        fs.createDirectories(nested);
        for (String name : List.of("c", "a", "b")) {
            fs.open(nested.resolve(name), OpenMode.CREATE).close();
        }
        fs.rename(nested.resolve("a"), nested.resolve("b"));
        fs.delete(nested.resolve("c"));
        fs.syncDirectory(nested);
        assertEquals(List.of(nested.resolve("b")), fs.list(nested));
        assertFalse(fs.exists(nested.resolve("a")));
        assertTrue(fs.exists(nested));
    }

    @Test
    void lockIsExclusiveWithinTheProcessToo() throws IOException {
        Path file = directory.resolve("LOCK");
        FileSystem.HeldLock lock = fs.tryLock(file);
        assertNotNull(lock);
        assertNull(fs.tryLock(file));
        lock.close();
        FileSystem.HeldLock again = fs.tryLock(file);
        assertNotNull(again);
        again.close();
    }
}
