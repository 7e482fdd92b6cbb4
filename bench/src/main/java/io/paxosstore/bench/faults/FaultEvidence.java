package io.paxosstore.bench.faults;

import io.paxosstore.bench.process.ReplicaProcess;

import java.io.IOException;
import java.time.Duration;

/**
 * Whether a victim's own figures show what was done to its disk: a fault that is injected and has
 * no effect tests nothing. Used by one thread.
 */
final class FaultEvidence {
    /** A sync is as slow as it was made when it takes this share of the delay; clocks differ. */
    private static final double SLOW_SHARE_MIN = 0.9;

    private final ReplicaProcess victim;
    private final FaultKind kind;
    private final Duration delay;
    private final Figures before;

    /** Figures of a replica at one moment. */
    private record Figures(double refused, double syncs, double syncSeconds) {
        static Figures of(ReplicaProcess replica) throws IOException, InterruptedException {
            String full = "reason=\"disk_full\"";
            return new Figures(
                    replica.figure("paxosstore_requests_total", "outcome=\"disk_full\"")
                            + replica.figure("paxosstore_peer_messages_dropped_total", full),
                    replica.figure("paxosstore_storage_fsyncs_total", ""),
                    replica.figure("paxosstore_storage_fsync_seconds_total", ""));
        }
    }

    private FaultEvidence(ReplicaProcess victim, FaultKind kind, Duration delay, Figures before) {
        this.victim = victim;
        this.kind = kind;
        this.delay = delay;
        this.before = before;
    }

    /** Whether a kind can be seen in the victim's figures. */
    static boolean isKept(FaultKind kind) {
        return kind == FaultKind.FULL || kind == FaultKind.SLOW;
    }

    /**
     * Notes how things are when a fault has begun.
     *
     * @param delay of each sync, if it is one that makes them slow
     */
    static FaultEvidence begin(ReplicaProcess victim, FaultKind kind, Duration delay)
            throws IOException, InterruptedException {
        return new FaultEvidence(victim, kind, delay, Figures.of(victim));
    }

    /** What was done. */
    FaultKind kind() {
        return kind;
    }

    /** Whether something can be seen since the beginning; asked while the fault still lasts. */
    boolean isSeen() throws IOException, InterruptedException {
        Figures now = Figures.of(victim);
        if (kind == FaultKind.FULL) {
            return now.refused() > before.refused();
        }
        double syncs = now.syncs() - before.syncs();
        double seconds = now.syncSeconds() - before.syncSeconds();
        // The sync that was under way when the fault began was as fast as ever.
        return syncs > 1 && seconds >= SLOW_SHARE_MIN * (syncs - 1) * delay.toMillis() / 1e3;
    }
}
