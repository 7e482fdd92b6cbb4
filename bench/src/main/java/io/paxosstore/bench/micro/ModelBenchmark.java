package io.paxosstore.bench.micro;

import io.paxosstore.bench.process.ScratchDirectory;
import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.model.Operation;

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
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The storage engine's cost of an operation of each model, on 1,000 entities with 100 elements in
 * each object. A read is evaluated on the data. A change is evaluated, appended to the journal,
 * applied to the data, and made durable with 63 others by one fdatasync, a 64th of which is part of
 * the figure; so are the flushes.
 *
 * <p>The place for temporary files (system property {@code java.io.tmpdir}) must be on a real disk.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class ModelBenchmark {
    private static final int ENTITIES = 1_000;
    private static final int GROUP = 64;
    private static final int GROUPS_BETWEEN_BACKGROUND = 64;

    @Param private ModelOperation operation = ModelOperation.VALUE_PUT;

    private final RandomSource random = new RandomSource(1);
    private final long[] calls = new long[ENTITIES];
    private @Nullable ScratchDirectory directory;
    private @Nullable EntityBenchmarkStore store;
    private boolean isRead;
    private long changes;

    /** Makes and fills the store. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        ScratchDirectory created = ScratchDirectory.create("model-benchmark");
        directory = created;
        store = new EntityBenchmarkStore(created.path(), ENTITIES);
        isRead = operation.of(0).stream().noneMatch(Operation::isUpdate);
    }

    /** Removes it. */
    @TearDown(Level.Trial)
    public void close() {
        Objects.requireNonNull(store).close();
        Objects.requireNonNull(directory).close();
    }

    /** One operation of one entity. */
    @Benchmark
    public byte[] call() {
        EntityBenchmarkStore called = Objects.requireNonNull(store);
        int entity = random.nextInt(ENTITIES);
        List<Operation> operations = operation.of(calls[entity]++);
        if (isRead) {
            return called.read(entity, operations);
        }
        byte[] result = called.change(entity, operations);
        if (++changes % GROUP == 0) {
            called.commit();
            if (changes % (GROUP * GROUPS_BETWEEN_BACKGROUND) == 0) {
                called.background();
            }
        }
        return result;
    }
}
