package io.paxosstore.log.fs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

class CrashableFileSystemTest {
    private static final Path DIR = Path.of("/store");
    private static final Path FILE = DIR.resolve("a");

    private static CrashableFileSystem fresh(long seed) throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(seed);
        fs.createDirectories(DIR);
        return fs;
    }

    private static ByteBuffer filled(int bytes, int with) {
        byte[] content = new byte[bytes];
        Arrays.fill(content, (byte) with);
        return ByteBuffer.wrap(content);
    }

    @Test
    void syncedContentAndNamesSurviveAndUnsyncedSectorsDoInAnySubset() throws IOException {
        boolean torn = false;
        boolean lost = false;
        for (long seed = 0; seed < 200; seed++) {
            CrashableFileSystem fs = fresh(seed);
            FileHandle handle = fs.open(FILE, OpenMode.CREATE);
            handle.write(filled(2048, 1), 0);
            handle.force();
            fs.syncDirectory(DIR);
            handle.write(filled(1024, 2), 512);

            byte[] after = fs.crash().content(FILE);
            assertEquals(2048, after.length);
            assertEquals(1, after[0], "seed " + seed);
            assertEquals(1, after[2047], "seed " + seed);
            for (int sector = 512; sector < 1536; sector += 512) {
                for (int i = 0; i < 512; i++) {
                    assertEquals(after[sector], after[sector + i], "half a sector, seed " + seed);
                }
            }
            torn |= after[512] != after[1024];
            lost |= after[512] == 1 && after[1024] == 1;
            assertThrows(IOException.class, handle::force);
        }
        assertTrue(torn && lost, "every kind of loss must occur");
    }

    @Test
    void namesWithoutDirectorySyncMayVanish() throws IOException {
        boolean vanished = false;
        boolean renamed = false;
        for (long seed = 0; seed < 100; seed++) {
            CrashableFileSystem fs = fresh(seed);
            fs.open(FILE, OpenMode.CREATE).close();
            fs.syncDirectory(DIR);
            fs.rename(FILE, DIR.resolve("b"));
            CrashableFileSystem after = fs.crash();
            assertTrue(after.exists(FILE) != after.exists(DIR.resolve("b")), "seed " + seed);
            vanished |= after.exists(FILE);
            renamed |= after.exists(DIR.resolve("b"));
        }
        assertTrue(vanished && renamed);
    }

    @Test
    void killedProcessLosesNothingAndItsLocksEnd() throws IOException {
        CrashableFileSystem fs = fresh(1);
        assertNotNull(fs.tryLock(DIR.resolve("LOCK")));
        assertNull(fs.tryLock(DIR.resolve("LOCK")));
        fs.open(FILE, OpenMode.CREATE).write(filled(10, 7), 0);
        CrashableFileSystem after = fs.killProcess();
        assertArrayEquals(filled(10, 7).array(), after.content(FILE));
        assertNotNull(after.tryLock(DIR.resolve("LOCK")));
    }

    @Test
    void injectedErrorsHitTheNamedOperation() throws IOException {
        CrashableFileSystem fs = fresh(1);
        FileHandle handle = fs.open(FILE, OpenMode.CREATE);
        fs.faults().failWrite(2);
        handle.write(filled(10, 1), 0);
        assertThrows(IOException.class, () -> handle.write(filled(10, 1), 10));
        assertEquals(10, handle.size());

        fs.faults().shortWrite(1);
        assertThrows(IOException.class, () -> handle.write(filled(10, 1), 10));
        assertEquals(15, handle.size());

        fs.faults().failForce(1);
        assertThrows(IOException.class, handle::force);
        handle.force();

        fs.fillUpTo(5);
        assertEquals(5, fs.usableBytes(DIR));
        handle.write(filled(20, 2), 0);
        assertThrows(IOException.class, () -> handle.write(filled(20, 2), 10));

        fs.faults().powerLossAt(1);
        assertThrows(Faults.PowerLossException.class, handle::force);
        assertThrows(Faults.PowerLossException.class, () -> fs.list(DIR));
        fs.crash().list(DIR);
    }

    @Test
    void flippedBitsStay() throws IOException {
        CrashableFileSystem fs = fresh(1);
        FileHandle handle = fs.open(FILE, OpenMode.CREATE);
        handle.write(filled(4, 0), 0);
        handle.force();
        fs.syncDirectory(DIR);
        fs.flipBit(FILE, 2, 3);
        assertArrayEquals(new byte[] {0, 0, 8, 0}, fs.crash().content(FILE));
        assertFalse(fs.exists(DIR.resolve("b")));
    }

    @Test
    void aBrokenSectorCannotBeReadUntilItIsWritten() throws IOException {
        CrashableFileSystem fs = fresh(1);
        FileHandle handle = fs.open(FILE, OpenMode.CREATE);
        handle.write(filled(2048, 1), 0);
        fs.breakSectors(FILE, 600, 601);
        assertFails(handle, 0, 2048);
        assertFails(handle, 1023, 1);
        assertEquals(512, handle.read(ByteBuffer.allocate(2048), 0), "what lies before it");
        assertTrue(handle.fill(ByteBuffer.allocate(1024), 1024));
        handle.write(filled(511, 2), 512);
        assertFails(handle, 512, 1);
        handle.write(filled(512, 2), 512);
        assertTrue(handle.fill(ByteBuffer.allocate(2048), 0));

        handle.force();
        fs.syncDirectory(DIR);
        fs.breakSectors(FILE, 0, 1);
        assertFails(fs.copy().open(FILE, OpenMode.READ), 0, 1);
        assertFails(fs.crash().open(FILE, OpenMode.READ), 0, 1);
    }

    private static void assertFails(FileHandle handle, long position, int bytes) {
        assertThrows(IOException.class, () -> handle.fill(ByteBuffer.allocate(bytes), position));
    }

    @Test
    void atomicFileIsOldOrNewAtEveryCrashPoint() throws IOException {
        for (long seed = 0; seed < 300; seed++) {
            CrashableFileSystem fs = fresh(seed);
            AtomicFile.write(fs, FILE, new byte[] {1, 1, 1});
            fs.faults().powerLossAt(1 + seed % 6);
            boolean written = true;
            try {
                AtomicFile.write(fs, FILE, new byte[] {2, 2, 2});
            } catch (Faults.PowerLossException e) {
                written = false;
            }
            byte[] after = fs.crash().content(FILE);
            byte[] old = {1, 1, 1};
            byte[] fresh = {2, 2, 2};
            assertTrue(Arrays.equals(after, fresh) || (!written && Arrays.equals(after, old)));
        }
    }
}
