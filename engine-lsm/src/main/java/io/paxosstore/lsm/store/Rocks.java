package io.paxosstore.lsm.store;

import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An open database with everything native that belongs to it, closed in the reverse order of its
 * making. Thread-safe but for {@link #close}.
 *
 * <p>Choices, and why:
 *
 * <ul>
 *   <li>No log of its own: the PaxosLog is the log, and is replayed from the last durable version.
 *   <li>Atomic flush: a crash never separates an entity's metadata from its data.
 *   <li>One LRU cache holds blocks, indexes and filters, and is charged for memtables: one number
 *       bounds nearly all native memory.
 *   <li>Bloom filters of 10 bits over whole keys and over entities (the first eight bytes of a data
 *       key), in tables and in memtables: most reads are gets of a header and of an element. The
 *       Java interface has no ribbon filters.
 *   <li>Indexes and filters in two levels: what the cache has not costs a block, not the whole of a
 *       file's index, when there is more data than memory.
 *   <li>Blocks of 4 KiB: records are small and read singly or in short runs; a block of a main
 *       table makes one of its own.
 *   <li>Paranoid checks, checksums verified on every read: damage becomes an exception that names
 *       its file.
 * </ul>
 */
final class Rocks implements AutoCloseable {
    /** Bytes of an entity's number, the prefix of its data keys. */
    static final int NUMBER_BYTES = Long.BYTES;

    private static final int BLOOM_BITS = 10;
    private static final int BLOCK_BYTES = 4 * 1024;
    private static final double MEMTABLE_BLOOM = 0.02;
    private static final int INFO_LOG_FILES = 4;
    private static final long INFO_LOG_BYTES = 4 * 1024 * 1024;

    /** A memtable may take this part of all write buffers. */
    private static final int MEMTABLE_PART = 4;

    /** Files are synced bit by bit, so that the sync at their end is short. */
    private static final long SYNC_BYTES = 1024 * 1024;

    private final LsmListener listener;
    private final Deque<AutoCloseable> natives = new ArrayDeque<>();
    private final List<ColumnFamilyHandle> handles = new ArrayList<>();
    private final Map<Family, ColumnFamilyHandle> byFamily = new EnumMap<>(Family.class);
    private final Map<Family, Integer> familyIds = new EnumMap<>(Family.class);
    private final RocksDB db;
    private final Statistics statistics;
    private final LRUCache cache;
    private final WriteOptions unlogged;
    private final ReadOptions durableOnly;
    private final ReadOptions readAll;
    private final FlushOptions flushAndWait;

    /** Whether the last change found no room. Written by whoever changes something. */
    private volatile boolean full;

    private Rocks(Path directory, LsmConfig config, LsmListener listener, boolean readOnly)
            throws RocksDBException {
        this.listener = listener;
        boolean complete = false;
        try {
            statistics = own(new Statistics());
            statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
            cache = own(new LRUCache(config.blockCacheBytes()));
            WriteBufferManager buffers =
                    own(new WriteBufferManager(config.writeBufferBytes(), cache));
            DBOptions options = own(options(config, buffers, listener));
            List<ColumnFamilyDescriptor> families = new ArrayList<>();
            for (Family family : Family.values()) {
                families.add(
                        new ColumnFamilyDescriptor(
                                family.nameBytes(), own(options(family, config))));
            }
            unlogged = own(new WriteOptions().setDisableWAL(true));
            durableOnly = own(new ReadOptions().setReadTier(ReadTier.PERSISTED_TIER));
            readAll = own(new ReadOptions());
            flushAndWait = own(new FlushOptions().setWaitForFlush(true).setAllowWriteStall(true));
            String path = directory.toString();
            db =
                    own(
                            readOnly
                                    ? RocksDB.openReadOnly(options, path, families, handles)
                                    : RocksDB.open(options, path, families, handles));
            Iterator<ColumnFamilyHandle> opened = handles.iterator();
            for (Family family : Family.values()) {
                ColumnFamilyHandle handle = own(opened.next());
                byFamily.put(family, handle);
                familyIds.put(family, handle.getID());
            }
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    /**
     * Opens or creates; the listener hears of background errors (Rule D4).
     *
     * @throws DamagedTableException if it is damaged
     * @throws LsmFailureException if it cannot be used, with one sentence
     */
    static Rocks open(Path directory, LsmConfig config, LsmListener listener) {
        NativeLibrary.load();
        try {
            return new Rocks(directory, config, listener, false);
        } catch (RocksDBException e) {
            throw OpenFailure.of(directory, e);
        }
    }

    /** Opens what is there; nothing of it is changed, and nothing runs in the background. */
    static Rocks openReadOnly(Path directory, LsmConfig config) {
        NativeLibrary.load();
        LsmListener listener = new LsmReader.Unheard();
        return Failures.call(
                "Opening " + directory, () -> new Rocks(directory, config, listener, true));
    }

    private <T extends AutoCloseable> T own(T object) {
        natives.push(object);
        return object;
    }

    private DBOptions options(LsmConfig config, WriteBufferManager buffers, LsmListener listener) {
        ErrorListener errors = own(new ErrorListener(listener));
        return new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setAtomicFlush(true)
                .setParanoidChecks(true)
                .setWriteBufferManager(buffers)
                .setMaxBackgroundJobs(config.backgroundJobs())
                .setMaxOpenFiles(config.openFilesMax())
                .setBytesPerSync(SYNC_BYTES)
                .setStatistics(statistics)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setMaxLogFileSize(INFO_LOG_BYTES)
                .setKeepLogFileNum(INFO_LOG_FILES)
                .setListeners(List.of(errors));
    }

    private ColumnFamilyOptions options(Family family, LsmConfig config) {
        BloomFilter filter = own(new BloomFilter(BLOOM_BITS));
        BlockBasedTableConfig table =
                new BlockBasedTableConfig()
                        .setBlockCache(cache)
                        .setBlockSize(BLOCK_BYTES)
                        .setFilterPolicy(filter)
                        .setWholeKeyFiltering(true)
                        .setCacheIndexAndFilterBlocks(true)
                        .setPinL0FilterAndIndexBlocksInCache(true)
                        .setIndexType(IndexType.kTwoLevelIndexSearch)
                        .setPartitionFilters(true)
                        .setMetadataBlockSize(BLOCK_BYTES)
                        .setCacheIndexAndFilterBlocksWithHighPriority(true)
                        .setPinTopLevelIndexAndFilter(true);
        ColumnFamilyOptions options =
                new ColumnFamilyOptions()
                        .setTableFormatConfig(table)
                        .setCompressionType(
                                switch (config.compression()) {
                                    case NONE -> CompressionType.NO_COMPRESSION;
                                    case LZ4 -> CompressionType.LZ4_COMPRESSION;
                                    case ZSTD -> CompressionType.ZSTD_COMPRESSION;
                                })
                        .setWriteBufferSize(config.writeBufferBytes() / MEMTABLE_PART);
        if (family == Family.DATA || family == Family.HEADS) {
            options.useFixedLengthPrefixExtractor(NUMBER_BYTES)
                    .setMemtablePrefixBloomSizeRatio(MEMTABLE_BLOOM)
                    .setMemtableWholeKeyFiltering(true);
        }
        return options;
    }

    /** Hears of errors of flushes and compactions. */
    private static final class ErrorListener extends AbstractEventListener {
        private final LsmListener listener;

        ErrorListener(LsmListener listener) {
            super(EnabledEventCallback.ON_BACKGROUND_ERROR);
            this.listener = listener;
        }

        @Override
        public void onBackgroundError(BackgroundErrorReason reason, Status status) {
            if (Failures.isNoRoom(status)) {
                return; // no failure: RocksDB goes on when there is room
            }
            String what = reason + ": " + status.getCodeString() + " " + status.getState();
            if (status.getCode() == Status.Code.Corruption) {
                listener.damaged(Failures.fileIn(what), what);
            } else {
                listener.failed(what);
            }
        }
    }

    RocksDB db() {
        return db;
    }

    Statistics statistics() {
        return statistics;
    }

    LRUCache cache() {
        return cache;
    }

    ColumnFamilyHandle handle(Family family) {
        return Objects.requireNonNull(byFamily.get(family));
    }

    byte @Nullable [] get(Family family, byte[] key) {
        return Failures.<byte @Nullable []>call(
                "A read", () -> db.get(handle(family), readAll, key));
    }

    /**
     * The records of one entity in a range, with their keys, in order.
     *
     * @param recordsMax most to read: the first ones
     */
    List<byte[][]> records(Family family, byte[] begin, byte[] end, int recordsMax) {
        List<byte[][]> found = new ArrayList<>();
        try (Slice upper = new Slice(end);
                ReadOptions options =
                        new ReadOptions().setIterateUpperBound(upper).setPrefixSameAsStart(true);
                RocksIterator iterator = db.newIterator(handle(family), options)) {
            for (iterator.seek(begin);
                    iterator.isValid() && found.size() < recordsMax;
                    iterator.next()) {
                found.add(new byte[][] {iterator.key(), iterator.value()});
            }
            Failures.run("A scan", iterator::status);
        }
        return found;
    }

    /** What a crash now would leave of a key. */
    byte @Nullable [] getDurable(Family family, byte[] key) {
        return Failures.<byte @Nullable []>call(
                "A read", () -> db.get(handle(family), durableOnly, key));
    }

    /**
     * About how many bytes of its tables a family has from one key up to another one: to a block,
     * but so that the sizes of ranges that follow each other add up.
     */
    long tableBytes(Family family, byte[] from, byte[] to) {
        try (Slice begin = new Slice(from);
                Slice end = new Slice(to)) {
            return Failures.call(
                    "A size",
                    () ->
                            db.getApproximateSizes(
                                            handle(family),
                                            List.of(new Range(begin, end)),
                                            SizeApproximationFlag.INCLUDE_FILES)[0]);
        }
    }

    /** A write that nothing has been added to. */
    Batch batch() {
        return new Batch(familyIds);
    }

    void write(Batch batch) {
        byte[] bytes = batch.toBytes();
        change(
                "A write",
                () -> {
                    try (WriteBatch written = new WriteBatch(bytes)) {
                        db.write(unlogged, written);
                    }
                });
    }

    /**
     * A write or a flush. If it fails because the background has met damage, the database takes no
     * more writes at all; the owner hears of it here, because RocksDB's Java listener does not know
     * the reasons that belong to databases without a log (it prints a stack trace instead).
     */
    private void change(String what, Failures.Action action) {
        try {
            Failures.run(what, action);
            full = false;
        } catch (NoRoomException e) {
            full = true;
            throw e;
        } catch (DamagedTableException e) {
            throw damagedAsAWhole(what, e);
        }
    }

    /**
     * To be called where a walk over what is no single entity's has ended: whether it ended because
     * there was no more. Damage there is nobody's, so that the owner has to hear of it (Rule D5):
     * the next walk would end at the same place.
     */
    void endWalk(String what, RocksIterator iterator) {
        try {
            Failures.run(what, iterator::status);
        } catch (DamagedTableException e) {
            throw damagedAsAWhole(what, e);
        }
    }

    private LsmFailureException damagedAsAWhole(String what, DamagedTableException e) {
        String message = String.valueOf(e.getMessage());
        listener.damaged(e.file(), message);
        return new LsmFailureException(what + " failed: " + message, e);
    }

    /** Whether the last write or flush found no room on the disk. */
    boolean isFull() {
        return full;
    }

    /** Makes everything written before durable. */
    void flush() {
        change("A flush", () -> db.flush(flushAndWait, handles));
    }

    /** The sum of a number over all column families. */
    long property(String name) {
        return Failures.call("A property", () -> db.getAggregatedLongProperty(name));
    }

    @Override
    public void close() {
        while (!natives.isEmpty()) {
            try {
                natives.pop().close();
            } catch (Exception e) {
                throw new LsmFailureException("Closing the store failed: " + e.getMessage(), e);
            }
        }
    }
}
