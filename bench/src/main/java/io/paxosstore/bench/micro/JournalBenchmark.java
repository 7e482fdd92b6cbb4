package io.paxosstore.bench.micro;

import io.paxosstore.bench.process.ScratchDirectory;
import io.paxosstore.core.LogRecord;

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
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A group commit from the shard's append to its drain, on a real disk: index and all. The journal
 * against the key-value engine, whose data files are its log.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class JournalBenchmark {
    private static final int ENTITIES = 10_000;

    /** The store. */
    public enum Kind {
        JOURNAL,
        BITCASK
    }

    @Param private Kind kind = Kind.JOURNAL;

    @Param({"1", "8", "64"})
    private int records;

    private final BenchmarkRecords source = new BenchmarkRecords(ENTITIES);
    private @Nullable ScratchDirectory directory;
    private @Nullable BenchmarkStore store;
    private long ticket;

    /** Makes the store. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        ScratchDirectory created = ScratchDirectory.create("journal-benchmark");
        directory = created;
        store =
                switch (kind) {
                    case JOURNAL -> new BenchmarkStore.OfJournal(created.path());
                    case BITCASK -> new BenchmarkStore.OfBitcask(created.path());
                };
    }

    /** Lets segments be made ahead and old ones be reclaimed. */
    @Setup(Level.Iteration)
    public void background() {
        BenchmarkStore stepped = Objects.requireNonNull(store);
        while (stepped.runBackground() > 0) {
            stepped.shard().drain((key, done) -> {});
            stepped.write();
        }
    }

    /** Removes the store. */
    @TearDown(Level.Trial)
    public void close() {
        Objects.requireNonNull(store).close();
        Objects.requireNonNull(directory).close();
    }

    /** Appends, writes, forces, drains. */
    @Benchmark
    public int commit() {
        BenchmarkStore target = Objects.requireNonNull(store);
        for (int i = 0; i < records; i++) {
            LogRecord record = source.next();
            target.shard().append(record, ++ticket);
            target.dataDurable(record.key(), record.version());
        }
        target.shard().commit();
        target.write();
        return target.shard().drain((key, done) -> {});
    }
}
