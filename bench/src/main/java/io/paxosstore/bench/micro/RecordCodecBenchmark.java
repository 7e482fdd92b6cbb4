package io.paxosstore.bench.micro;

import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;

import org.jspecify.annotations.Nullable;
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

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** A log's records, checksums included: an accept with a value of 100 bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up
public class RecordCodecBenchmark {
    private static final int ENTITIES = 1000;
    private static final int BUFFER_BYTES = 4096;
    private static final long SEGMENT = 7;

    private final RecordFormat format = new RecordFormat();
    private final RecordHead head = new RecordHead();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private BenchmarkRecords records;
    private byte[] encoded;
    private int length;

    /** Encodes the record that is to be read. */
    @Setup
    public void setUp() {
        records = new BenchmarkRecords(ENTITIES);
        ByteBuffer one = ByteBuffer.allocate(BUFFER_BYTES);
        length = format.encode(records.next(), 0, 0, one);
        one.flip();
        RecordFormat.place(one, SEGMENT, 0, true);
        encoded = one.array();
        if (!head.parse(encoded, 0, length, length, SEGMENT, 0)) {
            throw new IllegalStateException("what was encoded cannot be read");
        }
    }

    /** Into a batch. */
    @Benchmark
    public int encode() {
        buffer.clear();
        return format.encode(records.next(), 0, 0, buffer);
    }

    /** Finds out what a record is and whether it is whole. */
    @Benchmark
    public boolean parse() {
        return head.parse(encoded, 0, length, length, SEGMENT, 0);
    }

    /** Takes the value out of it. */
    @Benchmark
    public @Nullable Object parseValue() {
        head.parse(encoded, 0, length, length, SEGMENT, 0);
        return RecordFormat.value(head, encoded);
    }
}
