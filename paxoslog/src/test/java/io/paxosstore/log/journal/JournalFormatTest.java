package io.paxosstore.log.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/** Golden bytes: what is on disks out there must stay readable. */
class JournalFormatTest {
    private static final UUID STORE = new UUID(0x0102030405060708L, 0x090a0b0c0d0e0f10L);

    private static String hex(byte[] bytes, int from, int to) {
        return HexFormat.of().formatHex(bytes, from, to);
    }

    private static String hex(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.limit()];
        buffer.get(0, bytes);
        return hex(bytes, 0, bytes.length);
    }

    @Test
    void segmentHeader() {
        byte[] block = new byte[SegmentHeader.BYTES];
        SegmentHeader header = new SegmentHeader(5, SegmentHeader.Kind.LOG, STORE, 1 << 26);
        header.encode(Journal.FORMAT).get(block);
        assertEquals(
                "5058534a524e4c310000000100000000000000050102030405060708090a0b0c"
                        + "0d0e0f1004000000dbb5cea500000000",
                hex(block, 0, 48));
        assertEquals(header, SegmentHeader.decode(block, Journal.FORMAT));
        block[20] ^= 1;
        assertNull(SegmentHeader.decode(block, Journal.FORMAT));
    }

    @Test
    void records() {
        ByteBuffer buffer = ByteBuffer.allocate(256);
        RecordFormat format = new RecordFormat();
        format.encode(TestJournal.accept("key", 3, 9, "value", 2), 0, 0, buffer);
        format.encode(TestJournal.floor("key", 4, 3), (1L << 32) + 1, 0, buffer);
        buffer.flip();
        RecordFormat.place(buffer, 7, SegmentHeader.BYTES, true);
        assertEquals(
                "9eb95e8100001c060307030209030101c0442de56b657976616c756500000000"
                        + "67ed84a000001e3003070402ffffffffffffffff7f0081808080106b65790000",
                hex(buffer));
        ByteBuffer seal = RecordFormat.seal(7, 8192, 2);
        assertEquals("c289a9d6000010080000000000000002", hex(seal));
    }

    @Test
    void checkpoint() throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(1);
        TestJournal journal = TestJournal.open(fs);
        journal.store(
                TestJournal.chosen("a", 1, "one"),
                TestJournal.chosen("a", 2, "two"),
                TestJournal.accept("a", 3, 9, "three", 2),
                TestJournal.promise("b", 1, 4, 0));
        journal.shard("a").dataDurable(TestJournal.key("a"), 1);
        journal.checkpoint();
        byte[] file = fs.content(TestJournal.DIRECTORY.resolve(CheckpointFormat.FILE));
        assertEquals(
                "5058534a434b5031000000020000000000000001000000000000000200000000"
                        + "080002129a0c30d300000021f84420b50107020201000002050185040302018a"
                        + "040461010700000000000102019004026280000008bb66f7a50000000000000002",
                hex(file, 0, file.length));
    }

    /**
     * As it was before nodes could leave slots: all that it names was written in the first tenure.
     */
    @Test
    void checkpointWithoutTenures() throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(1);
        String bytes =
                "5058534a434b5031000000010000000000000001000000000000000200000000"
                        + "08000212e8516c740000001fe93cab9601070202010002050185040302018a04"
                        + "04610107000000000102019004026280000008bb66f7a50000000000000002";
        fs.createDirectories(TestJournal.DIRECTORY);
        Path file = TestJournal.DIRECTORY.resolve(CheckpointFormat.FILE);
        try (FileHandle handle = fs.open(file, OpenMode.CREATE)) {
            handle.write(ByteBuffer.wrap(HexFormat.of().parseHex(bytes)), 0);
        }
        assertEquals(
                JournalPosition.of(1, 4240), CheckpointReader.check(fs, file, TestJournal.STORE));
        List<String> shown = new ArrayList<>();
        CheckpointReader.load(fs, file, TestJournal.STORE, new Shown(shown));
        assertEquals(
                List.of("a 2 2 1 0 0", "2 chosen at 4136", "3 at 4176", "b 0 0 0 0 0", "1 at 4224"),
                shown);
    }

    private record Shown(List<String> lines) implements CheckpointFormat.Loader {
        @Override
        public void entity(
                EntityKey key, long version, long proven, long durable, long life, int tenure) {
            lines.add(
                    "%s %d %d %d %d %d"
                            .formatted(
                                    new String(key.key(), StandardCharsets.US_ASCII),
                                    version,
                                    proven,
                                    durable,
                                    life,
                                    tenure));
        }

        @Override
        public void entry(long entry, boolean chosen, long segmentId, int offset, int length) {
            lines.add(entry + (chosen ? " chosen at " : " at ") + offset);
        }
    }

    @Test
    void segmentList() throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(1);
        TestJournal journal = TestJournal.open(fs);
        journal.store(TestJournal.chosen("a", 1, "one"));
        byte[] file = fs.content(TestJournal.DIRECTORY.resolve(Journal.FORMAT.listFile()));
        assertEquals(
                "5058534a464c5331000000010000000d00000001000000000000000100714ff0db",
                hex(file, 0, file.length / 2));
        assertArrayEquals(
                Arrays.copyOf(file, file.length / 2),
                Arrays.copyOfRange(file, file.length / 2, file.length));
    }

    /** Earlier releases did not say whether a segment was ever dropped. */
    @Test
    void segmentListOfAnEarlierRelease() throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(1);
        TestJournal journal = TestJournal.open(fs);
        journal.store(TestJournal.chosen("a", 1, "one"));
        byte[] copy =
                HexFormat.of()
                        .parseHex(
                                "5058534a464c5331000000010000000c"
                                        + "000000010000000000000001b1cbf756");
        CrashableFileSystem after = fs.killProcess();
        Path list = TestJournal.DIRECTORY.resolve(Journal.FORMAT.listFile());
        try (FileHandle handle = after.open(list, OpenMode.WRITE)) {
            handle.truncate(0);
            handle.write(ByteBuffer.wrap(copy), 0);
            handle.write(ByteBuffer.wrap(copy), copy.length);
        }
        TestJournal again = TestJournal.open(after);
        assertEquals(List.of(), again.journal.damage());
        assertEquals(List.of("1=one"), again.replay("a", 1));
    }

    @Test
    void settingsOutOfRangeAreAllNamedAtOnce() {
        IllegalArgumentException refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                JournalConfig.of(TestJournal.DIRECTORY, STORE, 0, 300)
                                        .withReclaim(1, 2, Duration.ZERO));
        assertTrue(String.valueOf(refused.getMessage()).contains("incarnation"));
        assertTrue(String.valueOf(refused.getMessage()).contains("shards"));
    }
}
