package io.paxosstore.lsm.entity;

import io.paxosstore.log.FailStop;
import io.paxosstore.lsm.store.DamagedTableException;
import io.paxosstore.lsm.store.LsmFailureException;
import io.paxosstore.lsm.store.LsmListener;
import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory of the data. One that is too damaged to be opened, or that RocksDB has found
 * damaged when it flushed or compacted, is moved aside: the journal says which entities lack their
 * data then, and they are fetched from the peers (Rule D5). One that the machine does not let be
 * used (rights, a lock, no room, too many open files) stays where it is, and the start fails.
 */
final class DataDirectory {
    /** Says that the directory is to be moved aside at the next start. */
    static final String DAMAGED = "DAMAGED";

    private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);

    private DataDirectory() {}

    /**
     * Opens or creates the data.
     *
     * @param listed whether its list of entities is needed, since the journal's is lost
     * @throws IOException if it cannot be used for a reason that is no damage, with one sentence
     */
    static LsmStore open(EntityEngineConfig config, FailStop failStop, boolean listed)
            throws IOException {
        Path directory = config.data();
        if (Files.exists(directory.resolve(DAMAGED))) {
            moveAside(config, "RocksDB found damage in it");
        }
        Ears ears = new Ears(directory, failStop);
        try {
            LsmStore data = LsmStore.open(directory, config.lsm(), ears);
            if (!listed) {
                return data;
            }
            boolean whole = false;
            try {
                data.checkEntities();
                whole = true;
                return data;
            } finally {
                if (!whole) {
                    data.close();
                }
            }
        } catch (DamagedTableException | MalformedBytesException e) {
            moveAside(config, String.valueOf(e.getMessage()));
        } catch (LsmFailureException | UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
        try {
            return LsmStore.open(directory, config.lsm(), ears);
        } catch (LsmFailureException | UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void moveAside(EntityEngineConfig config, String cause) throws IOException {
        Path directory = config.data();
        DamagedCopies copies = new DamagedCopies(directory);
        Path aside = copies.next(config.journal().incarnation());
        Files.move(directory, aside);
        LOG.error("entity.data.damaged directory={} movedTo={} cause={}", directory, aside, cause);
        copies.keep(config.damagedCopiesMax());
    }

    /** Hears of what goes wrong in RocksDB's background. */
    private record Ears(Path directory, FailStop failStop) implements LsmListener {
        @Override
        public void failed(String what) {
            failStop.fail(new IOException(what));
        }

        @Override
        public void damaged(String file, String what) {
            try {
                Files.createFile(directory.resolve(DAMAGED));
            } catch (FileAlreadyExistsException e) {
                LOG.debug("entity.data.damaged.again directory={}", directory);
            } catch (IOException e) {
                LOG.error("entity.data.damaged.unmarked directory={}", directory, e);
            }
            failStop.fail(
                    new IOException(
                            "The data in "
                                    + directory
                                    + " is damaged ("
                                    + what
                                    + "): the next start moves it aside and fetches its entities"
                                    + " from the peers."));
        }
    }
}
