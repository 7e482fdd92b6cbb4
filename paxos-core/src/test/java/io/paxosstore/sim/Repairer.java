package io.paxosstore.sim;

import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The background sweep of a node that has lost something, by the server's rules. After a lost disk
 * it walks over what N - majority + 1 others hold, page by page while entities come into being
 * behind its back, has those recovered that {@link Stored#isBehind}, and then declares the node
 * whole. After damage it has every entity recovered. Not thread-safe.
 */
final class Repairer {
    private static final long MILLI = 1_000_000L;
    private static final long ATTEMPT_NANOS = 300 * MILLI;
    private static final long RETRY_NANOS = 400 * MILLI;

    /** How long a page of a listing takes at most, and how many entities it has. */
    private static final long PAGE_NANOS = 20 * MILLI;

    private static final int PAGE_KEYS = 3;

    /** A node that stays without its peers is given up after so many attempts. */
    private static final int IDLE_MAX = 30;

    private final SimCluster cluster;
    private final List<EntityKey> keys;
    private final RandomSource random;
    private final TreeSet<Integer> under = new TreeSet<>();

    Repairer(SimCluster cluster, List<EntityKey> keys, RandomSource random) {
        this.cluster = cluster;
        this.keys = keys;
        this.random = random;
    }

    /** Begins, unless it is under way already. */
    void repair(SimNode node) {
        if (node.isUp() && !node.standing().isWhole() && under.add(node.id())) {
            new Repair(node).go(0);
        }
    }

    /** What is done for one node in one of its lives. */
    private final class Repair {
        private final SimNode node;
        private final int life;

        /** The nodes walked over, and the incarnation under which each was known then. */
        private final TreeMap<Integer, Integer> walked = new TreeMap<>();

        private int unfinished;
        private boolean damageDone;
        private boolean givenUp;

        Repair(SimNode node) {
            this.node = node;
            this.life = node.life();
        }

        private boolean isOver(int idle) {
            boolean ends = givenUp || idle > IDLE_MAX;
            if (node.life() == life && !ends) {
                return false;
            }
            under.remove(node.id());
            if (!ends) {
                repair(node);
            }
            return true;
        }

        /** Goes on with the next part; again later if that cannot be begun now. */
        private void go(int idle) {
            if (isOver(idle)) {
                return;
            }
            walked.entrySet().removeIf(one -> node.incarnations()[one.getKey()] > one.getValue());
            int needed = cluster.nodes() - (cluster.nodes() / 2 + 1) + 1;
            boolean done = node.standing().isRebuilding() ? walked.size() >= needed : damageDone;
            if (done && node.room() != SimRoom.Level.NONE) {
                node.standing().whole(keys);
                damageDone = false;
                if (node.standing().isRecovered(keys)) {
                    under.remove(node.id());
                } else {
                    cluster.queue().after(RETRY_NANOS, () -> go(idle + 1)); // damaged meanwhile
                }
                return;
            }
            if (!done && !node.standing().isRebuilding()) {
                damageDone = true;
                keys.forEach(this::recover);
                page(node, node.life(), keys.size());
                return;
            }
            for (int peer = 1; peer <= cluster.nodes() && !done; peer++) {
                if (!walked.containsKey(peer) && gives(peer)) {
                    walked.put(peer, node.incarnations()[peer]);
                    page(cluster.node(peer), cluster.node(peer).life(), 0);
                    return;
                }
            }
            cluster.queue().after(RETRY_NANOS, () -> go(idle + 1));
        }

        /** Rule A5: who may have lost entities whose names it does not know gives no listing. */
        private boolean gives(int id) {
            SimNode peer = cluster.node(id);
            return peer != node
                    && peer.isUp()
                    && !peer.isPaused()
                    && !peer.standing().isRebuilding()
                    && !cluster.network().isBlocked(id, node.id())
                    && !cluster.network().isBlocked(node.id(), id);
        }

        /** Takes the next page, or waits for what is under way. */
        private void page(SimNode peer, int peerLife, int from) {
            if (isOver(0)) {
                return;
            }
            if (peer.life() != peerLife) {
                walked.remove(peer.id());
                go(0);
                return;
            }
            if (from >= keys.size()) {
                if (unfinished == 0) {
                    go(0);
                } else {
                    cluster.queue().after(PAGE_NANOS, () -> page(peer, peerLife, from));
                }
                return;
            }
            int to = Math.min(keys.size(), from + PAGE_KEYS);
            for (EntityKey key : keys.subList(from, to)) {
                Stored theirs = peer.standing().look(key);
                boolean listed = theirs.version() > 0 || theirs.pendingEntry() > 0;
                if (listed && node.standing().look(key).isBehind(theirs.version())) {
                    recover(key);
                }
            }
            cluster.queue().after(1 + random.nextLong(PAGE_NANOS), () -> page(peer, peerLife, to));
        }

        private void recover(EntityKey key) {
            unfinished++;
            attempt(key, new boolean[1], 0, 0);
        }

        /**
         * Tries again and again; gives up when nothing comes of it, not while there is progress.
         */
        private void attempt(EntityKey key, boolean[] done, int idle, long versionBefore) {
            givenUp |= idle > IDLE_MAX;
            if (node.life() != life || givenUp) {
                return;
            }
            if (!done[0]) {
                cluster.arrive(
                        node.id(),
                        ATTEMPT_NANOS,
                        (token, deadline) -> new Input.Recover(token, key, 0, 0, deadline),
                        outcome -> {
                            if (outcome instanceof Outcome.Recovered && !done[0]) {
                                done[0] = true;
                                unfinished--;
                            }
                        });
                long version = node.standing().look(key).version();
                int idleNext = version > versionBefore ? 0 : idle + 1;
                cluster.queue().after(RETRY_NANOS, () -> attempt(key, done, idleNext, version));
            }
        }
    }
}
