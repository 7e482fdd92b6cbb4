package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * One of three nodes is killed under load and comes back, with its disk or without: second by
 * second what the clients have of it (PaxosStore, figure 11), and how the node recovers.
 *
 * @param mix what the clients do
 * @param isWiped whether the node comes back at once, with nothing; else it is away for a while
 */
record Loss(OperationMix mix, boolean isWiped) implements Experiment {
    private static final int VICTIM = 3;
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration LIMIT = Duration.ofMinutes(15);

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        LoadPlan plan = laboratory.plan(mix);
        LoadPlan endless = plan.withTimes(Duration.ZERO, LONGEST);
        try (Subject subject = Subject.start(VICTIM, "")) {
            subject.preload(plan);
            ReplicaProcess victim = subject.cluster().replica(VICTIM);
            try (RunningLoad load = RunningLoad.start(subject.addresses(), List.of(endless))) {
                Thread.sleep(laboratory.warmup());
                LossTimeline timeline = new LossTimeline(load.seconds(), victim, recovered());
                timeline.watch(laboratory.duration());
                victim.kill();
                timeline.event("killed");
                if (isWiped) {
                    victim.wipe();
                } else {
                    timeline.watch(laboratory.duration());
                }
                victim.start();
                timeline.event("started");
                Thread ready = Thread.ofVirtual().start(() -> awaitReady(victim, timeline));
                timeline.watchUntilWhole(LIMIT);
                ready.join();
                timeline.watch(laboratory.duration());
                timeline.print(laboratory.out());
                if (laboratory.plot() != null) {
                    timeline.plot().write(laboratory.plot());
                }
                return timeline.failed();
            }
        }
    }

    private String recovered() {
        return isWiped ? "paxosstore_recovery_rebuilt_total" : "paxosstore_recovery_done_total";
    }

    private static void awaitReady(ReplicaProcess victim, LossTimeline timeline) {
        try {
            victim.awaitReady(ReplicaCluster.READY_LIMIT);
            timeline.event("ready");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
