package io.paxosstore.bitcask;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentPool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Writes the hint file of a sealed segment: what a start needs of its records, without the values.
 *
 * <pre>
 *  0  u64 magic "PXSHINT1"
 *  8  u32 format version
 * 12  u64 segment id
 * 20  u32 end of the segment's records, the place of its seal
 * 24  u32 CRC32C of bytes 0 to 23
 * 28  blocks: u32 length of the content, u32 CRC32C of length and content, content;
 *     the last block has the length 0
 * </pre>
 *
 * <p>A block's content is a row of: varints for the offset and the padded length of the record (in
 * units of 8 bytes, the offset from the end of the record before), flags (chosen, stamped,
 * tenured), key length, space, entry, zigzag(entry - version), promised, accepted and, if stamped,
 * stamp, if tenured, tenure; then the key.
 */
final class HintWriter implements AutoCloseable {
    static final String SUFFIX = ".hint";
    static final int FORMAT_VERSION = 2;
    static final long MAGIC = 0x50585348494e5431L;
    static final int HEADER_BYTES = 28;
    static final int BLOCK_HEADER_BYTES = 8;

    /** A block is closed once it is larger than this. */
    static final int BLOCK_BYTES = 64 << 10;

    /** The greatest content of a block. */
    static final int BLOCK_BYTES_MAX = BLOCK_BYTES + BitcaskLimits.KEY_BYTES_MAX + 100;

    /** The memory that a writer needs. */
    static final int MEMORY_BYTES = BLOCK_HEADER_BYTES + BLOCK_BYTES_MAX;

    /** Commits wait for what the disk has been given before: it gets no more than this at once. */
    private static final int SYNC_BYTES = 1 << 20;

    /** The flags of a record that its hint repeats. */
    private static final int FLAGS_KEPT =
            RecordFormat.FLAG_CHOSEN | RecordFormat.FLAG_STAMPED | RecordFormat.FLAG_TENURED;

    private final FileSystem fs;
    private final Path file;
    private final Path temporary;
    private final FileHandle handle;
    private final byte[] memory;
    private final ByteBuffer block;
    private long written;
    private long synced;
    private boolean finished;
    private int previousEnd = SegmentHeader.BYTES;

    private HintWriter(FileSystem fs, Path file, Path temporary, FileHandle handle, byte[] memory) {
        this.fs = fs;
        this.file = file;
        this.temporary = temporary;
        this.handle = handle;
        this.memory = memory;
        this.block = ByteBuffer.wrap(memory).position(BLOCK_HEADER_BYTES);
    }

    static Path fileOf(Path segment) {
        return SegmentPool.beside(segment, SUFFIX);
    }

    /**
     * Begins the hint file of a segment.
     *
     * @param end where its records end
     * @param memory {@link #MEMORY_BYTES}, the writer's until it is closed
     */
    static HintWriter create(FileSystem fs, Segment segment, int end, byte[] memory)
            throws IOException {
        Path file = fileOf(segment.file());
        Path temporary = file.resolveSibling(file.getFileName() + AtomicFile.TEMPORARY_SUFFIX);
        if (fs.exists(temporary)) {
            fs.delete(temporary);
        }
        FileHandle handle = fs.open(temporary, OpenMode.CREATE);
        HintWriter writer = new HintWriter(fs, file, temporary, handle, memory);
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.putLong(MAGIC).putInt(FORMAT_VERSION).putLong(segment.id()).putInt(end);
        header.putInt(checksum(header.array(), 0, HEADER_BYTES - Integer.BYTES));
        writer.put(header.flip());
        return writer;
    }

    private void put(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        handle.write(bytes, written);
        written += length;
    }

    void add(RecordHead head, byte[] bytes, int offset) throws IOException {
        int paddedLength = head.paddedLength();
        RecordFormat.putVarint(block, (offset - previousEnd) >>> 3);
        RecordFormat.putVarint(block, paddedLength >>> 3);
        RecordFormat.putVarint(block, head.flags() & FLAGS_KEPT);
        RecordFormat.putVarint(block, head.keyLength());
        RecordFormat.putVarint(block, Integer.toUnsignedLong(head.space()));
        RecordFormat.putVarint(block, head.entry());
        RecordFormat.putVarint(block, RecordFormat.zigzag(head.entry() - head.version()));
        RecordFormat.putVarint(block, head.promised());
        RecordFormat.putVarint(block, head.accepted());
        if (head.stamp() != 0) {
            RecordFormat.putVarint(block, head.stamp());
        }
        if (head.tenure() != 0) {
            RecordFormat.putVarint(block, Integer.toUnsignedLong(head.tenure()));
        }
        block.put(bytes, head.keyAt(), head.keyLength());
        previousEnd = offset + paddedLength;
        if (block.position() >= BLOCK_BYTES) {
            putBlock();
        }
    }

    private void putBlock() throws IOException {
        int length = block.position() - BLOCK_HEADER_BYTES;
        block.putInt(0, length);
        block.putInt(4, blockChecksum(memory, 0, length));
        put(block.flip());
        block.clear().position(BLOCK_HEADER_BYTES);
    }

    /** Makes durable what was written so far, if that is much. */
    void sync(FailStop failStop) throws IOException {
        if (written - synced >= SYNC_BYTES) {
            failStop.guard(handle::force);
            synced = written;
        }
    }

    /** Completes the file and gives it its name, durably. */
    void finish(FailStop failStop) throws IOException {
        if (block.position() > BLOCK_HEADER_BYTES) {
            putBlock();
        }
        putBlock();
        failStop.guard(handle::force);
        handle.close();
        finished = true;
        fs.rename(temporary, file);
        Path directory = Objects.requireNonNull(file.getParent());
        failStop.guard(() -> fs.syncDirectory(directory));
    }

    /** Closes the file; deletes it if it is not finished. */
    @Override
    public void close() throws IOException {
        handle.close();
        if (!finished && fs.exists(temporary)) {
            fs.delete(temporary);
        }
    }

    static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /** The checksum of a block that begins at {@code at}: its length, then its content. */
    static int blockChecksum(byte[] bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at, Integer.BYTES);
        crc.update(bytes, at + BLOCK_HEADER_BYTES, length);
        return (int) crc.getValue();
    }
}
