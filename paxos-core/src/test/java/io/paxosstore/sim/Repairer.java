package io.paxosstore.sim;

import io.paxosstore.core.EntityKey;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;

import java.util.List;
import java.util.TreeSet;

/**
 * The background sweep of a node that has lost something: has every entity recovered, again and
 * again until each is, and then declares the node whole. Not thread-safe.
 */
final class Repairer {
    private static final long MILLI = 1_000_000L;
    private static final long ATTEMPT_NANOS = 300 * MILLI;
    private static final long RETRY_NANOS = 400 * MILLI;

    /** A node that stays without its peers is given up after so many attempts at everything. */
    private static final int ROUNDS_MAX = 30;

    private final SimCluster cluster;
    private final List<EntityKey> keys;
    private final TreeSet<Integer> under = new TreeSet<>();

    Repairer(SimCluster cluster, List<EntityKey> keys) {
        this.cluster = cluster;
        this.keys = keys;
    }

    /** Begins, unless it is under way already. */
    void repair(SimNode node) {
        if (node.isUp() && !node.isWhole() && under.add(node.id())) {
            round(node, node.life(), new boolean[keys.size()], 0);
        }
    }

    private void round(SimNode node, int life, boolean[] done, int rounds) {
        boolean all = true;
        for (boolean one : done) {
            all &= one;
        }
        if (node.life() != life || rounds > ROUNDS_MAX) {
            under.remove(node.id());
            if (rounds <= ROUNDS_MAX) {
                repair(node);
            }
            return;
        }
        if (all && node.room() != SimRoom.Level.NONE) {
            under.remove(node.id());
            node.whole();
            return;
        }
        for (int i = 0; i < keys.size(); i++) {
            if (!done[i]) {
                recover(node, i, done);
            }
        }
        cluster.queue().after(RETRY_NANOS, () -> round(node, life, done, rounds + 1));
    }

    private void recover(SimNode node, int key, boolean[] done) {
        cluster.arrive(
                node.id(),
                ATTEMPT_NANOS,
                (token, deadline) -> new Input.Recover(token, keys.get(key), 0, 0, deadline),
                outcome -> done[key] |= outcome instanceof Outcome.Recovered);
    }
}
