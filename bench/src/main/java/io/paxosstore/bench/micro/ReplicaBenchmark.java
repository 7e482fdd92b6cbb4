package io.paxosstore.bench.micro;

import io.paxosstore.bench.load.LoadKeys;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.key.EntityKey;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;

/**
 * The protocol's cost of one operation, all three replicas together: every step of every message,
 * without encoding, network and disk.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up
public class ReplicaBenchmark {
    private static final int KEYS = 100_000;
    private static final int SPACE = 1;
    private static final int VALUE_BYTES = 100;

    private MemoryCluster cluster;
    private RandomSource random;
    private EntityKey[] keys;
    private byte[] value;

    /** Writes every key once. */
    @Setup
    public void setUp() {
        cluster = new MemoryCluster();
        random = new RandomSource(7);
        value = new byte[VALUE_BYTES];
        keys = new EntityKey[KEYS];
        for (int number = 0; number < KEYS; number++) {
            keys[number] = new EntityKey(SPACE, LoadKeys.key(number));
            cluster.write(keys[number], value);
        }
    }

    /** A put on the fast path. */
    @Benchmark
    public Outcome write() {
        return cluster.write(keys[random.nextInt(KEYS)], value);
    }

    /** A linearizable get. */
    @Benchmark
    public Outcome read() {
        return cluster.read(keys[random.nextInt(KEYS)]);
    }
}
