package io.paxosstore.bitcask;

import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileSystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/**
 * Whose store a directory is.
 *
 * <pre>
 *  0  u64 magic "PXSTORE1"
 *  8  u32 format version
 * 12  u32 node id
 * 16  128 bits, the store's UUID
 * 32  u32 incarnation, raised at every open
 * 36  u32 shards at the last open
 * 40  u32 length of the cluster id in bytes, then the cluster id in UTF-8
 *  .  u32 CRC32C of everything before
 * </pre>
 *
 * @param incarnation counts the opens of this store, from 1
 */
record StoreFile(int nodeId, UUID storeId, int incarnation, int shards, String clusterId) {
    static final String FILE = "STORE";
    static final String LOCK = "LOCK";
    static final int FORMAT_VERSION = 1;

    private static final long MAGIC = 0x505853544f524531L;
    private static final int FIXED_BYTES = 44;
    private static final int BYTES_MAX = 4096;

    /**
     * Reads or creates the identity of a locked directory, raises the incarnation and makes that
     * durable.
     *
     * @throws StoreOpenException if the directory is not this node's store
     */
    static StoreFile open(FileSystem fs, BitcaskConfig config, Supplier<UUID> storeIds)
            throws IOException {
        Path file = config.directory().resolve(FILE);
        StoreFile opened;
        if (fs.exists(file)) {
            StoreFile old = decode(file, AtomicFile.read(fs, file, BYTES_MAX));
            old.check(config);
            opened =
                    new StoreFile(
                            old.nodeId,
                            old.storeId,
                            old.incarnation + 1,
                            config.shards(),
                            old.clusterId);
        } else {
            refuseForeignFiles(fs, config);
            opened =
                    new StoreFile(
                            config.nodeId(),
                            storeIds.get(),
                            1,
                            config.shards(),
                            config.clusterId());
        }
        AtomicFile.write(fs, file, opened.encode());
        return opened;
    }

    private static void refuseForeignFiles(FileSystem fs, BitcaskConfig config) throws IOException {
        List<Path> files = fs.list(config.directory());
        for (Path found : files) {
            String name = String.valueOf(found.getFileName());
            // A crash during the very first open leaves the temporary file.
            if (!name.equals(LOCK) && !name.equals(FILE + AtomicFile.TEMPORARY_SUFFIX)) {
                throw new StoreOpenException(
                        "The directory "
                                + config.directory()
                                + " holds other files ("
                                + name
                                + ") and no store of this program: name an empty directory.");
            }
        }
    }

    private void check(BitcaskConfig config) throws StoreOpenException {
        if (!clusterId.equals(config.clusterId())) {
            throw new StoreOpenException(
                    "The store in %s belongs to cluster '%s', not to '%s': name another directory."
                            .formatted(config.directory(), clusterId, config.clusterId()));
        }
        if (nodeId != config.nodeId()) {
            throw new StoreOpenException(
                    "The store in %s belongs to node %d, not to node %d: name another directory."
                            .formatted(config.directory(), nodeId, config.nodeId()));
        }
    }

    byte[] encode() {
        byte[] cluster = clusterId.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + cluster.length + Integer.BYTES);
        out.putLong(MAGIC).putInt(FORMAT_VERSION).putInt(nodeId);
        out.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
        out.putInt(incarnation).putInt(shards).putInt(cluster.length).put(cluster);
        return out.putInt(checksum(out.array())).array();
    }

    static StoreFile decode(Path file, byte[] bytes) throws StoreOpenException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (bytes.length < FIXED_BYTES + Integer.BYTES || in.getLong() != MAGIC) {
            throw new StoreOpenException(
                    "The file " + file + " is not a store's: name another directory.");
        }
        int version = in.getInt();
        if (version != FORMAT_VERSION) {
            throw new StoreOpenException(
                    ("The store of %s has format version %d, this program knows %d:"
                                    + " run the version that wrote it.")
                            .formatted(file, version, FORMAT_VERSION));
        }
        int nodeId = in.getInt();
        UUID storeId = new UUID(in.getLong(), in.getLong());
        int incarnation = in.getInt();
        int shards = in.getInt();
        int length = in.getInt();
        if (in.getInt(bytes.length - Integer.BYTES) != checksum(bytes)
                || length != bytes.length - FIXED_BYTES - Integer.BYTES) {
            throw new StoreOpenException(
                    "The file "
                            + file
                            + " is damaged: restore it, or start this node with an empty"
                            + " directory.");
        }
        String clusterId = new String(bytes, FIXED_BYTES, length, StandardCharsets.UTF_8);
        return new StoreFile(nodeId, storeId, incarnation, shards, clusterId);
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - Integer.BYTES);
        return (int) crc.getValue();
    }
}
