package io.paxosstore.sim.exhaustive;

/** Says what can happen in a state within a bound. Not thread-safe. */
final class Enabled {
    private final Bound bound;
    private final IntList actions = new IntList();

    /** The state at hand: the local states by node id, and the step of the topology. */
    private LocalState[] nodes = {};

    private int step;

    Enabled(Bound bound) {
        this.bound = bound;
    }

    /**
     * Everything that can happen to a node, or to the topology.
     *
     * @param at the local states, by node id
     * @param topology how far the topology is
     * @param node 0 for the topology
     */
    int[] actions(LocalState[] at, int topology, int node) {
        nodes = at;
        step = topology;
        actions.clear();
        if (node == 0) {
            if (bound.course().mayGoOn(step, nodes)) {
                actions.add(Action.of(Action.GO_ON, 0));
            }
        } else {
            addAll(node, nodes[node]);
        }
        return actions.toArray();
    }

    private void addAll(int node, LocalState own) {
        if (own.unsynced() > 0) {
            actions.add(Action.of(Action.PERSIST, 0));
        }
        requests(node, own);
        for (int other = 1; other < nodes.length; other++) {
            for (int message : nodes[other].sent()[node]) {
                actions.add(Action.of(Action.DELIVER, message));
            }
        }
        if (bound.has(Bound.Feature.TIME)) {
            actions.add(Action.of(Action.TICK, 0));
        }
        faults(node, own);
        for (int later = own.entered() + 1; later <= step; later++) {
            actions.add(Action.of(Action.ENTER, later));
        }
        if (bound.hasSweeps() && own.sweep().isRebuilding() && own.unsynced() == 0) {
            sweep(node, own);
        }
    }

    /** The bound's requests; a node that does not vote would refuse them. */
    private void requests(int node, LocalState own) {
        boolean isVoter = own.slot().voters().contains(node);
        for (int op = 0; isVoter && op < bound.ops().size(); op++) {
            if (bound.ops().get(op).node() == node && (own.issued() & 1 << op) == 0) {
                actions.add(Action.of(Action.CLIENT, op));
            }
        }
    }

    private void faults(int node, LocalState own) {
        int crashes = 0;
        int wipes = 0;
        for (int one = 1; one < nodes.length; one++) {
            crashes += nodes[one].crashes();
            wipes += nodes[one].wipes();
        }
        if (crashes < bound.crashes()) {
            for (int kept = 0; kept <= own.unsynced(); kept++) {
                actions.add(Action.of(Action.CRASH, kept));
            }
        }
        if (wipes < bound.wipes() && bound.mayLoseDisk(node) && othersAreWhole(node)) {
            actions.add(Action.of(Action.WIPE, step));
        }
    }

    /** A minority may have lost something at any time. */
    private boolean othersAreWhole(int but) {
        boolean whole = true;
        for (int node = 1; node < nodes.length; node++) {
            whole &= node == but || !nodes[node].sweep().isRebuilding();
        }
        return whole;
    }

    private void sweep(int node, LocalState own) {
        if (bound.has(Bound.Feature.RECOVER) && !own.sweep().hasAsked()) {
            actions.add(Action.of(Action.RECOVER, 0));
        }
        for (int other = 1; other < nodes.length; other++) {
            if (other != node && own.mayHaveWalked(node, nodes[other], other)) {
                actions.add(Action.of(Action.WALK, other));
            }
        }
    }
}
