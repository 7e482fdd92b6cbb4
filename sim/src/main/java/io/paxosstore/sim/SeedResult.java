package io.paxosstore.sim;

import io.paxosstore.core.ReplicaStats;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/**
 * How one seed's run ended.
 *
 * @param seed the seed
 * @param nodes how many nodes there were
 * @param voting who voted
 * @param kind the kind of space
 * @param scans whether names were listed now and then
 * @param traceHash the hash of everything that happened
 * @param violation the broken invariant's name; null when all held
 * @param detail what was seen; empty when all held
 * @param events how many events were simulated
 * @param calls how many calls of clients were answered
 * @param counts what the replicas counted
 * @param faults the faults there were
 * @param occurrences what else happened, in an entity space
 */
public record SeedResult(
        long seed,
        int nodes,
        Voting voting,
        SpaceKind kind,
        boolean scans,
        long traceHash,
        @Nullable String violation,
        String detail,
        long events,
        int calls,
        Map<ReplicaStats.Counter, Long> counts,
        Map<Fault, Long> faults,
        Map<Occurrence, Long> occurrences) {
    /** Whether all invariants held. */
    public boolean isClean() {
        return violation == null;
    }

    /** The one line that reproduces this run. */
    public String command() {
        String options = kind == SpaceKind.KEY_VALUE ? "" : " --kind " + kind;
        return "bin/paxosstore sim --seeds "
                + seed
                + " --nodes "
                + nodes
                + options
                + (voting == Voting.STAYS ? "" : " " + voting.option())
                + (scans ? " --scans" : "");
    }

    /** A line for people. */
    @Override
    public String toString() {
        return isClean()
                ? "seed %d, N=%d: %d calls, %d events, trace %016x"
                        .formatted(seed, nodes, calls, events, traceHash)
                : "seed %d, N=%d: %s (%s)%n  reproduce: %s"
                        .formatted(seed, nodes, violation, detail, command());
    }
}
