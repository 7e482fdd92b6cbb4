package io.paxosstore.log.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Invariant;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.Faults;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.StaticRight;
import io.paxosstore.protocol.topology.Voter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** The epochs that a store has entered (Rules M2, M4, M6, M8), whatever befalls their file. */
class SlotMemoryTest {
    private static final Path DIRECTORY = Path.of("/store");
    private static final Path SLOTS = DIRECTORY.resolve("SLOTS");
    private static final Path STORE = DIRECTORY.resolve("STORE");
    private static final Instant NOW = StoreFile.INCARNATION_EPOCH.plusSeconds(1);

    /** In which epoch node 1 votes is of no matter to the store. */
    private static final SlotConfiguration.Stable FIRST = SlotConfiguration.first(List.of(1, 2, 3));

    private static final SlotConfiguration.Joint JOINT = FIRST.towards(List.of(2, 3, 4));
    private static final SlotConfiguration.Stable LATER = JOINT.completed();

    /** The bytes of the first one. */
    private static final String CONFIGURATION = "0301010100010102010301";

    private CrashableFileSystem fs = new CrashableFileSystem(1);

    private static NodeIdentity open(CrashableFileSystem files) throws IOException {
        return open(files, StorageEngine.Listener.NONE);
    }

    private static NodeIdentity open(CrashableFileSystem files, StorageEngine.Listener listener)
            throws IOException {
        NodeIdentity identity =
                NodeIdentity.open(
                        IdentityConfig.of(DIRECTORY, "test", 1, 1),
                        files,
                        listener,
                        new IdentityEnvironment(() -> NOW, () -> new UUID(1, 2), () -> 1));
        identity.begin(() -> {});
        if (identity.standing() == Standing.NEW) {
            identity.standing(Standing.WHOLE);
        }
        return identity;
    }

    private static SlotRecord whole(int slot, SlotConfiguration in) {
        return new SlotRecord(slot, in, SlotStanding.WHOLE);
    }

    private static SlotRecord rebuilding(int slot, SlotConfiguration in) {
        return new SlotRecord(slot, in, SlotStanding.REBUILDING);
    }

    private static SlotRecord none(int slot, SlotConfiguration in) {
        return new SlotRecord(slot, in, SlotStanding.NONE);
    }

    /** As they were given: what a tenure is worth, {@link SlotTenuresTest} says. */
    private static List<SlotRecord> slots(NodeIdentity identity) {
        return identity.slots().stream().map(record -> record.withTenure(0)).toList();
    }

    private static EntityKey key(String name) {
        return new EntityKey(1, name.getBytes(StandardCharsets.UTF_8));
    }

    private static MirroredFile file(CrashableFileSystem files, int version) {
        FailStop failStop = new FailStop(StorageEngine.Listener.NONE);
        return new MirroredFile(files, SLOTS, SlotMemory.MAGIC, version, 1 << 20, failStop);
    }

    private static void write(CrashableFileSystem files, byte[] bytes) throws IOException {
        files.delete(SLOTS);
        try (FileHandle handle = files.open(SLOTS, OpenMode.CREATE)) {
            handle.write(ByteBuffer.wrap(bytes), 0);
        }
    }

    @Test
    void aStoreThatNeverEnteredAnEpochHasNoFile() throws IOException {
        NodeIdentity identity = open(fs);
        identity.enter(List.of());
        assertEquals(List.of(), slots(identity));
        assertTrue(identity.slotRebuildings().isNone());
        assertFalse(fs.exists(SLOTS));
        assertFalse(Objects.requireNonNull(StoreIdentity.peek(fs, DIRECTORY)).entered());
        identity.enter(List.of(whole(7, LATER)));
        assertTrue(fs.exists(SLOTS));
        identity.close(true);
        assertTrue(Objects.requireNonNull(StoreIdentity.peek(fs, DIRECTORY)).entered());
    }

    /** Rule M9. */
    @Test
    void aLostRightIsRemembered() throws IOException {
        NodeIdentity identity = open(fs);
        SlotRecord lost = new SlotRecord(7, JOINT, SlotStanding.REBUILDING, true);
        identity.enter(List.of(lost, whole(8, LATER)));
        assertEquals(List.of(lost, whole(8, LATER)), slots(open(fs.crash())));
    }

    @Test
    void recordsAreDurableAndReplacedBySlot() throws IOException {
        NodeIdentity identity = open(fs);
        identity.enter(List.of(whole(16_383, JOINT), rebuilding(5, JOINT), none(0, LATER)));
        List<SlotRecord> all = List.of(none(0, LATER), rebuilding(5, JOINT), whole(16_383, JOINT));
        assertEquals(all, slots(identity));
        fs = fs.killProcess();
        assertEquals(all, slots(open(fs)));
        fs = fs.crash();
        identity = open(fs);
        assertEquals(all, slots(identity));
        identity.enter(List.of(whole(5, LATER), whole(6, FIRST)));
        all = List.of(none(0, LATER), whole(5, LATER), whole(6, FIRST), whole(16_383, JOINT));
        assertEquals(all, slots(identity));
        NodeIdentity again = open(fs.crash());
        assertEquals(all, slots(again));
        assertEquals(List.of(), again.damage().reports());
        assertEquals(Standing.WHOLE, again.standing());
    }

    @Test
    void whatWasNotEnteredIsNotWrittenLater() throws IOException {
        NodeIdentity identity = open(fs);
        identity.enter(List.of(rebuilding(3, JOINT)));
        fs.faults().withoutRoom(file -> file.equals(SLOTS.resolveSibling("SLOTS.tmp")));
        assertThrows(IOException.class, () -> identity.enter(List.of(whole(3, LATER))));
        fs.faults().withoutRoom(file -> false);
        identity.enter(List.of(whole(4, LATER), rebuilding(5, JOINT)));
        identity.enter(List.of(whole(5, LATER)));
        List<SlotRecord> all = List.of(rebuilding(3, JOINT), whole(4, LATER), whole(5, LATER));
        assertEquals(all, slots(open(fs.crash())));
    }

    /** All or none, and never a store that takes its records for lost. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCrashLeavesTheRecordsBeforeOrAfter(boolean isFirst) throws IOException {
        List<SlotRecord> before =
                isFirst ? List.of() : List.of(rebuilding(3, JOINT), whole(4, JOINT));
        List<SlotRecord> changed = List.of(whole(3, JOINT), whole(4, LATER), none(9, LATER));
        boolean done = false;
        int left = 0;
        for (int loss = 1; !done; loss++) {
            CrashableFileSystem disk = new CrashableFileSystem(loss);
            NodeIdentity identity = open(disk);
            identity.enter(before);
            disk.faults().powerLossAt(loss);
            try {
                identity.enter(changed);
                done = true;
            } catch (Faults.PowerLossException e) {
                assertEquals(before, slots(identity));
            }
            NodeIdentity after = open(disk.crash());
            assertEquals(List.of(), after.damage().reports(), "loss at " + loss);
            assertEquals(Standing.WHOLE, after.standing());
            assertTrue(slots(after).equals(changed) || slots(after).equals(before));
            left += slots(after).equals(before) ? 1 : 0;
            assertTrue(!done || slots(after).equals(changed));
            // Whichever it is, the store can go on.
            after.enter(changed);
            assertEquals(changed, slots(after));
        }
        assertTrue(left > 1, "the power failed before the new records were there");
    }

    @Test
    void oneDamagedCopyIsRepaired() throws IOException {
        NodeIdentity identity = open(fs);
        List<SlotRecord> all = List.of(whole(3, JOINT), rebuilding(4, LATER));
        identity.enter(all);
        identity.close(true);
        byte[] sound = fs.content(SLOTS);
        for (int at = 0; at < sound.length; at++) {
            fs.flipBit(SLOTS, at, 3);
            NodeIdentity again = open(fs);
            assertEquals(all, slots(again), "byte " + at);
            assertEquals(1, again.damage().reports().size());
            assertEquals(DamageReport.Kind.BAD_COPY, again.damage().reports().get(0).kind());
            assertEquals(Standing.WHOLE, again.standing());
            again.close(true);
            again = open(fs);
            assertEquals(List.of(), again.damage().reports());
            again.close(true);
            assertTrue(Arrays.equals(sound, fs.content(SLOTS)));
        }
    }

    /**
     * Rule M8: the node does not know where it stood, and may have left slots. It has lost memory
     * as if its disk were another one.
     */
    private void isLost(CrashableFileSystem files) throws IOException {
        NodeIdentity identity = open(files);
        assertEquals(List.of(), slots(identity));
        assertEquals(1, identity.damage().reports().size());
        DamageReport report = identity.damage().reports().get(0);
        assertEquals(DamageReport.Kind.LOST_FILE, report.kind());
        assertEquals(SLOTS, report.file());
        assertEquals(Standing.REBUILDING, identity.standing());
        assertTrue(identity.reborn());
        assertFalse(identity.isWhole(key("a")));
        CrashableFileSystem after = files.crash();
        NodeIdentity again = open(after);
        assertEquals(identity.incarnation() + 1, again.incarnation());
        assertEquals(Standing.REBUILDING, again.standing(), "it is remembered");
        assertEquals(List.of(), again.damage().reports(), "the file is there again");
        again.enter(List.of(rebuilding(3, LATER)));
        again.standing(Standing.WHOLE);
        again = open(after.crash());
        assertTrue(again.reborn());
        assertEquals(List.of(rebuilding(3, LATER)), slots(again));
    }

    private CrashableFileSystem entered() throws IOException {
        CrashableFileSystem files = new CrashableFileSystem(1);
        NodeIdentity identity = open(files);
        identity.enter(List.of(whole(3, JOINT)));
        identity.close(true);
        return files;
    }

    @Test
    void aLostFileIsLostMemory() throws IOException {
        CrashableFileSystem files = entered();
        int half = files.content(SLOTS).length / 2;
        files.flipBit(SLOTS, 17, 0);
        files.flipBit(SLOTS, half + 17, 0);
        isLost(files);
        files = entered();
        files.delete(SLOTS);
        isLost(files);
        files = entered();
        files.breakSectors(SLOTS, 0, half);
        isLost(files);
    }

    @Test
    void aFileOfAnotherLengthIsLostMemory() throws IOException {
        byte[] sound = entered().content(SLOTS);
        for (int length = 0; length < sound.length; length++) {
            CrashableFileSystem files = entered();
            write(files, Arrays.copyOf(sound, length));
            isLost(files);
        }
        CrashableFileSystem files = entered();
        write(files, Arrays.copyOf(sound, sound.length + 1));
        assertEquals(List.of(whole(3, JOINT)), slots(open(files)), "the first copy is intact");
        files = entered();
        write(files, Arrays.copyOf(sound, 4 << 20));
        isLost(files);
    }

    /** Intact, but no records: nobody knows what wrote it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0103", // ends in a record
                "010302", // ends before the configuration
                "010304" + CONFIGURATION, // standing 4
                "0181800102" + CONFIGURATION, // slot 16385
                "02" + "0402" + CONFIGURATION + "0302" + CONFIGURATION, // slots descend
                "02" + "0302" + CONFIGURATION + "0302" + CONFIGURATION, // a slot twice
                "010302" + CONFIGURATION + "00", // a byte too many
                "020302" + CONFIGURATION, // a record too few
                "ffffffff7f", // a count without records
                "010302" + "0301010100010101010301", // a voter twice
                "010302" + "0301010100010202010301" // one that joined before the beginning
            })
    void contentThatIsNoRecordsIsLostMemory(String content) throws IOException {
        CrashableFileSystem files = entered();
        MirroredFile file = file(files, SlotMemory.FORMAT_VERSION);
        file.write(HexFormat.of().parseHex("010302" + CONFIGURATION));
        NodeIdentity identity = open(files);
        assertEquals(List.of(whole(3, FIRST)), slots(identity));
        identity.close(true);
        file.write(HexFormat.of().parseHex(content));
        isLost(files);
    }

    @Test
    void anotherFormatVersionIsRefused() throws IOException {
        CrashableFileSystem files = entered();
        file(files, 2).write(new byte[] {0});
        StoreOpenException refused =
                assertThrows(StoreOpenException.class, () -> open(files).close());
        assertEquals(
                "The file /store/SLOTS has format version 2, this program knows 1: run the version"
                        + " that wrote it.",
                refused.getMessage());
    }

    /** A file that a crash has left before the first epoch was entered says nothing. */
    @Test
    void aFileBesideAStoreThatNeverEnteredIsNotRead() throws IOException {
        open(fs).close(true);
        try (FileHandle handle = fs.open(SLOTS, OpenMode.CREATE)) {
            handle.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 0);
        }
        NodeIdentity identity = open(fs);
        assertEquals(List.of(), identity.damage().reports());
        identity.enter(List.of(whole(3, JOINT)));
        assertEquals(List.of(whole(3, JOINT)), slots(open(fs.crash())));
    }

    @Test
    void epochsNeverFallAndASlotIsEnteredOnceAtATime() throws IOException {
        NodeIdentity identity = open(fs);
        identity.enter(List.of(whole(3, LATER), whole(4, FIRST)));
        long before = fs.faults().mutations();
        for (List<SlotRecord> wrong :
                List.of(
                        List.of(whole(4, LATER), whole(3, JOINT)),
                        List.of(rebuilding(3, FIRST)),
                        List.of(none(3, JOINT)),
                        List.of(whole(5, JOINT), whole(5, JOINT)))) {
            assertThrows(Invariant.Violation.class, () -> identity.enter(wrong));
        }
        assertEquals(List.of(whole(3, LATER), whole(4, FIRST)), slots(identity));
        assertEquals(before, fs.faults().mutations(), "nothing is written");
        identity.enter(List.of(none(3, LATER)));
        for (int slot : new int[] {-1, Slots.SYSTEM + 1}) {
            assertThrows(IllegalArgumentException.class, () -> whole(slot, FIRST));
        }
    }

    @Test
    void withoutRoomNothingChangesUntilItIsTriedAgain() throws IOException {
        for (Path path : List.of(SLOTS, STORE)) {
            CrashableFileSystem files = new CrashableFileSystem(1);
            NodeIdentity full = open(files);
            List<SlotRecord> first = List.of(rebuilding(3, JOINT));
            files.faults().withoutRoom(file -> file.toString().startsWith(path.toString()));
            assertThrows(IOException.class, () -> full.enter(first));
            assertEquals(List.of(), slots(full));
            assertTrue(full.slotRebuildings().isNone());
            assertFalse(full.failStop().isFailed(), "the store goes on");
            files.faults().withoutRoom(file -> false);
            full.close();
            NodeIdentity identity = open(files);
            assertEquals(List.of(), slots(identity));
            identity.enter(first);
            files.faults().withoutRoom(file -> file.equals(SLOTS.resolveSibling("SLOTS.tmp")));
            assertThrows(IOException.class, () -> identity.enter(List.of(whole(3, LATER))));
            assertEquals(first, slots(identity));
            assertTrue(identity.slotRebuildings().isUnderWay(3));
            assertEquals(first, slots(open(files.crash())));
        }
    }

    @Test
    void aDiskThatFailsStopsTheStore() throws IOException {
        List<Throwable> failures = new ArrayList<>();
        NodeIdentity identity =
                open(
                        fs,
                        new StorageEngine.Listener() {
                            @Override
                            public void wake(int shardIndex) {}

                            @Override
                            public void failed(Throwable cause) {
                                failures.add(cause);
                            }

                            @Override
                            public void damaged(int shardIndex, EntityKey key) {}
                        });
        identity.enter(List.of(whole(3, JOINT)));
        fs.faults().failForce(1);
        assertThrows(IOException.class, () -> identity.enter(List.of(whole(3, LATER))));
        assertEquals(1, failures.size());
        assertEquals(List.of(whole(3, JOINT)), slots(identity));
        assertThrows(IOException.class, () -> identity.enter(List.of(whole(3, LATER))));
    }

    @Test
    void everyRebuildingHasANumberOfItsOwn() throws IOException {
        NodeIdentity identity = open(fs);
        EntityKey key = key("foo");
        int slot = Slots.of(key);
        EntityKey other = key("bar");
        assertNotEquals(slot, Slots.of(other));
        assertTrue(identity.isWhole(key));
        SlotConfiguration.Joint comes =
                SlotConfiguration.first(List.of(2, 3, 4)).towards(List.of(1, 3, 4));
        SlotConfiguration.Stable stays = comes.completed();
        SlotConfiguration.Joint comesAgain =
                stays.towards(List.of(2, 3, 4)).completed().towards(List.of(1, 3, 4));
        identity.enter(List.of(rebuilding(slot, comes)));
        assertFalse(identity.isWhole(key));
        assertTrue(identity.isWhole(other));
        SlotRebuildings first = identity.slotRebuildings();
        int number = first.of(key);
        assertTrue(number != 0 && number == first.of(slot) && first.of(other) == 0);

        identity.enter(List.of(rebuilding(slot, comes), whole(Slots.of(other), JOINT)));
        assertEquals(number, identity.slotRebuildings().of(key), "the same one goes on");
        identity.enter(List.of(rebuilding(slot, stays)));
        assertEquals(
                number, identity.slotRebuildings().of(key), "it votes on, and keeps its votes");
        identity.enter(List.of(rebuilding(slot, comesAgain)));
        int second = identity.slotRebuildings().of(key);
        assertTrue(second != number && second != 0, "it has not voted between: that begins anew");
        identity.enter(List.of(whole(slot, comesAgain)));
        assertTrue(identity.isWhole(key));
        assertTrue(identity.slotRebuildings().isNone());

        identity.enter(List.of(rebuilding(slot, comesAgain), rebuilding(Slots.of(other), JOINT)));
        int third = identity.slotRebuildings().of(key);
        assertTrue(third != second && third != number && third != 0);
        SlotConfiguration.Stable left = comesAgain.reversed();
        identity.enter(List.of(none(slot, left)));
        assertTrue(identity.isWhole(key), "what it does not vote on was never there");
        assertEquals(0, identity.slotRebuildings().of(key));
        assertFalse(identity.isWhole(other));
        SlotRebuildings unchanged = identity.slotRebuildings();
        identity.enter(List.of(whole(slot, left)));
        assertSame(unchanged, identity.slotRebuildings());
        NodeIdentity again = open(fs.crash());
        assertFalse(again.isWhole(other), "it goes on after a start");
        assertTrue(again.isWhole(key));
    }

    @ParameterizedTest
    @EnumSource(
            value = Standing.class,
            names = {"REBUILDING", "WHOLE"})
    void anEntityIsWholeWhereTheStoreAndItsSlotAre(Standing store) throws IOException {
        NodeIdentity identity = open(fs);
        EntityKey key = key("foo");
        int slot = Slots.of(key);
        identity.standing(store);
        identity.enter(List.of(whole(slot, JOINT)));
        assertEquals(store == Standing.WHOLE, identity.isWhole(key));
        identity.enter(List.of(rebuilding(slot, LATER)));
        assertFalse(identity.isWhole(key));
        identity.standing(Standing.WHOLE);
        assertFalse(identity.isWhole(key), "the store's standing ends no rebuilding of a slot");
    }

    /** The longest records that there can be, in every slot. */
    @Test
    void allSlotsFit() throws IOException {
        long epoch = SlotConfiguration.EPOCH_MAX;
        int id = 10_000;
        List<Voter> old = new ArrayList<>();
        List<Voter> next = new ArrayList<>();
        for (int i = 0; i < SlotConfiguration.VOTERS_MAX; i++) {
            old.add(new Voter(id - i, 0));
            next.add(new Voter(id - 10 - i, epoch));
        }
        StaticRight right = new StaticRight(id, epoch, epoch);
        SlotConfiguration longest = new SlotConfiguration.Joint(epoch, old, next, right);
        List<SlotRecord> all = new ArrayList<>();
        for (int slot = 0; slot < Slots.ALL; slot++) {
            all.add(rebuilding(slot, longest));
        }
        NodeIdentity identity = open(fs);
        identity.enter(all);
        assertEquals(all, slots(open(fs.crash())));
        assertTrue(fs.content(SLOTS).length < 3 << 20, () -> "" + fs.content(SLOTS).length);
    }
}
