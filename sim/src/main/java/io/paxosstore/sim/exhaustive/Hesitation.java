package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.RandomSource;

/**
 * How long it takes in one random walk until happens to a node what may happen at any time: that it
 * enters a later epoch, gets a request, or fails. Were all equally quick in all walks, nobody would
 * ever be found far behind. Not thread-safe.
 */
final class Hesitation {
    /** How often an event is put off when its turn comes. */
    private static final double[] CHANCES = {0, 0.9, 0.99};

    /** By node id; 0 stands for the topology. */
    private final double[] enters;

    private final double[] requests;
    private final double[] faults;

    Hesitation(RandomSource random, int nodes) {
        this.enters = new double[nodes + 1];
        this.requests = new double[nodes + 1];
        this.faults = new double[nodes + 1];
        for (int node = 0; node <= nodes; node++) {
            enters[node] = CHANCES[random.nextInt(CHANCES.length)];
            requests[node] = CHANCES[random.nextInt(CHANCES.length)];
            faults[node] = CHANCES[random.nextInt(CHANCES.length)];
        }
    }

    /** How often this event is put off. */
    double of(Move move) {
        return switch (Action.kind(move.action())) {
            case Action.ENTER, Action.GO_ON -> enters[move.node()];
            case Action.CLIENT -> requests[move.node()];
            case Action.CRASH, Action.WIPE -> faults[move.node()];
            default -> 0;
        };
    }
}
