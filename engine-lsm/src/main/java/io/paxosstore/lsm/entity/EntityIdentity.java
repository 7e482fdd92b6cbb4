package io.paxosstore.lsm.entity;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.fs.FileSystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The small file that says whose directory this is, and which rebuilt entities count while the node
 * is rebuilding (Rule A2). Thread-safe.
 *
 * <pre>
 *  16 bytes store UUID | u64 stamp: entities rebuilt with a greater one are trusted
 * </pre>
 */
final class EntityIdentity {
    static final String FILE = "ENTITIES";

    private static final long MAGIC = 0x50585345_4e545331L; // "PXSENTS1"
    private static final int VERSION = 1;
    private static final int BYTES = 3 * Long.BYTES;

    private final MirroredFile file;
    private final UUID store;
    private final boolean found;
    private volatile long trustedAbove;

    private EntityIdentity(MirroredFile file, UUID store, boolean found, long trustedAbove) {
        this.file = file;
        this.store = store;
        this.found = found;
        this.trustedAbove = trustedAbove;
    }

    /**
     * Reads the file; changes nothing.
     *
     * @throws IOException if the directory is another store's, or the disk fails
     */
    static EntityIdentity read(FileSystem fs, Path directory, UUID store, FailStop failStop)
            throws IOException {
        Path path = directory.resolve(FILE);
        MirroredFile file = new MirroredFile(fs, path, MAGIC, VERSION, BYTES, failStop);
        ByteBuffer content = file.exists() ? file.read().content() : null;
        if (content == null || content.remaining() < BYTES) {
            return new EntityIdentity(file, store, false, 0);
        }
        UUID owner = new UUID(content.getLong(), content.getLong());
        if (!owner.equals(store)) {
            throw new IOException(
                    directory
                            + " belongs to the store "
                            + owner
                            + ", this node's is "
                            + store
                            + ": move the directory away, the entities are rebuilt from the"
                            + " peers.");
        }
        return new EntityIdentity(file, store, true, content.getLong());
    }

    /** Whether there was one when it was read. */
    boolean isFound() {
        return found;
    }

    /** Entities rebuilt with a greater stamp are trusted. */
    long trustedAbove() {
        return trustedAbove;
    }

    /** Writes it, durably. */
    synchronized void write(long newTrustedAbove) throws IOException {
        file.write(
                ByteBuffer.allocate(BYTES)
                        .putLong(store.getMostSignificantBits())
                        .putLong(store.getLeastSignificantBits())
                        .putLong(newTrustedAbove)
                        .array());
        trustedAbove = newTrustedAbove;
    }
}
