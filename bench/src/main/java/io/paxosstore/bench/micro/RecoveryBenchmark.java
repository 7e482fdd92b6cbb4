package io.paxosstore.bench.micro;

import io.paxosstore.bench.process.ScratchDirectory;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A start with 1,000,000 records of 100 bytes in the log, the last write of each of 100,000
 * entities needed; the files are in the page cache.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx2g"})
public class RecoveryBenchmark {
    private static final int ENTITIES = 100_000;
    private static final int RECORDS = 1_000_000;
    private static final int GROUP = 1000;

    /** What is opened. */
    public enum Kind {
        JOURNAL,
        JOURNAL_WITH_CHECKPOINT,
        BITCASK
    }

    @Param private Kind kind = Kind.JOURNAL;

    private @Nullable ScratchDirectory directory;

    /** Writes the records. */
    @Setup(Level.Trial)
    public void fill() throws IOException {
        directory = ScratchDirectory.create("recovery-benchmark");
        BenchmarkRecords source = new BenchmarkRecords(ENTITIES);
        try (BenchmarkStore store = open()) {
            for (int written = 0; written < RECORDS; written += GROUP) {
                for (int i = 0; i < GROUP; i++) {
                    store.shard().append(source.next(), 1);
                }
                store.shard().commit();
                store.write();
                store.shard().drain((key, ticket) -> {});
            }
            if (kind == Kind.JOURNAL_WITH_CHECKPOINT) {
                ((BenchmarkStore.OfJournal) store).checkpoint();
            }
        }
    }

    private BenchmarkStore open() throws IOException {
        Path path = Objects.requireNonNull(directory).path();
        return switch (kind) {
            case JOURNAL, JOURNAL_WITH_CHECKPOINT -> new BenchmarkStore.OfJournal(path);
            case BITCASK -> new BenchmarkStore.OfBitcask(path);
        };
    }

    /** Removes the files. */
    @TearDown(Level.Trial)
    public void remove() {
        Objects.requireNonNull(directory).close();
    }

    /** Opens the store, and closes it. */
    @Benchmark
    public void start() throws IOException {
        open().close();
    }
}
