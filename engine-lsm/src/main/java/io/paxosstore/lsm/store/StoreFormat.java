package io.paxosstore.lsm.store;

import io.paxosstore.protocol.bytes.ByteReader;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The version of the database's content, which is written when it is made. */
final class StoreFormat {
    /** The one that this program writes and reads. */
    static final int VERSION = 1;

    private StoreFormat() {}

    /** The version of a database; null if it has none yet. */
    static @Nullable Integer of(Rocks rocks) {
        byte[] format = rocks.get(Family.STORE, Keys.FORMAT);
        return format == null ? null : (Integer) ByteReader.of(format).getInt();
    }

    /**
     * Writes the version of a database that has none, durably.
     *
     * @throws LsmFailureException if it has another one
     */
    static void check(Rocks rocks, Path directory) {
        Integer found = of(rocks);
        if (found == null) {
            Batch batch = rocks.batch();
            byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(VERSION).array();
            batch.put(Family.STORE, Keys.FORMAT, bytes);
            rocks.write(batch);
            rocks.flush();
        } else if (found != VERSION) {
            throw new LsmFailureException(
                    "%s has the format %d; this version reads %d."
                            .formatted(directory, found, VERSION));
        }
    }
}
