package io.paxosstore.bitcask;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;

/** An engine without threads, stepped by a test. */
final class TestStore implements StorageEngine.Listener, AutoCloseable {
    static final Path DIRECTORY = Path.of("/store");

    /** The incarnations of a new store begin at 1. */
    private static final Instant WALL = Instant.parse("2024-01-01T00:00:01Z");

    final NodeIdentity identity;
    final DiskRoom room;
    final BitcaskEngine engine;
    final List<Throwable> failures = new ArrayList<>();
    final List<Long> durable = new ArrayList<>();
    final List<EntityKey> damaged = new ArrayList<>();
    long nanos;
    private final NodeStore node;
    private long ticket;

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
                new IdentityEnvironment(() -> WALL, () -> new UUID(1, 2)),
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

    static EntityKey key(String name) {
        return new EntityKey(7, name.getBytes(StandardCharsets.UTF_8));
    }

    static EntryValue value(String text) {
        return EntryValue.of(
                new ValueId(1, 1, text.length()), text.getBytes(StandardCharsets.UTF_8));
    }

    static LogRecord accept(String key, long entry, long number, String value, long version) {
        return new LogRecord(key(key), entry, number, number, value(value), false, version);
    }

    static LogRecord chosen(String key, long entry, String value) {
        return new LogRecord(key(key), entry, 0, 0, value(value), true, entry);
    }

    /** The record that ends an amnesia with a chosen value (Rule A2). */
    static LogRecord rebuilt(String key, long entry, String value) {
        return new LogRecord(key(key), entry, 0, 0, value(value), true, entry, true);
    }

    /** The record that ends an amnesia with a floor. */
    static LogRecord floor(String key, long entry, long version) {
        return new LogRecord(key(key), entry, LogRecord.FLOOR, 0, null, false, version, true);
    }

    /** The record that ends the amnesia of an entity of which nobody holds anything. */
    static LogRecord nothing(String key) {
        return new LogRecord(key(key), 1, 0, 0, null, false, 0, true);
    }

    StorageShard shard(EntityKey key) {
        return engine.shard(key.shard(engine.shardCount()));
    }

    /** Appends without committing; returns the ticket. */
    long append(LogRecord record) {
        shard(record.key()).append(record, ++ticket);
        return ticket;
    }

    /** Appends, commits, writes and drains. */
    void store(LogRecord... records) {
        for (LogRecord record : records) {
            append(record);
        }
        flush();
    }

    void flush() {
        for (int shard = 0; shard < engine.shardCount(); shard++) {
            engine.shard(shard).commit();
        }
        while (engine.runWriterOnce() > 0) {}
        drain();
    }

    void drain() {
        for (int shard = 0; shard < engine.shardCount(); shard++) {
            engine.shard(shard).drain((key, done) -> durable.add(done));
        }
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

    /** One step of the background work. */
    void step() {
        nanos += 10_000_000;
        engine.runBackgroundOnce();
    }

    Stored load(String key) {
        return load(key(key));
    }

    Stored load(EntityKey key) {
        return shard(key).load(key, true);
    }

    static @Nullable String text(@Nullable EntryValue value) {
        return value == null ? null : new String(value.payload(), StandardCharsets.UTF_8);
    }

    @Override
    public void wake(int shardIndex) {}

    @Override
    public void damaged(int shardIndex, EntityKey key) {
        damaged.add(key);
    }

    @Override
    public void failed(Throwable cause) {
        failures.add(cause);
    }
}
