package io.paxosstore.log.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Golden bytes: the formats are contracts; a change here needs a new format version. */
class IdentityFormatTest {
    private static final UUID STORE = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
    private static final Path FILE = Path.of("/store/STORE");

    @Test
    void storeFileBytes() throws IOException {
        StoreIdentity store =
                new StoreIdentity(
                        3,
                        STORE,
                        9,
                        2,
                        Standing.REBUILDING,
                        new StoreFlags(true, true, false, false),
                        "orders",
                        List.of(1, 2, 3),
                        Lives.NONE);
        CrashableFileSystem fs = new CrashableFileSystem(1);
        fs.createDirectories(Path.of("/store"));
        MirroredFile file =
                StoreFile.file(fs, Path.of("/store"), new FailStop(StorageEngine.Listener.NONE));
        file.write(store.encode());
        String copy =
                "505853544f524531"
                        + "00000005"
                        + "0000003e"
                        + "00000003"
                        + "0123456789abcdef0123456789abcdef"
                        + "00000009000000020000000100000003000000066f7264657273"
                        + "00000003000000010000000200000003";
        byte[] content = fs.content(FILE);
        String all = HexFormat.of().formatHex(content);
        assertEquals(copy, all.substring(0, copy.length()));
        assertEquals(all.substring(0, all.length() / 2), all.substring(all.length() / 2));
        for (int i = 0; i < content.length; i++) {
            fs.flipBit(FILE, i, 2);
            MirroredFile.Found found = file.read();
            assertFalse(found.whole(), "byte " + i);
            assertNotNull(found.content());
            assertEquals(store, StoreIdentity.decode(found.content(), found.version()));
            fs.flipBit(FILE, i, 2);
        }
        fs.flipBit(FILE, 7, 0);
        fs.flipBit(FILE, content.length - 1, 0);
        assertNull(file.read().content());
    }

    /** Versions 2 and 3 know another right to entry 1: whoever wrote them is reborn. */
    @Test
    void storeFileBytesBeforeSlotsCountAsReborn() {
        byte[] content =
                HexFormat.of()
                        .parseHex(
                                "000000030123456789abcdef0123456789abcdef"
                                        + "00000009000000020000000200000000000000066f7264657273"
                                        + "0000000100000003");
        for (int version = 2; version <= 5; version++) {
            StoreIdentity read = StoreIdentity.decode(ByteBuffer.wrap(content), version);
            assertEquals(version < 4, read.reborn(), "version " + version);
            assertEquals(version == 2 ? List.of() : List.of(3), read.members());
        }
    }

    @Test
    void storeFileBytesBeforeMembersWereRecorded() {
        byte[] content =
                HexFormat.of()
                        .parseHex(
                                "000000030123456789abcdef0123456789abcdef"
                                        + "00000009000000020000000200000001000000066f7264657273");
        assertEquals(
                new StoreIdentity(
                        3,
                        STORE,
                        9,
                        2,
                        Standing.WHOLE,
                        new StoreFlags(true, false, false, false),
                        "orders",
                        List.of(),
                        Lives.NONE),
                StoreIdentity.decode(ByteBuffer.wrap(content), 2));
    }

    @Test
    void peersFileBytes() {
        assertEquals(
                "00000001"
                        + "00000002"
                        + "0123456789abcdef0123456789abcdef"
                        + "0000000a"
                        + "00000003",
                HexFormat.of()
                        .formatHex(
                                PeerMemory.encode(
                                        Map.of(2, new Remembered(true, STORE, 10, true, true)))));
    }

    /** Behind everything else, where earlier releases do not look. */
    @Test
    void livesAreTheLastOfTheFiles() {
        Lives lives = Lives.NONE.and(new Lives.Life(8, 1)).and(new Lives.Life(9, -2));
        StoreIdentity store =
                new StoreIdentity(
                        3,
                        STORE,
                        9,
                        2,
                        Standing.WHOLE,
                        new StoreFlags(false, false, false, false),
                        "c",
                        List.of(1),
                        lives);
        assertEquals(
                "000000030123456789abcdef0123456789abcdef"
                        + "0000000900000002000000020000000000000001"
                        + "63"
                        + "0000000100000001"
                        + "00000002"
                        + "00000009fffffffffffffffe"
                        + "000000080000000000000001",
                HexFormat.of().formatHex(store.encode()));
        assertEquals(store, StoreIdentity.decode(ByteBuffer.wrap(store.encode()), 5));
        Remembered met =
                new Remembered(true, STORE, 10, false, false)
                        .with(new Lives.Life(9, -2), new Lives.Life(8, 3));
        Remembered other = new Remembered(true, STORE, 11, false, false);
        byte[] peers = PeerMemory.encode(new TreeMap<>(Map.of(2, met, 3, other)));
        assertEquals(
                "00000002"
                        + "000000020123456789abcdef0123456789abcdef0000000a00000000"
                        + "000000030123456789abcdef0123456789abcdef0000000b00000000"
                        + "00000009fffffffffffffffe"
                        + "000000080000000000000003"
                        + "000000000000000000000000"
                        + "000000000000000000000000",
                HexFormat.of().formatHex(peers));
        assertEquals(Map.of(2, met, 3, other), PeerMemory.decode(ByteBuffer.wrap(peers)));
    }

    /** With the first epoch entered the format version is another one, and so is a flag. */
    @Test
    void storeFileBytesOnceAnEpochWasEntered() throws IOException {
        StoreIdentity store =
                new StoreIdentity(
                                3,
                                STORE,
                                9,
                                2,
                                Standing.WHOLE,
                                new StoreFlags(false, false, false, false),
                                "orders",
                                List.of(1),
                                Lives.NONE)
                        .withSlots();
        String content =
                "000000030123456789abcdef0123456789abcdef"
                        + "00000009000000020000000200000004000000066f7264657273"
                        + "0000000100000001";
        assertEquals(content, HexFormat.of().formatHex(store.encode()));
        assertEquals(store, StoreIdentity.decode(ByteBuffer.wrap(store.encode()), 4));
    }

    /** It needs no format version: who does not know it does what is slower. */
    @Test
    void storeFileBytesOnceANodeHasRejoined() {
        StoreIdentity store =
                new StoreIdentity(
                        3,
                        STORE,
                        9,
                        2,
                        Standing.REBUILDING,
                        new StoreFlags(true, false, false, true),
                        "orders",
                        List.of(1),
                        Lives.NONE);
        String content =
                "000000030123456789abcdef0123456789abcdef"
                        + "00000009000000020000000100000009000000066f7264657273"
                        + "0000000100000001";
        assertEquals(content, HexFormat.of().formatHex(store.encode()));
        assertEquals(store, StoreIdentity.decode(ByteBuffer.wrap(store.encode()), 5));
    }

    @Test
    void slotsFileBytes() {
        SlotConfiguration.Stable first = SlotConfiguration.first(List.of(1, 2, 3));
        SlotConfiguration.Joint joint = first.towards(List.of(2, 3, 300));
        SortedMap<Integer, SlotRecord> records = new TreeMap<>();
        for (SlotRecord record :
                List.of(
                        new SlotRecord(0, first, SlotStanding.WHOLE),
                        new SlotRecord(300, joint, SlotStanding.REBUILDING),
                        new SlotRecord(16_383, joint.completed(300), SlotStanding.NONE))) {
            records.put(record.slot(), record);
        }
        assertEquals(
                "03"
                        + "0002" // slot 0, WHOLE
                        + "0301010100010102010301"
                        + "ac0201" // slot 300, REBUILDING
                        + "b302010100010202020302"
                        + "0203ac02"
                        + "ff7f00" // slot 16383, NONE
                        + "030303020002030303ac0201",
                HexFormat.of().formatHex(SlotMemory.encode(records)));
    }
}
