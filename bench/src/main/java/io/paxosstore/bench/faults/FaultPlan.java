package io.paxosstore.bench.faults;

import io.paxosstore.core.RandomSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws the faults of a run from a seed: the same seed gives the same faults in the same order. At
 * any time there is one victim, so that of three replicas at most a minority is faulty.
 *
 * <p>A fault of members runs to its end, all slots being whole again, before the next fault begins;
 * only the kill that is part of {@link FaultKind#KILL_DRIVER} happens while slots move. So the plan
 * knows the nodes that there are at each moment, and needs nobody to tell it: three at least, five
 * at most. Not thread-safe.
 */
final class FaultPlan {
    private static final int PAUSE_MILLIS_MAX = 10_000;
    private static final int LENGTH_MILLIS_MAX = 4_000;
    private static final int LENGTH_MILLIS_MIN = 50;
    private static final int REST_MILLIS_MAX = 1_500;
    private static final double SECOND_FAULT_CHANCE = 0.3;
    private static final int NODES_MAX = 5;
    private static final double JOIN_CHANCE = 0.5;

    private final List<FaultKind> kinds;
    private final List<FaultKind> ofNetwork;
    private final int sizeMin;
    private final List<Integer> nodes = new ArrayList<>();
    private final RandomSource random;
    private int nextId;

    /** The replica whose files may hold damage that nobody has met yet; 0 for none. */
    private int damaged;

    /**
     * @param kinds what may happen; a kind that is listed several times happens as many times as
     *     often
     * @param size how many replicas there are, with ids from 1, and how many must stay
     */
    FaultPlan(List<FaultKind> kinds, int size, long seed) {
        this.kinds = kinds.stream().sorted().toList();
        this.ofNetwork = this.kinds.stream().filter(FaultKind::isOfNetwork).toList();
        this.sizeMin = size;
        for (int id = 1; id <= size; id++) {
            nodes.add(id);
        }
        this.nextId = size + 1;
        this.random = new RandomSource(seed);
    }

    /** How long all is well before the next faults. */
    Duration rest() {
        return Duration.ofMillis(random.nextInt(REST_MILLIS_MAX));
    }

    /** One or two faults of one victim, to begin together; one of members comes alone. */
    List<Fault> next() {
        return next(kinds.get(random.nextInt(kinds.size())));
    }

    /** Like {@link #next()}, of this kind, or its opposite if there are too few nodes or many. */
    List<Fault> next(FaultKind kind) {
        if (kind.isOfMembers()) {
            return List.of(ofMembers(kind));
        }
        int victim = victim(kind);
        List<Fault> faults = new ArrayList<>();
        faults.add(fault(kind, victim));
        if (!kind.isOfNetwork() && !ofNetwork.isEmpty() && random.chance(SECOND_FAULT_CHANCE)) {
            faults.add(fault(ofNetwork.get(random.nextInt(ofNetwork.size())), victim));
        }
        return faults;
    }

    /** Faults of another victim, to begin together with these; none of them loses data. */
    List<Fault> beside(List<Fault> others) {
        int victim = others.getFirst().victim();
        int at = nodes.indexOf(victim) + 1 + random.nextInt(nodes.size() - 1);
        FaultKind kind = kinds.get(random.nextInt(kinds.size()));
        return List.of(fault(kind, nodes.get(at % nodes.size())));
    }

    /** What makes the nodes as many as in the beginning; empty when they are. */
    List<Fault> surplus() {
        List<Fault> drains = new ArrayList<>();
        while (nodes.size() > sizeMin) {
            drains.add(ofMembers(FaultKind.DRAIN));
        }
        return drains;
    }

    private Fault ofMembers(FaultKind wanted) {
        boolean mustJoin = nodes.size() <= sizeMin;
        boolean mayJoin = nodes.size() < NODES_MAX;
        long seed = random.nextLong();
        return switch (wanted) {
            case REPLACE -> {
                int dead = leave();
                yield new Fault(wanted, dead, join(), Duration.ZERO, seed);
            }
            case JOIN_AND_SPREAD, DRAIN -> {
                boolean joins = mustJoin || (mayJoin && wanted == FaultKind.JOIN_AND_SPREAD);
                FaultKind kind = joins ? FaultKind.JOIN_AND_SPREAD : FaultKind.DRAIN;
                yield new Fault(kind, joins ? join() : leave(), 0, Duration.ZERO, seed);
            }
            default -> {
                boolean joins = mustJoin || (mayJoin && random.chance(JOIN_CHANCE));
                yield new Fault(wanted, joins ? join() : leave(), 0, Duration.ZERO, seed);
            }
        };
    }

    private int join() {
        nodes.add(nextId);
        return nextId++;
    }

    private int leave() {
        int id = nodes.get(random.nextInt(nodes.size()));
        nodes.removeIf(node -> node == id);
        return id;
    }

    private int anyone() {
        return nodes.get(random.nextInt(nodes.size()));
    }

    /**
     * Whom it happens to. Damage that nobody has read yet is still there: until it is wiped away,
     * no other replica may lose what it holds.
     */
    private int victim(FaultKind kind) {
        if (!kind.losesData()) {
            return anyone();
        }
        int victim = damaged > 0 ? damaged : anyone();
        damaged = kind == FaultKind.FLIP ? victim : 0;
        return victim;
    }

    private Fault fault(FaultKind kind, int victim) {
        int size = nodes.size();
        int peer = nodes.get((nodes.indexOf(victim) + 1 + random.nextInt(size - 1)) % size);
        int max = kind == FaultKind.PAUSE ? PAUSE_MILLIS_MAX : LENGTH_MILLIS_MAX;
        // Short ones more often than long ones: squared, and cut off.
        double share = random.nextInt(1000) / 1000.0;
        long millis = LENGTH_MILLIS_MIN + (long) (share * share * (max - LENGTH_MILLIS_MIN));
        return new Fault(kind, victim, peer, Duration.ofMillis(millis), random.nextLong());
    }
}
