package io.paxosstore.bench.micro;

import io.paxosstore.bench.process.ScratchDirectory;
import io.paxosstore.log.record.RecordFormat;

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
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What may lie under the journal: the storage engines' preallocated segments, or Chronicle Queue. A
 * write of so many records of 100 bytes each, with and without a sync behind it.
 *
 * <p>The place for temporary files (system property {@code java.io.tmpdir}) must be on a real disk.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dchronicle.analytics.disable=true",
            "-Dchronicle.announcer.disable=true",
            "-Dchronicle.disk.monitor.disable=true"
        })
public class LogBenchmark {
    /** The log. */
    public enum Kind {
        SEGMENTS,
        CHRONICLE_PER_RECORD,
        CHRONICLE_PER_WRITE
    }

    @Param private Kind kind = Kind.SEGMENTS;

    @Param({"1", "8", "64"})
    private int records;

    private final RecordFormat format = new RecordFormat();
    private final BenchmarkRecords source = new BenchmarkRecords(10_000);
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 10);
    private @Nullable ScratchDirectory directory;
    private @Nullable BenchmarkLog log;

    /** Makes the log. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        ScratchDirectory created = ScratchDirectory.create("log-benchmark");
        directory = created;
        log =
                switch (kind) {
                    case SEGMENTS -> new SegmentLog(created.path(), new BenchmarkListener());
                    case CHRONICLE_PER_RECORD -> new ChronicleLog(created.path(), true);
                    case CHRONICLE_PER_WRITE -> new ChronicleLog(created.path(), false);
                };
    }

    /** Removes it. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        Objects.requireNonNull(log).close();
        Objects.requireNonNull(directory).close();
    }

    private BenchmarkLog write() throws IOException {
        BenchmarkLog target = Objects.requireNonNull(log);
        buffer.clear();
        for (int i = 0; i < records; i++) {
            format.encode(source.next(), 0, 0, buffer);
        }
        buffer.flip();
        target.append(buffer, records);
        return target;
    }

    /** Encodes and appends, without a sync. */
    @Benchmark
    public void append() throws IOException {
        write();
    }

    /** Encodes, appends and makes durable. */
    @Benchmark
    public void commit() throws IOException {
        write().sync();
    }
}
