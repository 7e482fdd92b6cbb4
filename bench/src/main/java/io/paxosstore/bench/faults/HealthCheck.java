package io.paxosstore.bench.faults;

import io.paxosstore.bench.process.ReplicaProcess;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Waits until all replicas are well after faults, and says which have ended. One thread. */
final class HealthCheck {
    private static final Duration HEALTHY_LIMIT = Duration.ofMinutes(2);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    /** What a node prints that stops because RocksDB takes no more writes. */
    private static final String MOVED_ASIDE = "the next start moves it aside";

    private final FaultyCluster target;
    private final FaultLog log;

    /** Replicas of which bits were flipped. */
    private final Set<Integer> flipped = new HashSet<>();

    HealthCheck(FaultyCluster target, FaultLog log) {
        this.target = target;
        this.log = log;
    }

    /** Bits of its files were flipped. */
    void flipped(int replica) {
        flipped.add(replica);
    }

    /**
     * Waits until all are ready and whole; starts those that have ended.
     *
     * @throws IOException when one is not in time
     */
    void await(List<Fault> after) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + HEALTHY_LIMIT.toNanos();
        for (ReplicaProcess replica : target.cluster().replicas()) {
            while (!isHealthy(replica)) {
                if (!replica.isAlive()) {
                    ended(replica, "after " + after);
                    replica.start();
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new IOException(
                            "replica %d is not ready and whole %d s after %s%n%s"
                                    .formatted(
                                            replica.id(),
                                            HEALTHY_LIMIT.toSeconds(),
                                            after,
                                            replica.logTail()));
                }
                Thread.sleep(POLL_INTERVAL);
            }
        }
        log.note("all are ready and whole");
    }

    /**
     * A replica has ended by itself. It may where bits of it were flipped and RocksDB's background
     * has met them: the next start moves the damaged data aside, and is up to whoever supervises
     * the process.
     */
    void ended(ReplicaProcess replica, String when) {
        String what = "replica " + replica.id() + " ended by itself " + when;
        if (flipped.contains(replica.id()) && replica.logTail().contains(MOVED_ASIDE)) {
            log.note(what + ": its data is damaged");
        } else {
            log.problem(what);
        }
    }

    /** Ready, and whole: one that rebuilds what it lost counts as faulty. */
    private static boolean isHealthy(ReplicaProcess replica) throws InterruptedException {
        try {
            return replica.isReady() && replica.isWhole();
        } catch (IOException e) {
            return false;
        }
    }
}
