package io.paxosstore.bench.micro;

import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.SlotCounts;
import io.paxosstore.protocol.key.Slots;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/** What each request of a client pays for being counted by its slot: slots at random, no cache. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SlotCountsBenchmark {
    private static final int ASKED = 1 << 16;

    private final SlotCounts counts = new Counters(0, 1).slots();
    private final int[] slots = new Random(1).ints(ASKED, 0, Slots.COUNT).toArray();
    private int next;

    /** Counts a request. */
    @Benchmark
    public long count() {
        int slot = slots[next++ & ASKED - 1];
        counts.count(slot);
        return next;
    }

    /** What the benchmark itself costs. */
    @Benchmark
    public long baseline() {
        return slots[next++ & ASKED - 1];
    }
}
