package io.paxosstore.bitcask;

import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileSystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The identities of the other nodes' stores, remembered durably, so that a peer that comes back
 * with an empty disk is not taken for the one that voted (Rule A1). Thread-safe.
 *
 * <pre>
 *  0  u64 magic "PXSPEER1"
 *  8  u32 count, then as many: u32 node id, 128 bits store UUID; ascending by node
 *  .  u32 CRC32C of everything before
 * </pre>
 */
public final class PeerMemory {
    /** The most peers that are remembered. */
    public static final int PEERS_MAX = 4096;

    static final String FILE = "PEERS";

    private static final long MAGIC = 0x5058535045455231L;
    private static final int FIXED_BYTES = 16;
    private static final int ENTRY_BYTES = 20;

    /** What is known of a peer's store. */
    public enum Known {
        /** The peer was not known; it is now, durably. */
        NEW,
        /** The peer has the store it always had. */
        SAME,
        /** The peer has another store than before; the old one stays remembered. */
        DIFFERENT
    }

    private final FileSystem fs;
    private final Path file;
    private final TreeMap<Integer, UUID> stores;

    private PeerMemory(FileSystem fs, Path file, Map<Integer, UUID> stores) {
        this.fs = fs;
        this.file = file;
        this.stores = new TreeMap<>(stores);
    }

    static PeerMemory open(FileSystem fs, Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        TreeMap<Integer, UUID> stores = new TreeMap<>();
        if (fs.exists(file)) {
            byte[] bytes = AtomicFile.read(fs, file, FIXED_BYTES + PEERS_MAX * ENTRY_BYTES);
            ByteBuffer in = ByteBuffer.wrap(bytes);
            if (bytes.length < FIXED_BYTES
                    || in.getInt(bytes.length - Integer.BYTES) != checksum(bytes)
                    || in.getLong() != MAGIC
                    || in.getInt() != (bytes.length - FIXED_BYTES) / ENTRY_BYTES) {
                throw new StoreOpenException(
                        "The list of peers "
                                + file
                                + " is damaged: restore it, or start this node with an empty"
                                + " directory.");
            }
            while (in.remaining() >= ENTRY_BYTES) {
                stores.put(in.getInt(), new UUID(in.getLong(), in.getLong()));
            }
        }
        return new PeerMemory(fs, file, stores);
    }

    /**
     * Compares a peer's store with the remembered one; remembers it, durably, if there is none.
     * Blocks for the disk when the peer is new.
     */
    public synchronized Known remember(int nodeId, UUID storeId) throws IOException {
        UUID known = stores.get(nodeId);
        if (known != null) {
            return known.equals(storeId) ? Known.SAME : Known.DIFFERENT;
        }
        replace(nodeId, storeId);
        return Known.NEW;
    }

    /** Remembers another store of a peer, durably: after an operator has admitted it. */
    public synchronized void replace(int nodeId, UUID storeId) throws IOException {
        TreeMap<Integer, UUID> next = new TreeMap<>(stores);
        next.put(nodeId, storeId);
        if (next.size() > PEERS_MAX) {
            throw new IOException("More than " + PEERS_MAX + " peers to remember.");
        }
        AtomicFile.write(fs, file, encode(next));
        stores.put(nodeId, storeId);
    }

    private static byte[] encode(Map<Integer, UUID> stores) {
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + stores.size() * ENTRY_BYTES);
        out.putLong(MAGIC).putInt(stores.size());
        for (Map.Entry<Integer, UUID> peer : stores.entrySet()) {
            UUID store = peer.getValue();
            out.putInt(peer.getKey());
            out.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        }
        return out.putInt(checksum(out.array())).array();
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - Integer.BYTES);
        return (int) crc.getValue();
    }
}
