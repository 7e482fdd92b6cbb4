package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentHeader;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/** Golden bytes: the formats are contracts; a change here needs a new format version. */
class FormatTest {
    private static final UUID STORE = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");

    private static String hex(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void segmentHeaderBytes() {
        SegmentHeader header = new SegmentHeader(42, SegmentHeader.Kind.MERGED, STORE, 1 << 26);
        ByteBuffer block = header.encode(BitcaskEngine.FORMAT);
        assertEquals(SegmentHeader.BYTES, block.remaining());
        byte[] bytes = new byte[SegmentHeader.BYTES];
        block.duplicate().get(bytes);
        assertEquals(header, SegmentHeader.decode(bytes, BitcaskEngine.FORMAT));
        assertEquals(
                "50585353454730310000000100000001000000000000002a0123456789abcdef"
                        + "0123456789abcdef0400000051e9e7bc",
                hex(block.duplicate().limit(48)));
        bytes[20] ^= 1;
        assertNull(SegmentHeader.decode(bytes, BitcaskEngine.FORMAT));
    }

    @Test
    void hintFileBytes() throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(1);
        fs.createDirectories(Path.of("/store"));
        Path file = Path.of("/store/000000000000002a.seg");
        FileHandle handle = fs.open(file, OpenMode.CREATE);
        Segment segment = new Segment(42, file, handle, SegmentHeader.Kind.LOG, 0);
        ByteBuffer buffer = ByteBuffer.allocateDirect(256);
        new RecordFormat().encode(TestStore.accept("alice", 6, 1, "hello", 5), 0, 0, buffer);
        buffer.flip();
        RecordFormat.place(buffer, 42, 4096, true);
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        RecordHead head = new RecordHead();
        assertTrue(head.parse(bytes, 0, bytes.length, bytes.length, 42, 4096));
        FailStop failStop = new FailStop(new IgnoringListener());
        try (HintWriter writer =
                HintWriter.create(
                        fs, segment, 4096 + bytes.length, new byte[HintWriter.MEMORY_BYTES])) {
            writer.add(head, bytes, 4096);
            writer.finish(failStop);
        }
        Path hint = HintWriter.fileOf(file);
        assertEquals(
                "50585348494e543100000002000000000000002a00001020f989dc990000000e"
                        + "4e94bc94000400050706020101616c6963650000000048674bc7",
                HexFormat.of().formatHex(fs.content(hint)));

        List<String> seen = new ArrayList<>();
        HintReader.Visitor visitor =
                (found, key, offset, length) ->
                        seen.add(found.entity(key) + " " + found.entry() + " at " + offset);
        assertEquals(4096 + bytes.length, HintReader.read(fs, hint, 42, visitor));
        assertEquals(List.of("7/alice 6 at 4096"), seen);
        assertEquals(-1, HintReader.read(fs, hint, 43, visitor));
        for (int i = 0; i < fs.content(hint).length; i++) {
            fs.flipBit(hint, i, 1);
            assertEquals(-1, HintReader.read(fs, hint, 42, visitor), "byte " + i);
            fs.flipBit(hint, i, 1);
        }
    }
}
