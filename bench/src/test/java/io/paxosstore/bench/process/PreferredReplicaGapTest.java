package io.paxosstore.bench.process;

import io.paxosstore.bench.faults.FaultyCluster;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** How long a client waits at most when the preferred replica of its key is killed. */
@Tag("process")
class PreferredReplicaGapTest {
    private static final int KILLS = 20;
    private static final int CLIENTS = 8;
    private static final int WRITES_BETWEEN = 2_000;
    private static final long SEED = 3;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    @Tag("faults")
    void twentyKills() throws Exception {
        FaultyCluster cluster =
                FaultyCluster.create(directory, FaultRun.REPLICAS, Set.of(), "", SEED);
        try (FaultRun run = FaultRun.start(cluster, CLIENTS)) {
            List<Long> gaps = new ArrayList<>();
            for (int kill = 0; kill < KILLS; kill++) {
                ReplicaProcess victim = run.replica(1 + kill % FaultRun.REPLICAS);
                run.stats().intervalLatencyNanos();
                victim.kill();
                run.awaitWrites(WRITES_BETWEEN);
                gaps.add(run.stats().intervalLatencyNanos().getMaxValue() / 1_000_000);
                victim.start();
                victim.awaitReady(ReplicaCluster.READY_LIMIT);
                run.awaitWrites(WRITES_BETWEEN);
            }
            run.assertNothingLost();
            run.report("preferred replicas killed twenty times");
            gaps.sort(null);
            System.out.printf(
                    "longest wait of any client after a kill: median %d ms, maximum %d ms (%s)%n",
                    gaps.get(KILLS / 2), gaps.getLast(), gaps);
            run.assertNothingFailed();
        }
    }
}
