package io.paxosstore.log.segment;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What keeps records in a log, without threads: stepped by a test, on a clock that the test moves.
 *
 * @param <S> a shard of it
 */
public abstract class SteppedLog<S extends StorageShard> implements StorageEngine.Listener {
    private static final int SPACE = 7;
    private static final long STEP_NANOS = 10_000_000;

    /** The errors that the listener was told of. */
    public final List<Throwable> failures = new ArrayList<>();

    /** The tickets that were reported durable, in order. */
    public final List<Long> durable = new ArrayList<>();

    /** The entities that the listener was told to be damaged. */
    public final List<EntityKey> damaged = new ArrayList<>();

    /** The clock. */
    public long nanos;

    private long ticket;

    /** How many shards there are. */
    protected abstract int shardCount();

    /** A shard by its index. */
    protected abstract S shardOf(int index);

    /** One round of the log writer. */
    protected abstract int runWriterOnce();

    /** One step of the background work. */
    protected abstract int runBackgroundOnce();

    public static EntityKey key(String name) {
        return new EntityKey(SPACE, name.getBytes(StandardCharsets.UTF_8));
    }

    public static EntryValue value(String text) {
        return EntryValue.of(new ValueId(3, 1, 1), text.getBytes(StandardCharsets.UTF_8));
    }

    public static @Nullable String text(@Nullable EntryValue value) {
        return value == null ? null : new String(value.payload(), StandardCharsets.UTF_8);
    }

    public static LogRecord promise(String key, long entry, long number, long version) {
        return new LogRecord(key(key), entry, number, 0, null, false, version);
    }

    public static LogRecord accept(
            String key, long entry, long number, String value, long version) {
        return new LogRecord(key(key), entry, number, number, value(value), false, version);
    }

    public static LogRecord chosen(String key, long entry, String value) {
        return new LogRecord(key(key), entry, 0, 0, value(value), true, entry);
    }

    /** The record that ends an amnesia with a chosen value (Rule A2). */
    public static LogRecord rebuilt(String key, long entry, String value) {
        return new LogRecord(key(key), entry, 0, 0, value(value), true, entry, true);
    }

    /** The record that ends an amnesia with a floor. */
    public static LogRecord floor(String key, long entry, long version) {
        return new LogRecord(key(key), entry, LogRecord.FLOOR, 0, null, false, version, true);
    }

    /** The record that ends the amnesia of an entity of which nobody holds anything. */
    public static LogRecord nothing(String key) {
        return new LogRecord(key(key), 1, 0, 0, null, false, 0, true);
    }

    public final S shard(EntityKey key) {
        return shardOf(key.shard(shardCount()));
    }

    public final S shard(String key) {
        return shard(key(key));
    }

    /** Appends without committing; returns the ticket. */
    public final long append(LogRecord record) {
        shard(record.key()).append(record, ++ticket);
        return ticket;
    }

    /** Commits, writes and drains. */
    public final void flush() {
        for (int shard = 0; shard < shardCount(); shard++) {
            shardOf(shard).commit();
        }
        while (runWriterOnce() > 0) {}
        drain();
    }

    public final void drain() {
        for (int shard = 0; shard < shardCount(); shard++) {
            shardOf(shard).drain((key, done) -> durable.add(done));
        }
    }

    /** One step of the background work. */
    public final void step() {
        nanos += STEP_NANOS;
        runBackgroundOnce();
    }

    public final Stored load(String key) {
        return load(key(key));
    }

    public final Stored load(EntityKey key) {
        return shard(key).load(key, true);
    }

    @Override
    public final void wake(int shardIndex) {}

    @Override
    public final void damaged(int shardIndex, EntityKey key) {
        damaged.add(key);
    }

    @Override
    public final void failed(Throwable cause) {
        failures.add(cause);
    }
}
