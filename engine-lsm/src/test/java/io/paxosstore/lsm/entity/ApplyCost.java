package io.paxosstore.lsm.entity;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.Input;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.ValueOperation;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.LongFunction;

/**
 * Prints the processor time of a shard's thread for applying a change, by the changes that one turn
 * applies; argument: an empty directory on a real disk. Not a test.
 */
final class ApplyCost {
    private static final int SPACE = 1 << 24;
    private static final byte[] NO_REQUESTS = EntityHead.NOTHING.requestTable();
    private static final int ENTITIES = 10_000;
    private static final int CHANGES_OF_ROUND = 16_384;
    private static final int ROUNDS = 12;
    private static final int WARM_ROUNDS = 4;
    private static final int[] TURNS = {1, 8, 64};
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final EntityEngine engine;
    private final EntityEngineShard shard;
    private final long[] versions = new long[ENTITIES];
    private final Random random = new Random(1);
    private long ticket;

    private ApplyCost(Path directory) throws IOException {
        EntityEngineConfig defaults = EntityEngineConfig.of(directory, new UUID(1, 1), 1, 1);
        EvaluationConfig patient =
                new EvaluationConfig(
                        Duration.ofSeconds(1),
                        EvaluationConfig.DEFAULT.threads(),
                        EvaluationConfig.DEFAULT.waitingMax(),
                        EvaluationConfig.DEFAULT.stepsMax());
        engine =
                EntityEngine.open(
                        defaults.withStores(
                                        defaults.journal().withoutThreads(),
                                        defaults.lsm(),
                                        defaults.data())
                                .withEvaluation(patient),
                        FileSystem.real(),
                        new Failing(),
                        EntityEnvironment.system(() -> Standing.NEW));
        engine.begin();
        shard = engine.shard(0);
    }

    private record Failing() implements StorageEngine.Listener {
        @Override
        public void wake(int shardIndex) {}

        @Override
        public void failed(Throwable cause) {
            throw new IllegalStateException(cause);
        }

        @Override
        public void damaged(int shardIndex, EntityKey key) {
            throw new IllegalStateException("damaged: " + key);
        }
    }

    public static void main(String[] arguments) throws IOException {
        ApplyCost cost = new ApplyCost(Path.of(arguments[0]));
        byte[] element = new byte[100];
        cost.print("counter", _ -> new ValueOperation.Increment("counter", 1, 0));
        cost.print("map-put", n -> field(n, element));
        cost.print("enqueue", _ -> new QueueOperation.Enqueue("queue", List.of(element)));
        cost.engine.close();
    }

    private static Operation field(long number, byte[] element) {
        byte[] name = ByteBuffer.allocate(Integer.BYTES).putInt((int) (number % 100)).array();
        return new MapOperation.Put("map", List.of(new MapOperation.Field(name, element)), 0);
    }

    private void print(String name, LongFunction<Operation> operation) {
        for (int turn : TURNS) {
            double[] micros = new double[ROUNDS];
            for (int round = -WARM_ROUNDS; round < ROUNDS; round++) {
                long nanos = 0;
                for (int i = 0; i < CHANGES_OF_ROUND; i += turn) {
                    nanos += turn(turn, operation);
                }
                if (round >= 0) {
                    micros[round] = nanos / 1e3 / CHANGES_OF_ROUND;
                }
                engine.flush();
                shard.drain((key, done) -> {});
                engine.runBackgroundOnce();
            }
            Arrays.sort(micros);
            System.out.printf(
                    "%s, %d changes in a turn: %.2f us each (least %.2f, most %.2f)%n",
                    name, turn, micros[ROUNDS / 2], micros[0], micros[ROUNDS - 1]);
        }
    }

    /** Evaluates a turn's changes, then applies them; returns the time of the latter. */
    private long turn(int count, LongFunction<Operation> operation) {
        List<Effects.Apply> entries = new ArrayList<>(count);
        int first = random.nextInt(ENTITIES);
        for (int i = 0; i < count; i++) {
            entries.add(entry((first + i * 7919) % ENTITIES, operation));
        }
        long before = THREADS.getCurrentThreadCpuTime();
        entries.forEach(shard::apply);
        shard.commit();
        return THREADS.getCurrentThreadCpuTime() - before;
    }

    private Effects.Apply entry(int number, LongFunction<Operation> operation) {
        EntityKey key = new EntityKey(SPACE, ByteBuffer.allocate(4).putInt(number).array());
        long version = versions[number]++;
        MultiOp multiOp = MultiOp.of(operation.apply(random.nextInt(1000)));
        Input.Evaluated answer =
                shard.evaluate(
                        new Effects.Evaluate(
                                key,
                                ++ticket,
                                version,
                                ticket,
                                List.of(new EntityCommand(multiOp))));
        ValueId id = new ValueId(1, 1, ticket);
        EntityHead after = EntityHead.of(version + 1, id, ticket, NO_REQUESTS);
        return new Effects.Apply(key, after, answer.changes());
    }
}
