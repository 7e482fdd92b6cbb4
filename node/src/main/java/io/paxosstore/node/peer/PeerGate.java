package io.paxosstore.node.peer;

import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.PeerMemory;
import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.repair.NodeStanding;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * Decides whether another node may connect, and learns from what it says. Thread-safe; {@link
 * #refusal} blocks for the disk.
 */
public final class PeerGate {
    /** The incarnation of this node. */
    public interface OwnLife {
        /** The present one. */
        int incarnation();

        /** The last lives of its store. */
        Lives lives();

        /**
         * Others remember another store of this node under a greater incarnation. A node whose
         * store was made in this very run, or has never taken part in anything, goes on above it,
         * durably; any other does nothing, because its directory may be an old copy.
         *
         * @throws IOException when it cannot be made durable
         */
        void outlive(int incarnation) throws IOException;
    }

    private final PeerHello self;
    private final IntPredicate isMember;
    private final BooleanSupplier hasChanged;
    private final PeerMemory memory;
    private final OwnLife life;
    private final Supplier<Standing> standing;
    private final NodeStanding decision;

    /**
     * @param self this node; shard, socket, incarnation, lives, standing and what is remembered do
     *     not matter
     * @param isMember whether a node is one of the cluster, as far as is known now
     * @param hasChanged whether this node has entered a change of voters, in whatever slot
     * @param life this node's
     * @param standing what the store knows of its completeness now
     * @param decision told what other nodes remember of this one
     */
    public PeerGate(
            PeerHello self,
            IntPredicate isMember,
            BooleanSupplier hasChanged,
            PeerMemory memory,
            OwnLife life,
            Supplier<Standing> standing,
            NodeStanding decision) {
        this.self = self;
        this.isMember = isMember;
        this.hasChanged = hasChanged;
        this.memory = memory;
        this.life = life;
        this.standing = standing;
        this.decision = decision;
    }

    /** What this node says to another one on a connection. */
    public PeerHello self(int shard, int socket, int toNode, long nonce) {
        Lives lives = life.lives(); // once: another incarnation may begin at any time
        return self.forConnection(
                shard,
                socket,
                nonce,
                lives.present().incarnation(),
                lives,
                standing.get(),
                memory.remembered(toNode),
                hasChanged.getAsBoolean());
    }

    /** The name of the cluster. */
    public String clusterId() {
        return self.clusterId();
    }

    public int nodeId() {
        return self.nodeId();
    }

    /** What is remembered of another node. */
    public Remembered remembered(int nodeId) {
        return memory.remembered(nodeId);
    }

    /** Whether a node can have reached this incarnation; never blocks. */
    public boolean isPlausible(int incarnation) {
        return memory.isPlausible(incarnation);
    }

    /**
     * Another node says what it remembers of this one: under another store, or one that it has only
     * heard of, an incarnation that this one has not reached, so that it would be refused. May
     * block.
     *
     * @throws IOException when a later incarnation cannot be made durable
     */
    public void outlive(Remembered remembered) throws IOException {
        int theirs = remembered.incarnation();
        boolean another =
                remembered.known()
                        ? !remembered.storeId().equals(self.storeId())
                                && theirs >= life.incarnation()
                        : theirs > life.incarnation();
        if (another && memory.isPlausible(remembered.incarnation())) {
            life.outlive(remembered.incarnation());
        }
    }

    /**
     * Somebody knows that a node lives under this incarnation; durable when this returns.
     *
     * @throws IOException when it cannot be made so
     */
    public void heard(int nodeId, int incarnation) throws IOException {
        memory.raise(nodeId, incarnation);
        decision.begunAnew(nodeId, incarnation);
    }

    /** The sentence for a node that speaks another version. */
    public static String wrongVersion(long theirs) {
        return "It speaks version "
                + theirs
                + " of the peer protocol, this node version "
                + PeerHello.VERSION
                + "; run the same release on both.";
    }

    /**
     * Checks a node whose greeting is known to be its own. One that passes is remembered durably,
     * and what it remembers of this node has been taken into account. May block.
     *
     * @return one sentence that says why it is refused; null when it is welcome
     * @throws IOException when something cannot be made durable
     */
    public @Nullable String refusal(PeerHello theirs) throws IOException {
        String mismatch = mismatch(theirs);
        return mismatch == null ? storeRefusal(theirs) : mismatch;
    }

    /**
     * Compares what nodes of a cluster have in common; remembers nothing and never blocks.
     *
     * @return one sentence that says why the other node is refused; null when it agrees
     */
    public @Nullable String mismatch(PeerHello theirs) {
        if (!theirs.clusterId().equals(self.clusterId())) {
            return "It belongs to cluster '"
                    + theirs.clusterId()
                    + "', this node to '"
                    + self.clusterId()
                    + "'; check cluster.id and cluster.nodes.";
        }
        if (theirs.configEpoch() != self.configEpoch()) {
            return "It knows membership epoch "
                    + theirs.configEpoch()
                    + ", this node epoch "
                    + self.configEpoch()
                    + ".";
        }
        if (theirs.nodeId() == self.nodeId() || !isMember.test(theirs.nodeId())) {
            return "It calls itself node "
                    + theirs.nodeId()
                    + ", which is no other member of this cluster; check node.id and"
                    + " cluster.nodes, or add it as a member first.";
        }
        if (theirs.shardCount() != self.shardCount()) {
            return "It has "
                    + theirs.shardCount()
                    + " shards, this node "
                    + self.shardCount()
                    + "; set server.shards to one number in the configuration of every node, and"
                    + " start those again that had another: they keep their data.";
        }
        if (!theirs.settings().equals(self.settings())) {
            return differences(theirs.settings());
        }
        if (theirs.shard() >= self.shardCount()) {
            return "It asks for shard " + theirs.shard() + " of " + self.shardCount() + ".";
        }
        return null;
    }

    private String differences(SortedMap<String, String> theirs) {
        SortedMap<String, String> ours = self.settings();
        List<String> differences = new ArrayList<>();
        SortedSet<String> keys = new TreeSet<>(ours.keySet());
        keys.addAll(theirs.keySet());
        for (String key : keys) {
            String there = theirs.get(key);
            String here = ours.get(key);
            if (!Objects.equals(there, here)) {
                differences.add(
                        key
                                + (there == null ? " is not known there" : " is '" + there + "'")
                                + (here == null ? " and not known here" : ", here '" + here + "'"));
            }
        }
        return "Its cluster-wide settings differ: "
                + String.join("; ", differences)
                + "; set them to the same values on every node.";
    }

    /** Whether this node still asks if it had another store before; never blocks. */
    boolean isUndecided() {
        return standing.get() == Standing.NEW;
    }

    /**
     * A node with which a connection is open remembers this store, durably. That it knows of no
     * other one counts from now on, not with its greeting, which may be of before: had this node
     * lived, and lost its disk, with nobody but those to say so, both lives would have the same
     * incarnation (Rule A1).
     *
     * @throws IOException when what follows from it cannot be made durable
     */
    void remembersThis(PeerHello theirs) throws IOException {
        boolean lost = theirs.remembered().tellsOfAnotherStore(self.storeId());
        if (!lost && theirs.standing() != Standing.REBUILDING) {
            decision.answered(theirs.nodeId(), theirs.incarnation(), false);
        }
    }

    private @Nullable String storeRefusal(PeerHello theirs) throws IOException {
        int node = theirs.nodeId();
        outlive(theirs.remembered());
        PeerMemory.Verdict verdict =
                memory.meet(
                        node,
                        theirs.storeId(),
                        theirs.incarnation(),
                        theirs.standing(),
                        theirs.lives());
        return switch (verdict) {
            case WELCOME -> {
                boolean lost = theirs.remembered().tellsOfAnotherStore(self.storeId());
                decision.begunAnew(node, theirs.incarnation());
                if (theirs.hasChanged()) {
                    decision.votersHaveChanged(node);
                }
                if (lost) {
                    decision.answered(node, theirs.incarnation(), true);
                }
                yield null;
            }
            case OLD_STORE ->
                    "Node "
                            + node
                            + " comes with another store than before, whose incarnation "
                            + theirs.incarnation()
                            + " is not above "
                            + memory.remembered(node).incarnation()
                            + ": it is an old directory; start the node with an empty one.";
            case OLD_INCARNATION ->
                    "Node "
                            + node
                            + " comes with incarnation "
                            + theirs.incarnation()
                            + " of its store, though it has lived under "
                            + memory.remembered(node).incarnation()
                            + " already: its directory is an old copy; start it with an empty"
                            + " directory instead.";
            case OLD_COPY ->
                    "Node "
                            + node
                            + " was met in a life of which its directory knows nothing, under"
                            + " incarnation "
                            + memory.remembered(node).met().incarnation()
                            + ": the directory is an old copy; start it with an empty directory"
                            + " instead.";
            case IMPLAUSIBLE ->
                    "Node "
                            + node
                            + " comes with incarnation "
                            + theirs.incarnation()
                            + ", which is years ahead of this node's clock: correct the clocks; if"
                            + " that node's was wrong when its directory was made, start it with"
                            + " an empty one.";
        };
    }
}
