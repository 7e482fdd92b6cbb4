package io.paxosstore.log.journal;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A journal without threads, stepped by a test. */
final class TestJournal implements StorageEngine.Listener {
    static final Path DIRECTORY = Path.of("/journal");
    static final UUID STORE = new UUID(1, 2);
    static final int SPACE = 7;

    final Journal journal;
    final List<Throwable> failures = new ArrayList<>();
    final List<Long> durable = new ArrayList<>();
    final List<EntityKey> damaged = new ArrayList<>();
    long nanos;
    private long ticket;

    TestJournal(JournalConfig config, FileSystem fs) throws IOException {
        journal =
                Journal.open(
                        config,
                        fs,
                        this,
                        new JournalEnvironment(
                                () -> nanos,
                                space -> space == 99,
                                () -> true,
                                (b, r, bytes, n) -> {}));
    }

    /** One shard, roll files of 16 KiB. */
    static JournalConfig config() {
        return JournalConfig.of(DIRECTORY, STORE, 1, 1)
                .withSizes(4096, 256, 2048)
                .withFiles(16 << 10, 1)
                .withReclaim(64 << 10, 0.5, Duration.ofHours(1))
                .withoutThreads();
    }

    static TestJournal open(FileSystem fs) throws IOException {
        TestJournal opened = new TestJournal(config(), fs);
        opened.journal.begin();
        return opened;
    }

    static EntityKey key(String name) {
        return new EntityKey(SPACE, name.getBytes(StandardCharsets.UTF_8));
    }

    static EntryValue value(String text) {
        return EntryValue.of(new ValueId(3, 1, 1), text.getBytes(StandardCharsets.UTF_8));
    }

    static @Nullable String text(@Nullable EntryValue value) {
        return value == null ? null : new String(value.payload(), StandardCharsets.UTF_8);
    }

    static LogRecord promise(String key, long entry, long number, long version) {
        return new LogRecord(key(key), entry, number, 0, null, false, version);
    }

    static LogRecord accept(String key, long entry, long number, String value, long version) {
        return new LogRecord(key(key), entry, number, number, value(value), false, version);
    }

    static LogRecord chosen(String key, long entry, String value) {
        return new LogRecord(key(key), entry, 0, 0, value(value), true, entry);
    }

    static LogRecord rebuilt(String key, long entry, String value) {
        return new LogRecord(key(key), entry, 0, 0, value(value), true, entry, true);
    }

    static LogRecord floor(String key, long entry, long version) {
        return new LogRecord(key(key), entry, LogRecord.FLOOR, 0, null, false, version, true);
    }

    JournalShard shard(EntityKey key) {
        return journal.shard(key.shard(journal.shardCount()));
    }

    JournalShard shard(String key) {
        return shard(key(key));
    }

    long append(LogRecord record) {
        shard(record.key()).append(record, ++ticket);
        return ticket;
    }

    /** Appends, commits, writes and drains: one write of one record after the other. */
    void store(LogRecord... records) {
        for (LogRecord record : records) {
            append(record);
            flush();
        }
    }

    void flush() {
        for (int shard = 0; shard < journal.shardCount(); shard++) {
            journal.shard(shard).commit();
        }
        while (journal.runWriterOnce() > 0) {}
        drain();
    }

    void drain() {
        for (int shard = 0; shard < journal.shardCount(); shard++) {
            journal.shard(shard).drain((key, done) -> durable.add(done));
        }
    }

    /** One step of the background work. */
    void step() {
        nanos += 10_000_000;
        journal.runBackgroundOnce();
    }

    /**
     * Runs the background work, the shards' and the writer's part included, until there is none.
     */
    void settle() {
        int quiet = 0;
        while (quiet < 4) {
            nanos += 10_000_000;
            quiet = journal.runBackgroundOnce() > 0 ? 0 : quiet + 1;
            drain();
            while (journal.runWriterOnce() > 0) {
                quiet = 0;
            }
            drain();
        }
    }

    void checkpoint() {
        journal.requestCheckpoint();
        settle();
    }

    Stored load(String key) {
        return load(key(key));
    }

    Stored load(EntityKey key) {
        return shard(key).load(key, true);
    }

    /** The chosen entries from one on, as "entry=value". */
    List<String> replay(String key, long from) {
        List<String> shown = new ArrayList<>();
        shard(key).replay(key(key), from, (entry, value) -> shown.add(entry + "=" + text(value)));
        return shown;
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
