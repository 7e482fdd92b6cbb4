package io.paxosstore.bench.micro;

import io.paxosstore.bench.process.ScratchDirectory;
import io.paxosstore.core.LogRecord;

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

    @Param private Kind kind;

    @Param({"1", "8", "64"})
    private int records;

    private final BenchmarkRecords source = new BenchmarkRecords(ENTITIES);
    private ScratchDirectory directory;
    private BenchmarkStore store;
    private long ticket;

    /** Makes the store. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = ScratchDirectory.create("journal-benchmark");
        store =
                switch (kind) {
                    case JOURNAL -> new BenchmarkStore.OfJournal(directory.path());
                    case BITCASK -> new BenchmarkStore.OfBitcask(directory.path());
                };
    }

    /** Lets segments be made ahead and old ones be reclaimed. */
    @Setup(Level.Iteration)
    public void background() {
        while (store.runBackground() > 0) {
            store.shard().drain((key, done) -> {});
            store.write();
        }
    }

    /** Removes the store. */
    @TearDown(Level.Trial)
    public void close() {
        store.close();
        directory.close();
    }

    /** Appends, writes, forces, drains. */
    @Benchmark
    public int commit() {
        for (int i = 0; i < records; i++) {
            LogRecord record = source.next();
            store.shard().append(record, ++ticket);
            store.dataDurable(record.key(), record.version());
        }
        store.shard().commit();
        store.write();
        return store.shard().drain((key, done) -> {});
    }
}
