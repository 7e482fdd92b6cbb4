package io.paxosstore.log.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.Faults;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Whose store it is, and one clear sentence when it is not ours. */
class NodeIdentityTest {
    private static final Path DIRECTORY = Path.of("/store");

    private static long marks;

    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    @TempDir private Path directory;

    private static IdentityConfig config() {
        return IdentityConfig.of(DIRECTORY, "test", 1, 1);
    }

    private static NodeIdentity open(IdentityConfig config, FileSystem files, Instant now)
            throws IOException {
        IdentityEnvironment environment =
                new IdentityEnvironment(() -> now, () -> new UUID(1, 2), () -> ++marks);
        NodeIdentity identity =
                NodeIdentity.open(config, files, StorageEngine.Listener.NONE, environment);
        identity.begin(() -> {});
        return identity;
    }

    /** Opens a store that knows itself to be complete; the incarnations of a new one begin at 1. */
    private static NodeIdentity openWhole(CrashableFileSystem files) throws IOException {
        NodeIdentity identity = open(config(), files, StoreFile.INCARNATION_EPOCH.plusSeconds(1));
        if (identity.standing() == Standing.NEW) {
            identity.standing(Standing.WHOLE);
        }
        return identity;
    }

    private static void refuses(IdentityConfig config, FileSystem files, String... words) {
        StoreOpenException refused =
                assertThrows(
                        StoreOpenException.class,
                        () ->
                                NodeIdentity.open(
                                        config,
                                        files,
                                        StorageEngine.Listener.NONE,
                                        IdentityEnvironment.system()));
        for (String word : words) {
            assertTrue(String.valueOf(refused.getMessage()).contains(word), refused::getMessage);
        }
    }

    @Test
    void refusesTheStoreOfAnotherClusterOrNode() throws IOException {
        openWhole(fs).close(true);
        refuses(IdentityConfig.of(DIRECTORY, "other", 1, 1), fs, "'test'", "'other'", "/store");
        refuses(IdentityConfig.of(DIRECTORY, "test", 2, 1), fs, "node 1", "node 2");
    }

    @Test
    void refusesForeignFilesAndDamagedIdentity() throws IOException {
        fs.createDirectories(DIRECTORY);
        Path foreign = DIRECTORY.resolve("photo.jpg");
        fs.open(foreign, OpenMode.CREATE).close();
        refuses(config(), fs, "photo.jpg", "empty directory");
        fs.delete(foreign);
        openWhole(fs).close(true);
        Path store = DIRECTORY.resolve("STORE");
        int half = fs.content(store).length / 2;
        fs.flipBit(store, 20, 1);
        fs.flipBit(store, half + 20, 1);
        refuses(config(), fs, "STORE", "damaged");
    }

    @Test
    void refusesAnIdentityThatTheDiskDoesNotGive() throws IOException {
        openWhole(fs).close(true);
        fs.breakSectors(DIRECTORY.resolve("STORE"), 0, 1);
        refuses(config(), fs, "STORE", "damaged");
    }

    /** Nothing is refused where the place of a killed node's store is not known. */
    @Test
    void aPlaceThatTheDiskDoesNotGiveRefusesNothing() throws IOException {
        openWhole(fs);
        CrashableFileSystem after = fs.killProcess();
        Path place = DIRECTORY.resolve(StorePlace.FILE);
        after.open(place, OpenMode.CREATE).write(ByteBuffer.wrap(new byte[28]), 0);
        after.breakSectors(place, 0, 1);
        openWhole(after).close();
    }

    @Test
    void whoseStoreItIsCanBeReadWithoutOpeningIt() throws IOException {
        assertNull(StoreIdentity.peek(fs, DIRECTORY));
        NodeIdentity open = open(IdentityConfig.of(DIRECTORY, "test", 1, 3), fs, Instant.now());
        StoreIdentity seen = Objects.requireNonNull(StoreIdentity.peek(fs, DIRECTORY));
        assertEquals(3, seen.shards());
        assertEquals(open.storeId(), seen.storeId());
        open.close();
        Path store = DIRECTORY.resolve("STORE");
        int half = fs.content(store).length / 2;
        fs.flipBit(store, 20, 1);
        assertEquals(3, Objects.requireNonNull(StoreIdentity.peek(fs, DIRECTORY)).shards());
        fs.flipBit(store, half + 20, 1);
        assertNull(StoreIdentity.peek(fs, DIRECTORY));
    }

    @Test
    void refusesAStoreInUse() throws IOException {
        NodeIdentity open = openWhole(fs);
        refuses(config(), fs, "in use");
        open.close();
        openWhole(fs).close();
    }

    @Test
    void refusesWhatIsNotADirectory() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        IdentityConfig config = IdentityConfig.of(file, "test", 1, 1);
        refuses(config, FileSystem.real(), file.toString(), "cannot be written");
    }

    @Test
    void incarnationRisesDurablyAtEveryOpen() throws IOException {
        CrashableFileSystem now = fs;
        for (int start = 1; start <= 5; start++) {
            assertEquals(start, openWhole(now).incarnation());
            now = now.crash();
        }
    }

    @Test
    void remembersPeersDurably() throws IOException {
        UUID one = new UUID(1, 1);
        UUID other = new UUID(2, 2);
        PeerMemory peers = openWhole(fs).peers();
        assertEquals(Remembered.NOTHING, peers.remembered(2));
        assertEquals(
                PeerMemory.Verdict.WELCOME, peers.meet(2, one, 10, Standing.WHOLE, Lives.NONE));
        assertTrue(peers.raise(3, 7));
        assertFalse(peers.raise(3, 7));
        CrashableFileSystem after = fs.crash();
        peers = openWhole(after).peers();
        assertEquals(Map.of(2, 10, 3, 7), peers.incarnations());
        assertFalse(peers.remembered(3).known(), "it was only heard of");
        assertEquals(
                PeerMemory.Verdict.OLD_INCARNATION,
                peers.meet(2, one, 9, Standing.WHOLE, Lives.NONE));
        assertEquals(
                PeerMemory.Verdict.OLD_STORE, peers.meet(2, other, 10, Standing.NEW, Lives.NONE));
        assertEquals(one, peers.remembered(2).storeId());
        assertEquals(
                PeerMemory.Verdict.WELCOME, peers.meet(2, other, 11, Standing.NEW, Lives.NONE));
        assertTrue(peers.remembered(2).lost());
        peers = openWhole(after.crash()).peers();
        assertEquals(
                PeerMemory.Verdict.WELCOME,
                peers.meet(2, other, 12, Standing.REBUILDING, Lives.NONE));
        assertTrue(peers.remembered(2).lost(), "until it is whole");
        assertEquals(
                PeerMemory.Verdict.WELCOME, peers.meet(2, other, 12, Standing.WHOLE, Lives.NONE));
        assertFalse(peers.remembered(2).lost());
        assertEquals(PeerMemory.Verdict.WELCOME, peers.meet(3, one, 7, Standing.NEW, Lives.NONE));
    }

    private static PeerMemory.Verdict meet(PeerMemory peers, NodeIdentity node) throws IOException {
        return peers.meet(1, node.storeId(), node.incarnation(), Standing.WHOLE, node.lives());
    }

    /** Its incarnations are the numbers of the node's own, which has gone on elsewhere. */
    @Test
    void aCopyIsToldFromTheNodeThatWentOn() throws IOException {
        NodeIdentity first = openWhole(fs);
        PeerMemory peers = openWhole(new CrashableFileSystem(2)).peers();
        assertEquals(PeerMemory.Verdict.WELCOME, meet(peers, first));
        CrashableFileSystem copy = fs.crash();
        CrashableFileSystem original = fs.crash();
        NodeIdentity after = openWhole(original);
        assertEquals(PeerMemory.Verdict.WELCOME, meet(peers, after));
        // Also when that is longer ago than it knows.
        for (int start = 1; start < 2 * Lives.COUNT_MAX; start++) {
            NodeIdentity copied = openWhole(copy);
            assertEquals(first.incarnation() + start, copied.incarnation());
            assertEquals(PeerMemory.Verdict.OLD_COPY, meet(peers, copied));
            // Others have heard of it; that does not make it the one that was met.
            peers.raise(1, copied.incarnation());
            copy = copy.crash();
        }
        while (after.incarnation() < peers.remembered(1).incarnation()) {
            original = original.crash();
            after = openWhole(original);
        }
        assertEquals(PeerMemory.Verdict.WELCOME, meet(peers, after));
        // Away for more lives than are known.
        for (int start = 0; start < 2 * Lives.COUNT_MAX; start++) {
            original = original.crash();
            after = openWhole(original);
        }
        assertEquals(PeerMemory.Verdict.WELCOME, meet(peers, after));
        assertEquals(after.lives().present(), peers.remembered(1).met());
        int raised = after.raiseIncarnation(after.incarnation() + 7);
        assertEquals(PeerMemory.Verdict.WELCOME, meet(peers, after));
        assertEquals(raised, peers.remembered(1).met().incarnation());
    }

    /** A node with damage begins incarnations by itself; its starts are not forgotten for them. */
    @Test
    void aCopyIsRefusedHoweverManyIncarnationsItBegins() throws IOException {
        PeerMemory peers = openWhole(new CrashableFileSystem(2)).peers();
        openWhole(fs);
        NodeIdentity copied = openWhole(fs.crash());
        NodeIdentity after = openWhole(fs.crash());
        assertEquals(PeerMemory.Verdict.WELCOME, meet(peers, after));
        for (int raised = 0; raised < 2 * Lives.COUNT_MAX; raised++) {
            copied.raiseIncarnation(0);
        }
        assertEquals(PeerMemory.Verdict.OLD_COPY, meet(peers, copied));
        for (int raised = 0; raised < 3 * Lives.COUNT_MAX; raised++) {
            copied.raiseIncarnation(0);
            after.raiseIncarnation(0);
        }
        assertEquals(PeerMemory.Verdict.OLD_COPY, meet(peers, copied), "it was refused before");
        after.raiseIncarnation(copied.incarnation());
        assertEquals(PeerMemory.Verdict.WELCOME, meet(peers, after));
    }

    /** Taken in the life in which the node was met, but before it began another incarnation. */
    @Test
    void aCopyOfTheSameLifeIsToldByTheIncarnation() throws IOException {
        PeerMemory peers = openWhole(new CrashableFileSystem(2)).peers();
        UUID one = new UUID(1, 1);
        Lives.Life metEarlier = new Lives.Life(5, 50);
        Lives.Life metLast = new Lives.Life(6, 50);
        Lives.Life next = new Lives.Life(7, 70);
        assertEquals(
                PeerMemory.Verdict.WELCOME,
                peers.meet(2, one, 5, Standing.WHOLE, new Lives(List.of(metEarlier))));
        assertEquals(
                PeerMemory.Verdict.WELCOME,
                peers.meet(2, one, 6, Standing.WHOLE, new Lives(List.of(metLast))));
        Lives ofCopy = new Lives(List.of(new Lives.Life(7, 71), metEarlier));
        assertEquals(PeerMemory.Verdict.OLD_COPY, peers.meet(2, one, 7, Standing.WHOLE, ofCopy));
        assertEquals(
                PeerMemory.Verdict.WELCOME,
                peers.meet(2, one, 7, Standing.WHOLE, new Lives(List.of(next, metLast))));
    }

    /** What a third node tells of an incarnation says nothing of the store it belongs to. */
    @Test
    void hearsayBindsNoStore() throws IOException {
        UUID one = new UUID(1, 1);
        UUID other = new UUID(2, 2);
        PeerMemory peers = openWhole(fs).peers();
        assertEquals(
                PeerMemory.Verdict.WELCOME, peers.meet(2, one, 10, Standing.WHOLE, Lives.NONE));
        // Node 2 is wiped; that it lives again is heard from a third node first.
        assertTrue(peers.raise(2, 15));
        CrashableFileSystem after = fs.crash();
        peers = openWhole(after).peers();
        assertEquals(new Remembered(true, one, 15, false, true), peers.remembered(2));
        assertEquals(
                PeerMemory.Verdict.OLD_INCARNATION,
                peers.meet(2, one, 14, Standing.WHOLE, Lives.NONE));
        assertEquals(
                PeerMemory.Verdict.OLD_STORE, peers.meet(2, other, 14, Standing.NEW, Lives.NONE));
        assertEquals(
                PeerMemory.Verdict.WELCOME, peers.meet(2, other, 15, Standing.NEW, Lives.NONE));
        assertTrue(peers.remembered(2).lost());

        // Met now, that incarnation belongs to the new store, and the old one is over.
        peers = openWhole(after.crash()).peers();
        assertEquals(new Remembered(true, other, 15, true, false), peers.remembered(2));
        assertEquals(
                PeerMemory.Verdict.OLD_STORE, peers.meet(2, one, 15, Standing.WHOLE, Lives.NONE));
        assertEquals(
                PeerMemory.Verdict.WELCOME,
                peers.meet(2, other, 15, Standing.REBUILDING, Lives.NONE));
    }

    /** A wiped node must never repeat an incarnation: the clock sees to that. */
    @Test
    void incarnationsOfANewStoreBeginAtTheClock() throws IOException {
        Instant later = StoreFile.INCARNATION_EPOCH.plusSeconds(60_000_000);
        NodeIdentity identity = open(config(), fs, later);
        assertEquals(60_000_000, identity.incarnation());
        assertEquals(60_000_001, identity.raiseIncarnation(0));
        assertEquals(60_000_002, openWhole(fs.crash()).incarnation());
    }

    /** What no node can have reached is neither remembered nor kept (Rule A3). */
    @Test
    void anIncarnationThatNobodyCanHaveReachedShutsNobodyOut() throws IOException {
        UUID one = new UUID(1, 1);
        NodeIdentity identity = openWhole(fs);
        PeerMemory peers = identity.peers();
        assertEquals(
                PeerMemory.Verdict.WELCOME, peers.meet(2, one, 10, Standing.WHOLE, Lives.NONE));
        int never = IncarnationBound.AHEAD + 1000;
        assertFalse(peers.raise(2, never));
        assertEquals(
                PeerMemory.Verdict.IMPLAUSIBLE,
                peers.meet(2, one, never, Standing.WHOLE, Lives.NONE));
        assertEquals(10, peers.remembered(2).incarnation());
        identity.close(true);
        // What an earlier version remembered of a greeting with a flipped bit.
        Remembered flipped = new Remembered(true, one, 10 | 1 << 30, false, false);
        new MirroredFile(
                        fs,
                        DIRECTORY.resolve(PeerMemory.FILE),
                        PeerMemory.MAGIC,
                        PeerMemory.FORMAT_VERSION,
                        1024,
                        new FailStop(StorageEngine.Listener.NONE))
                .write(PeerMemory.encode(Map.of(2, flipped)));
        identity = openWhole(fs);
        assertEquals(Map.of(), identity.peers().incarnations());
        assertEquals(
                PeerMemory.Verdict.WELCOME,
                identity.peers().meet(2, one, 11, Standing.WHOLE, Lives.NONE));
        identity.close(true);
        identity = openWhole(fs);
        assertEquals(Map.of(2, 11), identity.peers().incarnations());
    }

    @Test
    void anIncarnationIsRaisedAboveAnother() throws IOException {
        NodeIdentity identity = openWhole(fs);
        assertTrue(identity.isFresh());
        assertEquals(2, identity.raiseIncarnation(0));
        assertEquals(701, identity.raiseIncarnation(700));
        assertEquals(702, identity.raiseIncarnation(5));
        identity.close(true);
        identity = openWhole(fs);
        assertFalse(identity.isFresh());
        assertEquals(703, identity.incarnation());
    }

    /** A store that rebuilds without the later incarnation would be refused by all, for ever. */
    @Test
    void aStoreRebuildsUnderALaterIncarnationOrNotAtAll() throws IOException {
        boolean done = false;
        for (int loss = 1; !done; loss++) {
            CrashableFileSystem disk = new CrashableFileSystem(loss);
            NodeIdentity identity =
                    open(config(), disk, StoreFile.INCARNATION_EPOCH.plusSeconds(1));
            disk.faults().powerLossAt(loss);
            try {
                identity.rebuild(700);
                done = true;
            } catch (Faults.PowerLossException e) {
                assertEquals(Standing.NEW, identity.standing());
            }
            NodeIdentity after =
                    open(config(), disk.crash(), StoreFile.INCARNATION_EPOCH.plusSeconds(1));
            boolean rebuilds = after.standing() == Standing.REBUILDING;
            assertTrue(rebuilds || after.standing() == Standing.NEW);
            assertEquals(rebuilds, after.incarnation() > 700, () -> "" + after.incarnation());
            assertTrue(rebuilds || !done);
        }
    }

    /** A node that is restarted while it rebuilds need not find out again where it stands. */
    @Test
    void thatANodeHasRejoinedIsRememberedUntilTheNextLoss() throws IOException {
        NodeIdentity identity = open(config(), fs, StoreFile.INCARNATION_EPOCH.plusSeconds(1));
        identity.rejoined();
        assertFalse(identity.hasRejoined(), "nothing was lost");
        identity.standing(Standing.REBUILDING);
        assertFalse(identity.hasRejoined());
        identity.rejoined();
        NodeIdentity again = open(config(), fs.crash(), StoreFile.INCARNATION_EPOCH);
        assertTrue(again.hasRejoined());
        assertEquals(Standing.REBUILDING, again.standing());
        again.rebuild(700);
        assertFalse(again.hasRejoined(), "another loss");
        again.rejoined();
        again.standing(Standing.WHOLE);
        again.standing(Standing.REBUILDING);
        assertFalse(again.hasRejoined(), "another loss");
    }

    /** Where it stood is lost with the file that says so. */
    @Test
    void aNodeHasNotRejoinedIfItsSlotsAreLost() throws IOException {
        NodeIdentity identity = open(config(), fs, StoreFile.INCARNATION_EPOCH.plusSeconds(1));
        SlotConfiguration joint =
                SlotConfiguration.first(List.of(1, 2, 3)).towards(List.of(2, 3, 4));
        identity.enter(List.of(new SlotRecord(3, joint, SlotStanding.WHOLE)));
        identity.standing(Standing.REBUILDING);
        identity.rejoined();
        Path slots = DIRECTORY.resolve("SLOTS");
        int half = fs.content(slots).length / 2;
        fs.flipBit(slots, 17, 0);
        fs.flipBit(slots, half + 17, 0);
        NodeIdentity again = open(config(), fs.crash(), StoreFile.INCARNATION_EPOCH);
        assertEquals(Standing.REBUILDING, again.standing());
        assertFalse(again.hasRejoined());
    }

    /** The file STORE comes last: a crash before it leaves a directory that is still new. */
    @Test
    void aNewStoreExistsWhenItsOtherFilesDo() throws IOException {
        NodeIdentity identity =
                NodeIdentity.open(
                        config(), fs, StorageEngine.Listener.NONE, IdentityEnvironment.system());
        List<Path> before = new ArrayList<>();
        identity.begin(() -> before.addAll(fs.list(DIRECTORY)));
        assertTrue(before.contains(DIRECTORY.resolve(PeerMemory.FILE)), before::toString);
        assertTrue(before.contains(DIRECTORY.resolve(DroppedSpaces.FILE)), before::toString);
        assertFalse(before.contains(DIRECTORY.resolve(StoreFile.FILE)), before::toString);
    }

    /** What an engine has lost is the store's loss, durable before the engine may write. */
    @Test
    void whatIsLostWithoutANameMakesTheStoreRebuild() throws IOException {
        openWhole(fs).close(true);
        NodeIdentity identity =
                NodeIdentity.open(
                        config(), fs, StorageEngine.Listener.NONE, IdentityEnvironment.system());
        Path segment = DIRECTORY.resolve("segment");
        identity.damage()
                .add(new DamageReport(DamageReport.Kind.MISSING_SEGMENT, segment, 0, 0, null, 0));
        identity.begin(() -> {});
        assertEquals(Standing.REBUILDING, openWhole(fs.crash()).standing());
    }

    @Test
    void namesEveryWrongSetting() {
        IllegalArgumentException refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new IdentityConfig(DIRECTORY, "", 0, 1, List.of(3, 1), null));
        String message = String.valueOf(refused.getMessage());
        for (String name : List.of("clusterId", "nodeId", "members")) {
            assertTrue(message.contains(name), () -> name + " is not in: " + message);
        }
    }
}
