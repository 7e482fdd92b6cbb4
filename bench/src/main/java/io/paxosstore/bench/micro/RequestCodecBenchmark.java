package io.paxosstore.bench.micro;

import io.paxosstore.bench.load.LoadKeys;
import io.paxosstore.client.wire.KvOperation;
import io.paxosstore.client.wire.ReadMode;
import io.paxosstore.client.wire.Request;
import io.paxosstore.client.wire.RequestCodec;
import io.paxosstore.client.wire.WriteId;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** Encoding of requests, as the client does it for each attempt. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RequestCodecBenchmark {
    private static final int SPACE = 1;
    private static final int DEADLINE_MILLIS = 1_000;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
    private final byte[] key = LoadKeys.key(4711);
    private final KvOperation put = new KvOperation.Put(new byte[100], 0);
    private long correlation;

    /** A put of 100 bytes. */
    @Benchmark
    public ByteBuffer encodeWrite() {
        buffer.clear();
        WriteId id = new WriteId(++correlation, correlation - 1, 1);
        RequestCodec.encode(
                new Request.KvWrite(correlation, id, DEADLINE_MILLIS, SPACE, key, put), buffer);
        return buffer;
    }

    /** A linearizable get. */
    @Benchmark
    public ByteBuffer encodeRead() {
        buffer.clear();
        RequestCodec.encodeKvRead(
                buffer, ++correlation, DEADLINE_MILLIS, SPACE, ReadMode.LINEARIZABLE, key);
        return buffer;
    }
}
