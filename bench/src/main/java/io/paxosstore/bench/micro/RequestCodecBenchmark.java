package io.paxosstore.bench.micro;

import io.paxosstore.bench.load.LoadKeys;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.WriteId;

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

/** Frames between client and server, of keys. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RequestCodecBenchmark {
    private static final int SPACE = 1;
    private static final int DEADLINE_MILLIS = 1_000;
    private static final int BUFFER_BYTES = 4096;
    private static final int VALUE_BYTES = 100;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final byte[] key = LoadKeys.key(4711);
    private final KvOperation put = new KvOperation.Put(new byte[VALUE_BYTES], 0);
    private final ByteBuffer write =
            encoded(new Request.KvWrite(1, new WriteId(1, 0, 1), DEADLINE_MILLIS, SPACE, key, put));
    private final ByteBuffer read =
            encoded(new Request.KvRead(1, DEADLINE_MILLIS, SPACE, ReadMode.LINEARIZABLE, key));
    private final ByteBuffer found = found();
    private long correlation;

    private static ByteBuffer encoded(Request request) {
        ByteBuffer frame = ByteBuffer.allocate(BUFFER_BYTES);
        RequestCodec.encode(request, frame);
        return frame.flip();
    }

    private static ByteBuffer found() {
        ByteBuffer frame = ByteBuffer.allocate(BUFFER_BYTES);
        ResponseCodec.encodeFound(frame, 1, 1, 1, 0, ByteBuffer.allocate(VALUE_BYTES));
        return frame.flip();
    }

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

    /** What a server makes of a put of 100 bytes. */
    @Benchmark
    public Request decodeWrite() throws MalformedFrameException {
        return RequestCodec.decode(write.rewind());
    }

    /** What a server makes of a get. */
    @Benchmark
    public Request decodeRead() throws MalformedFrameException {
        return RequestCodec.decode(read.rewind());
    }

    /** What a client makes of an answer with 100 bytes. */
    @Benchmark
    public Response decodeFound() throws MalformedFrameException {
        return ResponseCodec.decode(found.rewind());
    }
}
