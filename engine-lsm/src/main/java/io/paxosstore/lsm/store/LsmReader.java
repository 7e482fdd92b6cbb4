package io.paxosstore.lsm.store;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.ReadOnlyFileSystem;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileReader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Reads a store that no process has open; changes nothing. It shows what is durable in it: what was
 * applied after the last flush is in the journal only. Used by one thread.
 */
public final class LsmReader implements AutoCloseable {
    private static final String TABLE_SUFFIX = ".sst";

    /** Memory for reading: nothing is written. */
    private static final LsmConfig READING =
            new LsmConfig(32 << 20, 1 << 20, LsmConfig.Compression.NONE, 1, 256, 0);

    private final Path directory;
    private final Rocks rocks;

    private LsmReader(Path directory, Rocks rocks) {
        this.directory = directory;
        this.rocks = rocks;
    }

    /**
     * Damage to a table file.
     *
     * @param offset where the damaged block begins; -1 if that cannot be told
     * @param what in RocksDB's words
     */
    public record TableDamage(Path table, long offset, String what) {}

    /** A table file that belongs to the data. */
    public record LiveTable(Path table, long bytes, long records) {}

    /** Whether there is a store in the directory. */
    public static boolean isStore(Path directory) {
        return Files.exists(database(directory).resolve(OpenFailure.CURRENT))
                || OpenFailure.hasTables(database(directory));
    }

    /** Where RocksDB's files lie. */
    public static Path database(Path directory) {
        return directory.resolve(LsmStore.DATABASE);
    }

    /**
     * Reads every block of every table file on its own, so that one that cannot be opened does not
     * hide the others; tells the first damage of each.
     */
    public static void checkTables(Path directory, Consumer<TableDamage> damage, LongConsumer read)
            throws IOException {
        NativeLibrary.load();
        List<Path> tables;
        try (Stream<Path> files = Files.list(database(directory))) {
            tables = files.filter(file -> file.toString().endsWith(TABLE_SUFFIX)).sorted().toList();
        }
        for (Path table : tables) {
            try (Options options = new Options();
                    SstFileReader reader = new SstFileReader(options)) {
                Failures.run("Opening " + table, () -> reader.open(table.toString()));
                Failures.run("The check of " + table, reader::verifyChecksum);
            } catch (LsmFailureException e) {
                long offset = e instanceof DamagedTableException found ? found.offset() : -1;
                damage.accept(new TableDamage(table, offset, String.valueOf(e.getMessage())));
            }
            read.accept(sizeOf(table));
        }
    }

    private static long sizeOf(Path table) {
        try {
            return Files.size(table);
        } catch (IOException e) {
            return 0; // its damage has been told
        }
    }

    /**
     * Opens a store for reading.
     *
     * @throws LsmFailureException if it cannot be opened; a {@link DamagedTableException} names the
     *     file, where RocksDB does
     * @throws MalformedBytesException if it has another format version
     */
    public static LsmReader open(Path directory) {
        Rocks rocks = Rocks.openReadOnly(database(directory), READING);
        boolean opened = false;
        try {
            int found = Objects.requireNonNullElse(StoreFormat.of(rocks), 0);
            if (found != StoreFormat.VERSION) {
                throw new MalformedBytesException(
                        "The data has the format "
                                + found
                                + "; this version reads "
                                + StoreFormat.VERSION
                                + ".");
            }
            LsmReader reader = new LsmReader(directory, rocks);
            opened = true;
            return reader;
        } finally {
            if (!opened) {
                rocks.close();
            }
        }
    }

    /** The table files that belong to the data. */
    public List<LiveTable> tables() {
        List<LiveTable> tables = new ArrayList<>();
        for (LiveFileMetaData file : rocks.db().getLiveFilesMetaData()) {
            String name = file.fileName().substring(file.fileName().lastIndexOf('/') + 1);
            Path table = database(directory).resolve(name);
            tables.add(new LiveTable(table, file.size(), file.numEntries()));
        }
        return tables;
    }

    /** How many entities there are, as RocksDB estimates it. */
    public long entitiesAbout() {
        return Failures.call(
                "An estimate",
                () ->
                        rocks.db()
                                .getLongProperty(
                                        rocks.handle(Family.META), "rocksdb.estimate-num-keys"));
    }

    /**
     * Shows every entity whose metadata can be read, and says which cannot.
     *
     * @param problems told what is wrong, once per entity; the entity is null if its name is wrong
     */
    public void entities(Consumer<ListedEntity> entities, Problems problems) {
        try (ReadOptions options = new ReadOptions();
                RocksIterator iterator =
                        rocks.db().newIterator(rocks.handle(Family.META), options)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                byte[] key = iterator.key();
                if (key.length < Integer.BYTES) {
                    problems.problem(null, "An entity's name has " + key.length + " bytes.");
                    continue;
                }
                EntityKey entity = Keys.entity(key);
                EntityMeta meta = null;
                try {
                    meta = EntityMeta.decode(iterator.value());
                } catch (MalformedBytesException e) {
                    problems.problem(entity, String.valueOf(e.getMessage()));
                }
                if (meta != null) {
                    entities.accept(new ListedEntity(entity, meta));
                }
            }
            Failures.run("A scan", iterator::status);
        }
    }

    /** Hears what is wrong with an entity. */
    @FunctionalInterface
    public interface Problems {
        /**
         * Called for each problem.
         *
         * @param entity whose it is; null when that cannot be told
         */
        void problem(@Nullable EntityKey entity, String what);
    }

    /** Checks the records by which the purge finds what has expired. */
    public void checkExpiries(Problems problems) {
        try (ReadOptions options = new ReadOptions();
                RocksIterator iterator =
                        rocks.db().newIterator(rocks.handle(Family.EXPIRY), options)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                if (iterator.key().length != Keys.EXPIRY_BYTES
                        || iterator.value().length < Integer.BYTES) {
                    problems.problem(null, "A deadline's record is no record.");
                }
            }
            Failures.run("A scan", iterator::status);
        }
    }

    /**
     * The numbers under which data is kept, see {@link EntityMeta#number}. Those that no entity has
     * belong to images that were being installed, or to entities whose metadata was lost.
     */
    public Set<Long> numbers() {
        Set<Long> numbers = new TreeSet<>();
        addNumbers(Family.HEADS, numbers);
        addNumbers(Family.DATA, numbers);
        return numbers;
    }

    private void addNumbers(Family family, Set<Long> numbers) {
        try (ReadOptions options = new ReadOptions().setTotalOrderSeek(true);
                RocksIterator iterator = rocks.db().newIterator(rocks.handle(family), options)) {
            iterator.seekToFirst();
            while (iterator.isValid()) {
                byte[] key = iterator.key();
                if (key.length < Rocks.NUMBER_BYTES) {
                    iterator.next();
                    continue;
                }
                long number = ByteBuffer.wrap(key).getLong();
                numbers.add(number);
                iterator.seek(Keys.number(number + 1));
            }
            Failures.run("A scan", iterator::status);
        }
    }

    /**
     * An entity's metadata; null if there is none.
     *
     * @throws DamagedTableException if it cannot be read
     * @throws MalformedBytesException if it is none
     */
    public @Nullable EntityMeta meta(EntityKey entity) {
        byte[] meta = rocks.get(Family.META, Keys.meta(entity));
        return meta == null ? null : EntityMeta.decode(meta);
    }

    /** An entity as it is durable. Close it. */
    public SnapshotState read(EntityKey entity) {
        return new SnapshotState(rocks, Keys.meta(entity));
    }

    /**
     * Checks the file that names the images being installed.
     *
     * @return what is wrong with it; null if nothing is
     * @throws IOException if the machine does not let it be read
     */
    public static @Nullable TableDamage checkMarks(Path directory) throws IOException {
        Path file = directory.resolve(LsmStore.MARKS);
        try {
            FailStop failStop = new FailStop(new Health(new Unheard()));
            LoadingMarks.open(new ReadOnlyFileSystem(FileSystem.real()), file, failStop);
            return null;
        } catch (LsmFailureException | MalformedBytesException e) {
            return new TableDamage(file, 0, String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() {
        rocks.close();
    }

    /** Nothing runs in the background of a store that is only read. */
    static final class Unheard implements LsmListener {
        @Override
        public void failed(String what) {}

        @Override
        public void damaged(String file, String what) {}
    }
}
