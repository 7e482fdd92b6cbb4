package io.paxosstore.log.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.Faults;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * A node whose store was made before slots may have proposed first entries that are another node's
 * now, and others may have proposed its own: it never uses the right to them again (Rules F1, M9).
 */
class StoreBeforeSlotsTest {
    private static final Path DIRECTORY = Path.of("/store");
    private static final Path STORE = DIRECTORY.resolve(StoreFile.FILE);

    /** One copy of a STORE of version 3: node 1 of cluster "test", WHOLE, closed, not reborn. */
    private static final String VERSION_3 =
            "505853544f524531"
                    + "00000003"
                    + "0000003c"
                    + "00000001"
                    + "00000000000000010000000000000002"
                    + "00000009000000010000000200000000"
                    + "0000000474657374"
                    + "00000003000000010000000200000003"
                    + "051e3025";

    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    private static NodeIdentity open(FileSystem files) throws IOException {
        NodeIdentity identity =
                NodeIdentity.open(
                        IdentityConfig.of(DIRECTORY, "test", 1, 1).withMembers(List.of(1, 2, 3)),
                        files,
                        StorageEngine.Listener.NONE,
                        IdentityEnvironment.system());
        identity.begin(() -> {});
        return identity;
    }

    private static MirroredFile.Found read(FileSystem files) throws IOException {
        return StoreFile.file(files, DIRECTORY, new FailStop(StorageEngine.Listener.NONE)).read();
    }

    @BeforeEach
    void makeStore() throws IOException {
        NodeIdentity made = open(fs);
        made.standing(Standing.WHOLE);
        made.peers().meet(2, new UUID(2, 2), 7, Standing.WHOLE, Lives.NONE);
        assertFalse(made.reborn(), "a new store has the right");
        made.close(true);
        fs.delete(STORE);
        try (FileHandle file = fs.open(STORE, OpenMode.CREATE)) {
            ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(VERSION_3 + VERSION_3));
            file.write(new ByteBuffer[] {bytes}, 1, 0);
            file.force();
        }
        fs.syncDirectory(DIRECTORY);
        assertEquals(3, read(fs).version());
    }

    @Test
    void itCountsAsRebornFromItsFirstStartOn() throws IOException {
        NodeIdentity opened = open(fs);
        assertTrue(opened.reborn());
        assertEquals(Standing.WHOLE, opened.standing(), "nothing is lost");
        assertEquals(new UUID(1, 2), opened.storeId());
        assertEquals(10, opened.incarnation());
        MirroredFile.Found found = read(fs.crash());
        assertEquals(StoreFile.FORMAT_VERSION, found.version());
        assertTrue(found.whole());
        StoreIdentity written =
                StoreIdentity.decode(Objects.requireNonNull(found.content()), found.version());
        assertTrue(written.reborn(), "durable before the node takes part");
    }

    @Test
    void noLaterStartForgetsIt() throws IOException {
        open(fs).close(true);
        NodeIdentity again = open(fs);
        assertTrue(again.reborn());
        assertEquals(11, again.incarnation());
        again.close(true);
    }

    /**
     * Of five nodes one may never have run: nobody remembers a store of it, so it would be new, and
     * use rights of its own to entries that were proposed by another's.
     */
    @Test
    void whoeverItNeverMetCountsAsLostUntilItIsWhole() throws IOException {
        CrashableFileSystem after;
        try (NodeIdentity opened = open(fs)) {
            assertFalse(opened.peers().remembered(2).lost(), "it was met");
            assertTrue(opened.peers().remembered(3).tellsOfAnotherStore(new UUID(3, 3)));
            assertEquals(Remembered.NOTHING, opened.peers().remembered(1), "nothing of itself");
            after = fs.crash();
        }
        NodeIdentity again = open(after);
        assertTrue(again.peers().remembered(3).lost(), "durable with the new version");
        again.peers().meet(3, new UUID(3, 3), 7, Standing.REBUILDING, Lives.NONE);
        assertTrue(again.peers().remembered(3).lost());
        again.peers().meet(3, new UUID(3, 3), 7, Standing.WHOLE, Lives.NONE);
        assertFalse(again.peers().remembered(3).lost());
    }

    /** Whatever of the two files a crash leaves, the next start does the rest. */
    @Test
    void noCrashBetweenTheFilesForgetsIt() throws IOException {
        boolean done = false;
        for (int loss = 1; !done; loss++) {
            CrashableFileSystem disk = fs.copy();
            disk.faults().powerLossAt(loss);
            try {
                open(disk);
                done = true;
            } catch (Faults.PowerLossException e) {
                assertFalse(disk.faults().hasPower());
            }
            NodeIdentity again = open(disk.crash());
            assertTrue(again.reborn(), "power lost at " + loss);
            assertTrue(again.peers().remembered(3).lost(), "power lost at " + loss);
        }
    }
}
