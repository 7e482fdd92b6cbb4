package io.paxosstore.log.journal;

import io.paxosstore.core.LogRecord;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.log.segment.SteppedLog;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A journal without threads, stepped by a test. */
final class TestJournal extends SteppedLog<JournalShard> {
    static final Path DIRECTORY = Path.of("/journal");
    static final UUID STORE = new UUID(1, 2);

    final Journal journal;

    /** The only space that was dropped. */
    int dropped = 99;

    SlotTenures tenures = SlotTenures.FIRST;

    TestJournal(JournalConfig config, FileSystem fs) throws IOException {
        journal =
                Journal.open(
                        config,
                        fs,
                        this,
                        new JournalEnvironment(
                                () -> nanos,
                                space -> space == dropped,
                                () -> tenures,
                                () -> true,
                                (b, r, bytes, n) -> {}));
    }

    /** One shard, segments of 16 KiB. */
    static JournalConfig config() {
        return JournalConfig.of(DIRECTORY, STORE, 1, 1)
                .withSizes(4096, 256, 2048)
                .withSegments(16 << 10, 1)
                .withReclaim(64 << 10, 0.5, Duration.ofHours(1))
                .withoutThreads();
    }

    static TestJournal open(FileSystem fs) throws IOException {
        TestJournal opened = new TestJournal(config(), fs);
        opened.journal.begin();
        return opened;
    }

    @Override
    protected int shardCount() {
        return journal.shardCount();
    }

    @Override
    protected JournalShard shardOf(int index) {
        return journal.shard(index);
    }

    @Override
    protected int runWriterOnce() {
        return journal.runWriterOnce();
    }

    @Override
    protected int runBackgroundOnce() {
        return journal.runBackgroundOnce();
    }

    /** Appends, commits, writes and drains: one write of one record after the other. */
    void store(LogRecord... records) {
        for (LogRecord record : records) {
            append(record);
            flush();
        }
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

    /** The chosen entries from one on, as "entry=value". */
    List<String> replay(String key, long from) {
        List<String> shown = new ArrayList<>();
        shard(key).replay(key(key), from, (entry, value) -> shown.add(entry + "=" + text(value)));
        return shown;
    }
}
