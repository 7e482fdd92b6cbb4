package io.paxosstore.sim.invariant;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.SimViolation;

/**
 * In which epoch of an entity's slot each node was seen: EpochNeverFalls. A node that has lost its
 * disk knows of no epochs until it is told; but before it votes it stands where it has stood, or
 * later (Rules M2, M8).
 */
final class EpochTruth {
    /** What has become of a node's epoch. */
    enum Change {
        NONE,
        ANOTHER,
        /** Another, to which it comes without its memory. */
        ANEW
    }

    private final EntityKey key;
    private final Electorate electorate;

    /** By node, the epoch in which it was seen last. */
    private final int[] epochs;

    /** By node, the epoch in which it began to write last. */
    private final int[] written;

    /** By node: whether it has lost its disk, and was not seen where it stood before. */
    private final boolean[] astray;

    EpochTruth(EntityKey key, int nodes, Electorate electorate) {
        this.key = key;
        this.electorate = electorate;
        this.epochs = new int[nodes + 1];
        this.written = new int[nodes + 1];
        this.astray = new boolean[nodes + 1];
    }

    /** A node has lost its disk. */
    void diskLost(int node) {
        astray[node] = true;
    }

    /** A node stands in another epoch, maybe. */
    Change entered(int node) {
        int before = epochs[node];
        int epoch = electorate.epochOf(node, key);
        if (epoch == before || (epoch < before && astray[node])) {
            return Change.NONE;
        }
        come(node);
        return electorate.comesAnew(node, key, before) ? Change.ANEW : Change.ANOTHER;
    }

    /**
     * A node has voted.
     *
     * @return the votes that count with this one
     */
    EntryTruth.Election voted(int node) {
        come(node);
        return electionOf(node);
    }

    /** A node stands in its epoch: it has said so, or made something durable there. */
    void come(int node) {
        neverFalls(node);
        epochs[node] = electorate.epochOf(node, key);
        astray[node] = false;
    }

    /** A node begins to write. */
    void writes(int node) {
        written[node] = electorate.epochOf(node, key);
    }

    /**
     * A node comes back without its memory; returns whether it votes on, see {@link #votesOn}. If
     * it has written in its epoch it stands there, though the record that was on its way to the
     * disk may have been the first.
     */
    boolean comesBack(int node, Stored left) {
        boolean votesOn = votesOn(node, left) > 0;
        if (votesOn && written[node] == electorate.epochOf(node, key)) {
            come(node);
        }
        return votesOn;
    }

    /** The votes that count with a node's. */
    EntryTruth.Election electionOf(int node) {
        int epoch = epochs[node];
        return new EntryTruth.Election(epoch, those -> electorate.isMajority(key, epoch, those));
    }

    /**
     * The entry on which a node votes on without its memory, as its store says (Rule M14); 0 for
     * none.
     */
    long votesOn(int node, Stored left) {
        boolean isLeft = left.promised() > 0 && left.promised() < LogRecord.FLOOR;
        return isLeft && electorate.isComing(node, key) ? left.pendingEntry() : 0;
    }

    /** A node has its memory, or votes. */
    void neverFalls(int node) {
        int epoch = electorate.epochOf(node, key);
        if (epoch < epochs[node]) {
            throw new SimViolation(
                    "EpochNeverFalls",
                    "%s: node %d goes back from epoch %d to %d"
                            .formatted(key, node, epochs[node], epoch));
        }
    }
}
