package io.paxosstore.log.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** A store is opened with the founders it was made with, or not at all. */
class StoreMembersTest {
    private static final Path DIRECTORY = Path.of("/store");
    private static final Path STORE = DIRECTORY.resolve(StoreFile.FILE);

    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    private NodeIdentity open(Integer... members) throws IOException {
        IdentityConfig config =
                IdentityConfig.of(DIRECTORY, "test", 1, 1).withMembers(List.of(members));
        NodeIdentity identity =
                NodeIdentity.open(
                        config, fs, StorageEngine.Listener.NONE, IdentityEnvironment.system());
        identity.begin(() -> {});
        return identity;
    }

    private void make(Standing standing, List<Integer> met, Integer... members) throws IOException {
        NodeIdentity opened = open(members);
        for (int peer : met) {
            opened.peers().meet(peer, new UUID(peer, peer), 7, Standing.WHOLE, Lives.NONE);
        }
        if (standing != Standing.NEW) {
            opened.standing(standing);
        }
        opened.close(true);
    }

    private StoreIdentity identity() throws IOException {
        MirroredFile.Found found = file().read();
        return StoreIdentity.decode(Objects.requireNonNull(found.content()), found.version());
    }

    private MirroredFile file() {
        return StoreFile.file(fs, DIRECTORY, new FailStop(StorageEngine.Listener.NONE));
    }

    private void refuses(String sentence, Integer... members) {
        StoreOpenException refused =
                assertThrows(StoreOpenException.class, () -> open(members).close());
        assertEquals(sentence, refused.getMessage());
    }

    /** Writes the marker as the version before did: the same without members. */
    private void forgetMembers() throws IOException {
        StoreIdentity now = identity().withMembers(List.of()).closed();
        byte[] content = now.encode();
        byte[] old = Arrays.copyOf(content, content.length - Integer.BYTES);
        fs.delete(STORE);
        new MirroredFile(
                        fs,
                        STORE,
                        StoreFile.MAGIC,
                        StoreIdentity.FORMAT_WITHOUT_MEMBERS,
                        StoreFile.CONTENT_BYTES_MAX,
                        new FailStop(StorageEngine.Listener.NONE))
                .write(old);
    }

    @Test
    void otherMembersAreRefusedWithOneSentence() throws IOException {
        make(Standing.WHOLE, List.of(), 1);
        refuses(
                "cluster.nodes names nodes 1, 2, 3, but the cluster of the store in /store was"
                        + " founded by node 1: put the founders back (their hosts and ports may"
                        + " change); members are changed with `paxosstore members`.",
                1,
                2,
                3);
        open(1).close();
        assertEquals(List.of(1), identity().members());
    }

    @Test
    void replacedMembersAreRefusedInEitherStanding() throws IOException {
        make(Standing.REBUILDING, List.of(2, 3), 3, 2, 1);
        assertEquals(List.of(1, 2, 3), identity().members());
        refuses(
                "cluster.nodes names nodes 1, 2, 4, but the cluster of the store in /store was"
                        + " founded by nodes 1, 2, 3: put the founders back (their hosts and ports"
                        + " may change); members are changed with `paxosstore members`.",
                1,
                2,
                4);
        open(2, 1, 3).close();
    }

    @Test
    void aStoreThatNeverTookPartMayStillBeCorrected() throws IOException {
        make(Standing.NEW, List.of(), 1, 2, 4);
        open(1, 2, 3).close();
        assertEquals(List.of(1, 2, 3), identity().members());
    }

    @Test
    void bothCopiesOfTheMarkerHoldTheMembers() throws IOException {
        make(Standing.WHOLE, List.of(2, 3), 1, 2, 3);
        int half = fs.content(STORE).length / 2;
        for (int copy : new int[] {0, half}) {
            fs.flipBit(STORE, copy + 60, 1);
            StoreOpenException refused =
                    assertThrows(StoreOpenException.class, () -> open(1).close());
            assertTrue(String.valueOf(refused.getMessage()).contains("nodes 1, 2, 3"));
            fs.flipBit(STORE, copy + 60, 1);
        }
    }

    @Test
    void aMarkerOfBeforeGetsItsMembersAtTheFirstStart() throws IOException {
        make(Standing.WHOLE, List.of(2, 3), 1, 2, 3);
        forgetMembers();
        assertEquals(List.of(), identity().members());
        open(1, 2, 3).close();
        assertEquals(List.of(1, 2, 3), identity().members());
        assertEquals(StoreFile.FORMAT_VERSION, file().read().version());
    }

    @Test
    void aMarkerOfBeforeIsJudgedByTheNodesItHasMet() throws IOException {
        make(Standing.WHOLE, List.of(2, 3), 1, 2, 3);
        forgetMembers();
        refuses(
                "The store in /store has met nodes 2, 3, but cluster.nodes names nodes 1, 2, 4:"
                        + " name the nodes that it was made with.",
                1,
                2,
                4);
        refuses(
                "The store in /store was made in a smaller cluster: cluster.nodes names nodes 1, 2,"
                        + " 3, 4, 5, but of the others it has met only nodes 2, 3; name the nodes"
                        + " that it was made with.",
                1,
                2,
                3,
                4,
                5);
        open(1, 2, 3).close();
    }

    @Test
    void aSingleNodeOfBeforeDoesNotBecomeThree() throws IOException {
        make(Standing.WHOLE, List.of(), 1);
        forgetMembers();
        assertThrows(StoreOpenException.class, () -> open(1, 2, 3).close());
        assertEquals(List.of(), identity().members(), "nothing was written");
        open(1).close();
    }

    @Test
    void theMarkerSaysWhetherTheStoreWasClosed() throws IOException {
        NodeIdentity opened = open(1);
        assertTrue(identity().open());
        opened.close(true);
        assertFalse(identity().open());
    }
}
