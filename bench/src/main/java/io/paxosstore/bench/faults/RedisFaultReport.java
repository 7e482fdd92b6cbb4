package io.paxosstore.bench.faults;

import io.paxosstore.bench.redis.RedisTally;
import io.paxosstore.bench.redis.Told;

import java.util.List;
import java.util.Locale;

/**
 * How a run of clients of Redis went.
 *
 * @param seed it is reproduced by, as far as real processes can be
 * @param calls what came of the calls
 * @param objects how many objects have a history
 * @param faults how often each kind was injected
 * @param pairs how often two nodes were faulty at the same time
 * @param seconds how long it took, start and checks included
 * @param problems what is wrong, a sentence each; empty when nothing is
 */
public record RedisFaultReport(
        long seed,
        RedisTally calls,
        int objects,
        FaultTally faults,
        int pairs,
        double seconds,
        List<String> problems)
        implements FaultRun.Result {
    /** Takes a copy of the problems. */
    public RedisFaultReport {
        problems = List.copyOf(problems);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "seed %d: %s, %,d calls answered on %,d objects, %,d not executed, %,d of unknown"
                        + " outcome (%,d without a reply in time, %,d whose connection ended, %,d"
                        + " told so), faults: %s, two nodes at once %d times; %.0f s",
                seed,
                isClean() ? "ok" : "FAILED",
                calls.done(),
                objects,
                calls.notDone(),
                calls.unknown(),
                calls.unknown(Told.Why.TIMEOUT),
                calls.unknown(Told.Why.CLOSED),
                calls.unknown(Told.Why.TOLD),
                faults,
                pairs,
                seconds);
    }
}
