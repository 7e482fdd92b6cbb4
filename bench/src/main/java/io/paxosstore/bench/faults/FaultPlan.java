package io.paxosstore.bench.faults;

import io.paxosstore.core.RandomSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
    private final RandomSource random;

    /** The replica whose files may hold damage that nobody has met yet; 0 for none. */
    private int damaged;

    /**
     * @param kinds what may happen; a kind that is listed several times happens as many times as
     *     often
     * @param size how many replicas there are
     */
    FaultPlan(List<FaultKind> kinds, int size, long seed) {
        this.kinds = kinds.stream().sorted().toList();
        this.ofNetwork = this.kinds.stream().filter(FaultKind::isOfNetwork).toList();
        this.size = size;
        this.random = new RandomSource(seed);
    }

    /** How long all is well before the next faults. */
    Duration rest() {
        return Duration.ofMillis(random.nextInt(REST_MILLIS_MAX));
    }

    /** One or two faults of one victim, to begin together. */
    List<Fault> next() {
        FaultKind kind = kinds.get(random.nextInt(kinds.size()));
        int victim = victim(kind);
        List<Fault> faults = new ArrayList<>();
        faults.add(fault(kind, victim));
        if (!kind.isOfNetwork() && !ofNetwork.isEmpty() && random.chance(SECOND_FAULT_CHANCE)) {
            faults.add(fault(ofNetwork.get(random.nextInt(ofNetwork.size())), victim));
        }
        return faults;
    }

    /**
     * Whom it happens to. Damage that nobody has read yet is still there: until it is wiped away,
     * no other replica may lose what it holds.
     */
    private int victim(FaultKind kind) {
        if (!kind.losesData()) {
            return 1 + random.nextInt(size);
        }
        int victim = damaged > 0 ? damaged : 1 + random.nextInt(size);
        damaged = kind == FaultKind.FLIP ? victim : 0;
        return victim;
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
