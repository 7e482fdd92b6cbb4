package io.paxosstore.log.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.protocol.topology.NodeList;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** How much is remembered of other nodes. */
class PeerMemoryTest {
    private static final Path DIRECTORY = Path.of("/store");

    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    private NodeIdentity open() throws IOException {
        NodeIdentity identity =
                NodeIdentity.open(
                        IdentityConfig.of(DIRECTORY, "test", 1, 1),
                        fs,
                        StorageEngine.Listener.NONE,
                        IdentityEnvironment.system());
        identity.begin(() -> {});
        return identity;
    }

    /** Ids are never used again and nobody is forgotten: all that the list may have fit. */
    @Test
    void everyNodeIsRememberedThatTheListMayHave() throws IOException {
        open().close(true);
        SortedMap<Integer, Remembered> others = new TreeMap<>();
        for (int node = 2; node < NodeList.COUNT_MAX; node++) {
            others.put(
                    node,
                    new Remembered(true, new UUID(1, node), 10, false, false)
                            .with(new Lives.Life(10, node), new Lives.Life(9, node)));
        }
        new MirroredFile(
                        fs,
                        DIRECTORY.resolve(PeerMemory.FILE),
                        PeerMemory.MAGIC,
                        PeerMemory.FORMAT_VERSION,
                        1 << 20,
                        new FailStop(StorageEngine.Listener.NONE))
                .write(PeerMemory.encode(others));
        NodeIdentity identity = open();
        assertEquals(others, identity.peers().all());
        int last = NodeList.COUNT_MAX;
        assertEquals(
                PeerMemory.Verdict.WELCOME,
                identity.peers().meet(last, new UUID(1, 1), 10, Standing.WHOLE, Lives.NONE));
        assertTrue(identity.peers().raise(last + 1, 7), "one that the list does not have yet");
        identity.close(true);
        assertEquals(others.size() + 2, open().peers().all().size());
    }
}
