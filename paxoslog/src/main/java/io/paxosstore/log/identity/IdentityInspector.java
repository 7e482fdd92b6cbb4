package io.paxosstore.log.identity;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Looks at the identity of a store that no process has open; changes nothing. Used by one thread.
 *
 * <p>Holds the store's lock from {@link #open} to {@link #close}, so that no server starts
 * meanwhile.
 */
public final class IdentityInspector implements AutoCloseable {
    /**
     * Which spaces were dropped.
     *
     * @param count how many
     * @param spaces which: nothing that is held of them counts
     */
    public record Dropped(int count, IntPredicate spaces) {}

    private final FileSystem fs;
    private final Path directory;
    private final FileSystem.HeldLock lock;
    private final FailStop failStop = new FailStop(StorageEngine.Listener.NONE);

    private IdentityInspector(FileSystem fs, Path directory, FileSystem.HeldLock lock) {
        this.fs = fs;
        this.directory = directory;
        this.lock = lock;
    }

    /**
     * Takes the store's lock.
     *
     * @throws StoreOpenException with one sentence, if there is no store or a process has it open
     */
    public static IdentityInspector open(FileSystem fs, Path directory) throws IOException {
        if (!fs.exists(directory.resolve(StoreFile.FILE))) {
            throw new StoreOpenException("The directory " + directory + " holds no store.");
        }
        FileSystem.HeldLock lock;
        try {
            lock = fs.tryLock(directory.resolve(StoreFile.LOCK));
        } catch (IOException e) {
            throw new StoreOpenException(
                    "The store in " + directory + " cannot be locked: check the rights.", e);
        }
        if (lock == null) {
            throw new StoreOpenException(
                    "The store in "
                            + directory
                            + " is in use by a running process: stop that one.");
        }
        return new IdentityInspector(fs, directory, lock);
    }

    /**
     * Whose store it is.
     *
     * @param problems told of a damaged copy
     * @throws StoreOpenException if both copies are damaged
     */
    public StoreIdentity identity(Consumer<DamageReport> problems) throws IOException {
        MirroredFile file = StoreFile.file(fs, directory, failStop);
        MirroredFile.Found found = file.read();
        ByteBuffer content = found.content();
        if (content == null) {
            throw new StoreOpenException(
                    "The file " + file.file() + " is damaged: the node cannot start with it.");
        }
        StoreFile.checkVersion(file, found);
        if (!found.whole()) {
            problems.accept(
                    new DamageReport(DamageReport.Kind.BAD_COPY, file.file(), 0, 0, null, 0));
        }
        return StoreIdentity.decode(content, found.version());
    }

    /**
     * What is remembered of the other nodes, by node id.
     *
     * @param problems told of a lost file or a damaged copy
     */
    public SortedMap<Integer, Remembered> peers(Consumer<DamageReport> problems)
            throws IOException {
        return PeerMemory.read(fs, directory, failStop, new SmallFileLosses(problems));
    }

    /**
     * Which spaces were dropped.
     *
     * @param problems told of a lost file or a damaged copy
     */
    public Dropped droppedSpaces(Consumer<DamageReport> problems) throws IOException {
        DroppedSpaces dropped =
                DroppedSpaces.read(fs, directory, failStop, false, new SmallFileLosses(problems));
        return new Dropped(dropped.count(), dropped::contains);
    }

    /**
     * What is known of the nodes of the cluster.
     *
     * @param problems told of a damaged file or copy
     * @return null if that is not kept there, or lost
     */
    public @Nullable KnownNodes nodes(Consumer<DamageReport> problems) throws IOException {
        return MemberMemory.inspect(fs, directory, failStop, new SmallFileLosses(problems));
    }

    /**
     * The newest epoch of each slot that was entered, by slot.
     *
     * @param store what {@link #identity} told: whether there are such records
     * @param problems told of a lost file or a damaged copy
     */
    public List<SlotRecord> slots(StoreIdentity store, Consumer<DamageReport> problems)
            throws IOException {
        return memory(store, problems).all();
    }

    /** Which records of slots count, as far as that can be read. */
    public SlotTenures tenures(StoreIdentity store) throws IOException {
        return memory(store, problem -> {}).tenures();
    }

    private SlotMemory memory(StoreIdentity store, Consumer<DamageReport> problems)
            throws IOException {
        return SlotMemory.read(
                fs, directory, failStop, store.entered(), new SmallFileLosses(problems));
    }

    /** Gives the lock back. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
