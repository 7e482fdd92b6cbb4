package io.paxosstore.server.history;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The mapped file in which the changes of all shards wait for the history.
 *
 * <pre>
 *  file:  page: magic: u64 "PXSWAIT1" | shards: u32 | bytes of a half: u32 | lineage: u64, 0: none
 *         each shard: page: state, see {@link MappedBuffer} | half | half
 * </pre>
 *
 * <p>All of it has been written before it is mapped, so that there is room for it on the disk
 * whatever happens: nobody survives well that a mapped page has none. It is never synced: what it
 * has to survive is the end of the process.
 */
final class WaitingFile {
    /**
     * File systems that write a page where it was before. Others would look for room for it, and
     * may find none.
     */
    private static final Set<String> IN_PLACE = Set.of("ext2", "ext3", "ext4", "xfs", "tmpfs");

    private static final long MAGIC = 0x5058535741495431L;
    private static final String NEW = ".new";
    private static final int PAGE_BYTES = 4096;
    private static final int SHARDS_AT = Long.BYTES;
    private static final int HALF_BYTES_AT = SHARDS_AT + Integer.BYTES;
    private static final int LINEAGE_AT = HALF_BYTES_AT + Integer.BYTES;

    private static final int HALVES_BYTES = 16 << 20;
    private static final int HALF_BYTES_MIN = 1 << 20;
    private static final int HALF_BYTES_MAX = 4 << 20;

    private final Path path;
    private final ByteBuffer bytes;
    private final List<MappedBuffer> buffers = new ArrayList<>();

    private WaitingFile(Path path, int shards, int halfBytes, ByteBuffer bytes) {
        this.path = path;
        this.bytes = bytes;
        bytes.putInt(SHARDS_AT, shards).putInt(HALF_BYTES_AT, halfBytes).putLong(0, MAGIC);
        for (int shard = 0; shard < shards; shard++) {
            Parts parts = parts(bytes, shard, halfBytes);
            buffers.add(new MappedBuffer(parts.state, parts.one, parts.other));
        }
    }

    /** What there is of a shard. */
    private record Parts(ByteBuffer state, ByteBuffer one, ByteBuffer other) {}

    private static Parts parts(ByteBuffer bytes, int shard, int halfBytes) {
        int at = Math.toIntExact(PAGE_BYTES + shard * shardBytes(halfBytes));
        int half = at + PAGE_BYTES;
        return new Parts(
                bytes.slice(at, MappedBuffer.STATE_BYTES),
                bytes.slice(half, halfBytes),
                bytes.slice(half + halfBytes, halfBytes));
    }

    private static long shardBytes(int halfBytes) {
        return PAGE_BYTES + 2L * halfBytes;
    }

    /** Whether there can be such a file in a directory. */
    static boolean isPossible(Path directory) throws IOException {
        return IN_PLACE.contains(Files.getFileStore(directory).type());
    }

    /**
     * Makes one, which has its name when it is complete.
     *
     * @param lineage see {@link #lineage}
     * @throws IOException if it cannot be made, for want of room for example; nothing is left then
     */
    static WaitingFile create(Path path, int shards, long lineage) throws IOException {
        Path made = path.resolveSibling(path.getFileName() + NEW);
        int halfBytes = Math.clamp(HALVES_BYTES / shards, HALF_BYTES_MIN, HALF_BYTES_MAX);
        Files.deleteIfExists(made); // of a life that ended here
        try (FileChannel channel =
                FileChannel.open(
                        made,
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(HALF_BYTES_MIN);
            long size = PAGE_BYTES + shards * shardBytes(halfBytes);
            while (channel.position() < size) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), size - channel.position()));
                channel.write(zeros);
            }
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
            WaitingFile file = new WaitingFile(path, shards, halfBytes, mapped);
            file.lineage(lineage);
            Files.move(made, path, StandardCopyOption.ATOMIC_MOVE);
            return file;
        } catch (IOException e) {
            Files.deleteIfExists(made);
            throw e;
        }
    }

    /** The shards' buffers. */
    List<MappedBuffer> buffers() {
        return buffers;
    }

    /** Of which lineage everything is that goes to the history from here; 0: it is not known. */
    void lineage(long lineage) {
        bytes.putLong(LINEAGE_AT, lineage);
    }

    /** Removes the file; what still waits in it may be forgotten. */
    void remove() throws IOException {
        Files.deleteIfExists(path);
    }

    Path path() {
        return path;
    }

    /**
     * What a killed process has left in a file.
     *
     * @param lineage that it must be of
     * @return batches in memory, of each shard the oldest first; null if it is of no use
     */
    static @Nullable List<ByteBuffer> left(Path path, long lineage) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size < PAGE_BYTES || size > Integer.MAX_VALUE) {
                return null;
            }
            ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
            int shards = bytes.getInt(SHARDS_AT);
            int halfBytes = bytes.getInt(HALF_BYTES_AT);
            boolean isOurs =
                    bytes.getLong(0) == MAGIC
                            && bytes.getLong(LINEAGE_AT) == lineage
                            && shards > 0
                            && halfBytes > 0
                            && size == PAGE_BYTES + shards * shardBytes(halfBytes);
            return isOurs ? left(bytes, shards, halfBytes) : null;
        }
    }

    private static @Nullable List<ByteBuffer> left(ByteBuffer bytes, int shards, int halfBytes) {
        List<ByteBuffer> all = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            Parts parts = parts(bytes, shard, halfBytes);
            List<ByteBuffer> some = MappedBuffer.left(parts.state, parts.one, parts.other);
            if (some == null) {
                return null;
            }
            all.addAll(some);
        }
        return all;
    }
}
