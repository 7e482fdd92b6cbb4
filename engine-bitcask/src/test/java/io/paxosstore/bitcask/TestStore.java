package io.paxosstore.bitcask;

import io.paxosstore.core.LogRecord;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.segment.SteppedLog;
import io.paxosstore.protocol.key.EntityKey;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;

/** An engine without threads, stepped by a test. */
final class TestStore extends SteppedLog<StorageShard> implements AutoCloseable {
    static final Path DIRECTORY = Path.of("/store");

    /** The incarnations of a new store begin at 1. */
    private static final Instant WALL = Instant.parse("2024-01-01T00:00:01Z");

    final NodeIdentity identity;
    final DiskRoom room;
    final BitcaskEngine engine;
    private final NodeStore node;

    TestStore(BitcaskConfig config, FileSystem fs) throws IOException {
        this.node = open(config, fs, this, () -> nanos);
        this.identity = node.identity;
        this.room = node.room;
        this.engine = node.engine;
        if (identity.standing() == Standing.NEW) {
            identity.standing(Standing.WHOLE);
        }
    }

    static NodeStore open(
            BitcaskConfig config,
            FileSystem fs,
            StorageEngine.Listener listener,
            LongSupplier nanoClock)
            throws IOException {
        return NodeStore.open(
                IdentityConfig.of(config.directory(), "test", 1, config.shards()),
                config,
                fs,
                listener,
                new IdentityEnvironment(() -> WALL, () -> new UUID(1, 2), () -> 1),
                nanoClock);
    }

    void dropSpace(int space) throws IOException {
        node.dropSpace(space);
    }

    @Override
    public void close() {
        node.close();
    }

    static BitcaskConfig config() {
        return BitcaskConfig.of(DIRECTORY, 1)
                .withSizes(4096, 256, 2048)
                .withSegments(16 << 10, 1)
                .withMerge(0.3, 1 << 30)
                .withoutThreads();
    }

    static TestStore open(CrashableFileSystem fs) throws IOException {
        return new TestStore(config(), fs);
    }

    @Override
    protected int shardCount() {
        return engine.shardCount();
    }

    @Override
    protected StorageShard shardOf(int index) {
        return engine.shard(index);
    }

    @Override
    protected int runWriterOnce() {
        return engine.runWriterOnce();
    }

    @Override
    protected int runBackgroundOnce() {
        return engine.runBackgroundOnce();
    }

    /** Appends, commits, writes and drains. */
    void store(LogRecord... records) {
        for (LogRecord record : records) {
            append(record);
        }
        flush();
    }

    /** What a walk over all keys counts of each space, but of the system's. */
    static Map<Integer, SpaceSizes.Size> countedSpaces(StorageShard shard) {
        Map<Integer, SpaceSizes.Size> counted = new TreeMap<>();
        long cursor = 0;
        do {
            cursor = shard.sizes(cursor, 50, (space, _, bytes) -> count(counted, space, bytes));
        } while (cursor != 0);
        counted.remove(EntityKey.SYSTEM_SPACE);
        return counted;
    }

    private static void count(Map<Integer, SpaceSizes.Size> counted, int space, long bytes) {
        SpaceSizes.Size before = counted.get(space);
        long keys = before == null ? 0 : before.entities();
        long sum = before == null ? 0 : before.bytes();
        counted.put(space, new SpaceSizes.Size(space, keys + 1, sum + bytes));
    }

    /** The figures that a shard keeps. */
    static Map<Integer, SpaceSizes.Size> keptSpaces(SpaceSizes kept) {
        Map<Integer, SpaceSizes.Size> bySpace = new TreeMap<>();
        kept.all().forEach(size -> bySpace.put(size.space(), size));
        return bySpace;
    }

    /** Runs the background work, the shards' answers included, until there is none. */
    void settle() {
        int quiet = 0;
        while (quiet < 4) {
            nanos += 100_000_000;
            quiet = engine.runBackgroundOnce() > 0 ? 0 : quiet + 1;
            drain();
        }
    }
}
