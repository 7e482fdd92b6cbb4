package io.paxosstore.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Loads of entities against three nodes in this process. */
class EntityTargetTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final int CLIENTS = 32;

    @Test
    void everyOperationOfEntitiesIsDoneAndReported() throws Exception {
        byte[] key = LoadKeys.key(1);
        byte[] value = LoadKeys.randomValue(100, new RandomSource(1));
        LoadPlan plan =
                new LoadPlan(
                        CLIENTS,
                        LoadPlan.UNPACED,
                        LoadPlan.Mode.ASYNC,
                        OperationMix.parse("enqueue=50,map-get=50"),
                        value.length,
                        20,
                        KeyChooser.Distribution.UNIFORM,
                        Duration.ZERO,
                        Duration.ofSeconds(2),
                        1);
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                EntityTarget target = connect(cluster)) {
            target.fill(key, value).get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            for (OperationKind kind : OperationKind.values()) {
                if (kind.isOfEntity()) {
                    target.call(kind, key, value).get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
                }
            }
            assertEquals(Optional.of(2L), target.counter(key).get(), "counter and multi-op");
            LoadGenerator generator = new LoadGenerator(plan, List.of(target));
            generator.preload();
            LoadReport report = new LoadReport(plan, 1, generator.run());
            assertTrue(report.isClean(), report.toTable());
            assertTrue(report.toJson().contains(",\"enqueue\":{\"count\":"), report.toJson());
            assertTrue(report.toJson().contains(",\"map-get\":{\"count\":"), report.toJson());
        }
    }

    @Test
    void aHotEntityCountsEveryIncrementOnce() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                EntityTarget target = connect(cluster)) {
            HotEntity hot = new HotEntity(target, "hot");
            HotEntity.Outcome one = hot.run(1, Duration.ZERO, Duration.ofMillis(500));
            HotEntity.Outcome many = hot.run(64, Duration.ZERO, Duration.ofSeconds(1));
            assertTrue(one.isExact() && one.acknowledged() > 0, one::toString);
            assertTrue(many.isExact() && many.acknowledged() > 0, many::toString);
            assertEquals(0, many.unknown(), many::toString);
            assertTrue(many.entries() < many.counted(), many::toString);
        }
    }

    private static EntityTarget connect(EmbeddedCluster cluster) {
        return EntityTarget.connect(
                cluster.connectString(), "entities", ReadMode.LINEARIZABLE, DEADLINE);
    }
}
