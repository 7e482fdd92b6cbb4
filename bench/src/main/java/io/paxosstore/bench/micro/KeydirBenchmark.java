package io.paxosstore.bench.micro;

import io.paxosstore.bench.process.ScratchDirectory;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** The key-value engine's index in memory, through the engine, keys chosen uniformly. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up
public class KeydirBenchmark {
    private static final int BATCH_RECORDS = 256;

    /** How many keys there are. */
    @Param({"10000", "1000000"})
    private int keys;

    private ScratchDirectory directory;
    private BenchmarkStore store;
    private BenchmarkRecords records;
    private EntityKey[] known;
    private SplittableRandom random;
    private long ticket;

    /** Writes every key once. */
    @Setup
    public void setUp() throws IOException {
        directory = ScratchDirectory.create("paxosstore-jmh");
        store = new BenchmarkStore.OfBitcask(directory.path());
        records = new BenchmarkRecords(keys);
        known = new EntityKey[keys];
        random = new SplittableRandom(1);
        for (int i = 0; i < keys; i++) {
            LogRecord record = records.next();
            known[i] = record.key();
            store.shard().append(record, ++ticket);
            store.shard().markChosen(record.key(), record.entry());
            if (i % BATCH_RECORDS == BATCH_RECORDS - 1 || i == keys - 1) {
                write();
            }
        }
    }

    private void write() {
        store.shard().commit();
        store.write();
        store.shard().drain((key, number) -> {});
    }

    /** Removes the files. */
    @TearDown
    public void tearDown() {
        store.close();
        directory.close();
    }

    /** A lookup of a key whose newest entry is chosen: no record is read. */
    @Benchmark
    public Stored find() {
        return store.shard().load(known[random.nextInt(keys)], false);
    }

    /** A lookup of a key that is not there. */
    @Benchmark
    public Stored miss() {
        return store.shard().load(new EntityKey(2, known[random.nextInt(keys)].key()), false);
    }
}
