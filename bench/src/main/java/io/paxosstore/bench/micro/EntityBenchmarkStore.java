package io.paxosstore.bench.micro;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.lsm.entity.EntityEngine;
import io.paxosstore.lsm.entity.EntityEngineConfig;
import io.paxosstore.lsm.entity.EntityEngineShard;
import io.paxosstore.lsm.entity.EntityEnvironment;
import io.paxosstore.lsm.entity.EvaluationConfig;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.Operation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * An engine of entities with one shard, of which the benchmark's thread is shard, log writer and
 * background: no hand-over between threads is measured. It does what a replica does for an entry,
 * without the protocol.
 */
final class EntityBenchmarkStore implements AutoCloseable {
    private static final int SPACE = 1 << 24;
    private static final int NODE = 1;
    private static final long CLOCK_MILLIS = 1_700_000_000_000L;
    private static final byte[] NO_REQUESTS = EntityHead.NOTHING.requestTable();

    private final EntityEngine engine;
    private final EntityEngineShard shard;
    private final EntityKey[] keys;
    private final long[] versions;
    private long ticket;

    /** A second for each change: what is not compiled yet, or waits for a processor, is slow. */
    private static final EvaluationConfig PATIENT =
            new EvaluationConfig(
                    Duration.ofSeconds(1),
                    EvaluationConfig.DEFAULT.threads(),
                    EvaluationConfig.DEFAULT.waitingMax(),
                    EvaluationConfig.DEFAULT.stepsMax());

    /** Makes the engine and fills every entity. */
    EntityBenchmarkStore(Path directory, int entities) throws IOException {
        EntityEngineConfig defaults = EntityEngineConfig.of(directory, new UUID(1, 1), 1, 1);
        EntityEngineConfig config =
                defaults.withStores(
                                defaults.journal().withoutThreads(),
                                defaults.lsm(),
                                defaults.data())
                        .withEvaluation(PATIENT);
        engine =
                EntityEngine.open(
                        config,
                        FileSystem.real(),
                        new BenchmarkListener(),
                        EntityEnvironment.system(() -> Standing.NEW));
        engine.begin();
        shard = engine.shard(0);
        keys = new EntityKey[entities];
        versions = new long[entities];
        for (int number = 0; number < entities; number++) {
            keys[number] =
                    new EntityKey(SPACE, ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
            change(number, ModelOperation.filling());
        }
        commit();
        background();
    }

    /** How many entities there are. */
    int entities() {
        return keys.length;
    }

    /** Changes an entity: evaluated, appended to the journal, applied; not durable yet. */
    byte[] change(int entity, List<Operation> operations) {
        EntityKey key = keys[entity];
        long version = versions[entity];
        MultiOp multiOp = new MultiOp(List.of(), operations, List.of());
        Input.Evaluated answer =
                shard.evaluate(
                        new Effects.Evaluate(
                                key,
                                ++ticket,
                                version,
                                CLOCK_MILLIS + ticket,
                                List.of(new EntityCommand(multiOp))));
        if (answer.results().isEmpty()) {
            throw new IllegalStateException("no answer for version " + version + " of " + key);
        }
        long entry = version + 1;
        ValueId id = new ValueId(NODE, 1, ticket);
        EntryValue value = EntryValue.of(id, answer.changes());
        shard.append(new LogRecord(key, entry, 0, 0, value, true, entry), ticket);
        EntityHead head = EntityHead.of(entry, id, CLOCK_MILLIS + ticket, NO_REQUESTS);
        shard.apply(new Effects.Apply(key, head, answer.changes()));
        versions[entity] = entry;
        return Objects.requireNonNull(answer.results().getFirst(), "a change takes long");
    }

    /** Reads an entity. */
    byte[] read(int entity, List<Operation> operations) {
        MultiOp multiOp = new MultiOp(List.of(), operations, List.of());
        EntityShard.ReadAnswer answer = shard.read(keys[entity], new EntityCommand(multiOp));
        if (answer instanceof EntityShard.ReadAnswer.Read read) {
            return read.result();
        }
        throw new IllegalStateException("no answer of " + keys[entity] + ": " + answer);
    }

    /** One group commit: everything appended is durable in the journal. */
    void commit() {
        shard.commit();
        engine.runWriterOnce();
        shard.drain((key, done) -> {});
    }

    /** The background work that is due: flushes, files of the journal made ahead and emptied. */
    void background() {
        while (engine.runBackgroundOnce() > 0) {
            commit();
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
