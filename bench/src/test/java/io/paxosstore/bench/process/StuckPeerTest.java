package io.paxosstore.bench.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.faults.FaultyCluster;
import io.paxosstore.bench.proxy.Link;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** A replica that is paused, or whose link takes nothing: the others go on, nothing piles up. */
@Tag("process")
class StuckPeerTest {
    private static final int CLIENTS = 16;
    private static final int STUCK_MILLIS = 10_000;
    private static final int SHORT_MILLIS = 2_500;
    private static final long SEED = 4;

    /** Heap, direct memory and code of a replica with its default options, and some more. */
    private static final long RESIDENT_BYTES_MAX = 1_600L << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private void run(
            String what, int millis, Set<Integer> stuck, FaultyCluster cluster, Steps steps)
            throws Exception {
        try (FaultRun run = FaultRun.start(cluster, CLIENTS)) {
            run.awaitWrites(2_000);
            tell(what + ", before", run.stats().intervalLatencyNanos(), 0);
            long start = System.nanoTime();
            steps.begin().run();
            Thread.sleep(millis);
            tell(what + ", stuck", run.stats().intervalLatencyNanos(), start);
            for (ReplicaProcess replica : cluster.cluster().replicas()) {
                long resident = replica.residentBytes();
                System.out.printf("  replica %d: %d MiB%n", replica.id(), resident >> 20);
                assertTrue(
                        stuck.contains(replica.id()) || resident < RESIDENT_BYTES_MAX,
                        "replica " + replica.id() + " has grown to " + resident + " bytes");
            }
            steps.end().run();
            run.awaitWrites(2_000);
            tell(what + ", after", run.stats().intervalLatencyNanos(), 0);
            run.assertNothingLost();
            run.report(what);
            run.assertNothingFailed();
        }
    }

    private record Steps(Step begin, Step end) {}

    private static void tell(String when, Histogram latency, long sinceNanos) {
        double seconds = (System.nanoTime() - sinceNanos) / 1e9;
        System.out.printf(
                "%s: p50 %.1f ms, p99 %.1f ms, longest %.1f ms%s%n",
                when,
                latency.getValueAtPercentile(50) / 1e6,
                latency.getValueAtPercentile(99) / 1e6,
                latency.getMaxValue() / 1e6,
                sinceNanos == 0
                        ? ""
                        : ", %.0f writes/s".formatted(latency.getTotalCount() / seconds));
    }

    private FaultyCluster cluster() throws IOException, InterruptedException {
        return FaultyCluster.create(directory, FaultRun.REPLICAS, Set.of(), "", SEED);
    }

    private void stall(int millis) throws Exception {
        FaultyCluster cluster = cluster();
        Link link = cluster.mesh().link(1, 2);
        run(
                "link from 1 to 2 stalled",
                millis,
                Set.of(),
                cluster,
                new Steps(() -> link.mode(Link.Mode.STALLED), () -> link.mode(Link.Mode.OPEN)));
    }

    @Test
    void aStalledLinkForAMoment() throws Exception {
        stall(SHORT_MILLIS);
    }

    @Test
    @Tag("faults")
    void aStalledLinkForTenSeconds() throws Exception {
        stall(STUCK_MILLIS);
    }

    @Test
    @Tag("faults")
    void aPausedReplicaForTenSeconds() throws Exception {
        FaultyCluster cluster = cluster();
        ReplicaProcess paused = cluster.cluster().replica(2);
        run(
                "replica 2 paused",
                STUCK_MILLIS,
                Set.of(2),
                cluster,
                new Steps(paused::pause, paused::resume));
    }
}
