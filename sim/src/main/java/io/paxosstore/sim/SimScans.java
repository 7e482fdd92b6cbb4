package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.scan.KeyPages;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.util.Arrays;
import java.util.List;

/**
 * Lists names at nodes now and then: whatever was chosen before must be among them, whoever has
 * lost or missed something, and whoever votes. Not thread-safe.
 */
final class SimScans {
    private static final long MILLI = 1_000_000L;
    private static final long PAUSE_NANOS = 20 * MILLI;
    private static final long DEADLINE_NANOS = 1_000 * MILLI;
    private static final int NAMES_MAX = 100;

    /** What a seed is turned by for its draws. */
    private static final int SCAN_BITS = 41;

    private final SimCluster cluster;
    private final List<EntityKey> keys;
    private final RandomSource random;

    private boolean isOver;
    private int asked;
    private int listed;

    SimScans(long seed, SimCluster cluster, List<EntityKey> keys) {
        this.cluster = cluster;
        this.keys = keys;
        this.random = new RandomSource(Long.rotateLeft(~seed, SCAN_BITS));
    }

    /** Begins to ask, until it is ended. */
    void begin() {
        if (isOver) {
            return;
        }
        ask();
        cluster.queue().after(PAUSE_NANOS, this::begin);
    }

    void end() {
        isOver = true;
    }

    private void ask() {
        asked++;
        SimNode node = cluster.liveNode(1 + asked % cluster.nodes());
        EntityKey key = keys.get(random.nextInt(keys.size()));
        if (node == null) {
            return;
        }
        long chosen = cluster.truth().newestChosen(key);
        long deadlineNanos =
                node.clock().monotonicNanos(cluster.queue().nowNanos() + DEADLINE_NANOS);
        KeysQuery query =
                new KeysQuery(
                        key.space(),
                        Slots.place(key.slot()),
                        new byte[0],
                        key.key(),
                        NAMES_MAX,
                        deadlineNanos);
        KeyPages listing = node.host().keys().getFirst();
        node.loop().run(() -> listing.list(query, answer -> told(node.id(), key, chosen, answer)));
    }

    private void told(int node, EntityKey key, long chosen, KeysAnswer answer) {
        if (!(answer instanceof KeysAnswer.Listed names)) {
            return;
        }
        listed++;
        boolean isThere = names.names().stream().anyMatch(name -> Arrays.equals(name, key.key()));
        if (chosen > 0 && !isThere) {
            throw new SimViolation(
                    "ScanMissesNothing",
                    "node "
                            + node
                            + " did not list "
                            + key
                            + ", of which entry "
                            + chosen
                            + " was chosen before it was asked");
        }
    }

    /** From here on somebody must be able to list names. */
    void healed() {
        listed = 0;
    }

    /** What is not as it must be by now; empty for nothing. */
    String lack() {
        return listed == 0 ? "nobody lists names" : "";
    }
}
