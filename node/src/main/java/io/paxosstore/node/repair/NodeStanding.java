package io.paxosstore.node.repair;

import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.StoreState;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Decides whether this node's store is complete, or stands in for that of a lost disk (Rule A1).
 * Thread-safe; what changes the standing blocks for the disk.
 *
 * <p>A new store asks whether the node had another one before: one other node that says so is
 * enough to make it rebuild. {@code N - majority + 1} that say no are enough for the opposite,
 * because then no majority can have counted a vote of an earlier life. Each of them has remembered
 * this store before that counts, so that of a later one of the same node somebody will say that it
 * is another, and under which incarnation this one lived. A store that rebuilds is whole when, in
 * every shard, it has taken over what as many others hold: each majority that an earlier life of
 * this node was part of has a member among them.
 *
 * <p>Who came to vote later asks nobody: it is a newcomer in every slot that its store does not
 * know. But in which epochs it may have voted, in an earlier life, the topology alone knows. Until
 * it has been read from those that keep it, and its epochs are entered, such a store stays new, and
 * the node takes part in nothing (Rule M8).
 */
public final class NodeStanding {
    private static final Logger LOG = LoggerFactory.getLogger(NodeStanding.class);

    private final StoreState store;
    private final Change change;
    private final Founding founding;
    private final Set<Integer> peers;
    private final int needed;

    /** Who does not remember another store of this node, and under which incarnation it said so. */
    private final SortedMap<Integer, Integer> answered = new TreeMap<>();

    /** The greatest incarnation of each that was heard of since the start. */
    private final Map<Integer, Integer> lives = new HashMap<>();

    /** The shards that have rebuilt everything. */
    private final BitSet rebuilt = new BitSet();

    private final int shards;

    /** How often a shard took that back. */
    private long takenBack;

    private volatile String waiting = "";

    /** Makes another standing durable; blocks for the disk. */
    @FunctionalInterface
    public interface Change {
        /**
         * Makes durable what the store must have kept before it is whole; may take long, and is
         * done again where nothing comes of it.
         */
        default void beforeWhole() throws IOException {}

        /** The standing is this one from now on. */
        void to(Standing standing) throws IOException;
    }

    /**
     * @param change of the store's standing
     * @param shards how many the node has
     * @param founding who may remember votes of an earlier life of this node
     */
    public NodeStanding(StoreState store, Change change, int shards, Founding founding) {
        this.store = store;
        this.change = change;
        this.founding = founding;
        this.peers = founding.peers();
        this.needed = founding.answersNeeded();
        this.shards = shards;
    }

    /**
     * Decides what can be decided without anybody; once, at the start.
     *
     * @param hasChanged whether voters of any slot are known to have changed. Then it is not enough
     *     to ask those that voted at first: a new store of one of them counts as one that was lost
     *     (Rule M8)
     * @throws IOException if the decision cannot be made durable
     */
    public synchronized void begin(boolean hasChanged) throws IOException {
        LOG.info("standing node store is {}", store.standing());
        if (hasChanged && founding.isFirst()) {
            lost();
        }
        decide();
        if (founding.isAlone() && store.standing() == Standing.REBUILDING) {
            LOG.error(
                    "standing_unrepairable this node is alone and its store is damaged: what is"
                            + " lost cannot be fetched from anywhere; it goes on with the rest");
            becomeWhole();
        }
    }

    /**
     * Another node has said what it remembers of this one.
     *
     * @param incarnation the one under which it says so
     * @param lost whether it remembers another store
     * @throws IOException if the decision cannot be made durable
     */
    public synchronized void answered(int nodeId, int incarnation, boolean lost)
            throws IOException {
        if (store.standing() != Standing.NEW || !founding.isFirst()) {
            return;
        }
        if (lost) {
            LOG.warn("standing_lost node {} remembers that this node had another store", nodeId);
            lost();
            return;
        }
        if (peers.contains(nodeId) && incarnation >= lives.getOrDefault(nodeId, 0)) {
            answered.put(nodeId, incarnation);
            decide();
        }
    }

    /**
     * Another node has entered a change of voters. Then it is not enough to ask those that voted at
     * first: a new store of one of them counts as one that was lost (Rule M8).
     *
     * @throws IOException if the decision cannot be made durable
     */
    public synchronized void votersHaveChanged(int nodeId) throws IOException {
        if (founding.isFirst() && store.standing() == Standing.NEW) {
            LOG.warn("standing_late node {} knows of changes of voters before this start", nodeId);
            lost();
        }
    }

    /**
     * Some other node remembers another store of this one, whether it welcomes this node or not:
     * that is enough, so a store that is new rebuilds from now on; not that of a node which came to
     * vote later, see {@link #entered}.
     *
     * @throws IOException if the decision cannot be made durable
     */
    public void lost() throws IOException {
        lost(change);
    }

    /**
     * The same, where something else becomes durable with the standing.
     *
     * @throws IOException if it cannot be made durable
     */
    public synchronized void lost(Change how) throws IOException {
        if (store.standing() == Standing.NEW && founding.isFirst()) {
            LOG.warn("standing_rebuilds everything is rebuilt from the other nodes (Rule A2)");
            become(Standing.REBUILDING, how);
        }
    }

    /** A node lives under this incarnation: what it said before counts no more (Rule A4). */
    public synchronized void begunAnew(int nodeId, int incarnation) {
        lives.merge(nodeId, incarnation, Math::max);
        if (answered.getOrDefault(nodeId, incarnation) < incarnation) {
            answered.remove(nodeId);
        }
    }

    /** Whether this store waits for {@link #entered}. From any thread. */
    public boolean isNewcomer() {
        return !founding.isFirst() && store.standing() == Standing.NEW;
    }

    /**
     * This node stands in the epochs of a topology that was read since its start from nodes that
     * were not in doubt: what a newcomer of these epochs has to rebuild it knows (Rules M4, M8).
     *
     * @throws IOException if the decision cannot be made durable
     */
    public synchronized void entered() throws IOException {
        if (isNewcomer()) {
            becomeWhole();
        }
    }

    private void decide() throws IOException {
        if (store.standing() == Standing.NEW && founding.isFirst() && answered.size() >= needed) {
            becomeWhole();
        }
        waiting = store.standing() == Standing.NEW ? waitingSentence() : "";
    }

    private String waitingSentence() {
        if (!founding.isFirst()) {
            return "this store is new; it must be read from the other nodes who votes for what";
        }
        String missing =
                peers.stream()
                        .filter(peer -> !answered.containsKey(peer))
                        .sorted()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
        int more = needed - answered.size();
        return "this store is new; "
                + (more == peers.size() - answered.size() ? "" : more + " of ")
                + "node"
                + (peers.size() - answered.size() == 1 ? " " : "s ")
                + missing
                + " must say whether this node had another one before";
    }

    /** Why this node takes part in nothing yet; empty when it does. From any thread. */
    public String waiting() {
        return waiting;
    }

    /**
     * A shard has taken over enough of what the other nodes hold, while rebuilding; or not any
     * more, since one of them has begun anew (Rule A4).
     *
     * @return whether the store is now complete, for {@link #complete}
     */
    public synchronized boolean rebuilt(int shard, boolean isRebuilt) {
        takenBack += rebuilt.get(shard) && !isRebuilt ? 1 : 0;
        rebuilt.set(shard, isRebuilt);
        return isComplete();
    }

    private boolean isComplete() {
        return store.standing() == Standing.REBUILDING && rebuilt.cardinality() == shards;
    }

    /**
     * The store is complete, unless what it was taken over from has begun anew since. What was
     * taken over is made durable without the lock, for which the shards' loops would wait; where a
     * shard takes it back meanwhile, it takes another call, for which {@link #rebuilt} asks.
     *
     * @throws IOException if that cannot be made durable
     */
    public void complete() throws IOException {
        long before;
        synchronized (this) {
            if (!isComplete()) {
                return;
            }
            before = takenBack;
        }
        change.beforeWhole();
        synchronized (this) {
            if (isComplete() && takenBack == before) {
                become(Standing.WHOLE);
            }
        }
    }

    /** Of a store that no loop rebuilds just now. */
    private void becomeWhole() throws IOException {
        change.beforeWhole();
        become(Standing.WHOLE);
    }

    private void become(Standing standing) throws IOException {
        become(standing, change);
    }

    private void become(Standing standing, Change how) throws IOException {
        how.to(standing);
        waiting = standing == Standing.NEW ? waiting : "";
        LOG.info("standing_changed the store is now {}", standing);
    }
}
