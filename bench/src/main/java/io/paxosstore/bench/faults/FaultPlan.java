package io.paxosstore.bench.faults;

import io.paxosstore.core.RandomSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Draws the faults of a run from a seed: the same seed gives the same faults in the same order. At
 * any time there is one victim, so that of three replicas at most a minority is faulty. Not
 * thread-safe.
 */
final class FaultPlan {
    private static final int PAUSE_MILLIS_MAX = 10_000;
    private static final int LENGTH_MILLIS_MAX = 4_000;
    private static final int LENGTH_MILLIS_MIN = 50;
    private static final int REST_MILLIS_MAX = 1_500;
    private static final double SECOND_FAULT_CHANCE = 0.3;

    private final List<FaultKind> kinds;
    private final List<FaultKind> ofNetwork;
    private final int size;
    private final int lossVictim;
    private final RandomSource random;

    /**
     * @param kinds what may happen
     * @param size how many replicas there are
     */
    FaultPlan(Set<FaultKind> kinds, int size, long seed) {
        this.kinds = kinds.stream().sorted().toList();
        this.ofNetwork = this.kinds.stream().filter(FaultKind::isOfNetwork).toList();
        this.size = size;
        this.random = new RandomSource(seed);
        this.lossVictim = 1 + random.nextInt(size);
    }

    /** How long all is well before the next faults. */
    Duration rest() {
        return Duration.ofMillis(random.nextInt(REST_MILLIS_MAX));
    }

    /** One or two faults of one victim, to begin together. */
    List<Fault> next() {
        FaultKind kind = kinds.get(random.nextInt(kinds.size()));
        // Damage that nobody has read yet is still there: it must not meet damage of another.
        boolean isFixed = kind.losesData() && kinds.contains(FaultKind.FLIP);
        int victim = isFixed ? lossVictim : 1 + random.nextInt(size);
        List<Fault> faults = new ArrayList<>();
        faults.add(fault(kind, victim));
        if (!kind.isOfNetwork() && !ofNetwork.isEmpty() && random.chance(SECOND_FAULT_CHANCE)) {
            faults.add(fault(ofNetwork.get(random.nextInt(ofNetwork.size())), victim));
        }
        return faults;
    }

    private Fault fault(FaultKind kind, int victim) {
        int peer = 1 + (victim - 1 + 1 + random.nextInt(size - 1)) % size;
        int max = kind == FaultKind.PAUSE ? PAUSE_MILLIS_MAX : LENGTH_MILLIS_MAX;
        // Short ones more often than long ones: squared, and cut off.
        double share = random.nextInt(1000) / 1000.0;
        long millis = LENGTH_MILLIS_MIN + (long) (share * share * (max - LENGTH_MILLIS_MIN));
        return new Fault(kind, victim, peer, Duration.ofMillis(millis), random.nextLong());
    }
}
