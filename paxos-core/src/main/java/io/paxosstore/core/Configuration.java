package io.paxosstore.core;

import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.StaticRight;
import io.paxosstore.protocol.topology.Voter;

import java.util.List;

/**
 * Who votes for the entities of a slot, in one <em>epoch</em> (section 9 of docs/protocol.md), with
 * what replicas need of it: places of voters, and which sets of them decide. It is stable, or joint
 * while one set of voters takes over from another: then all of both vote, and what takes a majority
 * takes one of each (Rule M3). How one configuration follows another is in {@link
 * SlotConfiguration}. Immutable.
 *
 * <p>Adjacent configurations have a voter in common in any two of their majorities, and that voter
 * stands in one epoch at a time (Rules M1, M2), so that Paxos holds across the change as it does
 * within an epoch. This is the joint consensus of Raft (D. Ongaro, J. Ousterhout, 2014, section 6)
 * without its leader: instead of an entry of a log, the records of the nodes that have entered.
 */
public final class Configuration {
    /** What is told in no epoch: a fact, which holds in all (Rule M1). */
    public static final int NO_EPOCH = 0;

    private final SlotConfiguration slot;
    private final int epoch;
    private final Voters voters;
    private final Quorum quorum;
    private final StaticRight right;

    private Configuration(SlotConfiguration slot, StaticRight right) {
        this.slot = slot;
        this.right = right;
        this.epoch = Math.toIntExact(slot.epoch());
        this.voters = new Voters(idsOf(slot.voters()));
        this.quorum =
                switch (slot) {
                    case SlotConfiguration.Stable stable -> Quorum.simple(voters.all());
                    case SlotConfiguration.Joint joint ->
                            Quorum.joint(
                                    voters.placesOf(idsOf(joint.old())),
                                    voters.placesOf(idsOf(joint.next())));
                };
    }

    private static int[] idsOf(List<Voter> voters) {
        return voters.stream().mapToInt(Voter::node).toArray();
    }

    /** The configuration that a slot has in the topology. */
    public static Configuration of(SlotConfiguration slot) {
        return new Configuration(slot, slot.right());
    }

    /**
     * The same for a node that had the right to entry 1, and has lost what it used it for (Rule
     * M9): it never uses it again. What voters take is the same.
     */
    public Configuration withLostRight() {
        return new Configuration(slot, StaticRight.nobody(slot.right().least()));
    }

    /**
     * The configuration of a slot whose voters were never changed. The preferred one has the right
     * to entry 1.
     *
     * @param ids 1, 3 or 5, in preference order
     */
    public static Configuration first(Integer... ids) {
        return of(SlotConfiguration.first(List.of(ids)));
    }

    /** The same as the topology has it, from which later ones follow. */
    public SlotConfiguration slot() {
        return slot;
    }

    /** Counts the configurations of the slot, from 1; never falls. */
    public int epoch() {
        return epoch;
    }

    /** All that vote, in the order in which requests prefer them. */
    public Voters voters() {
        return voters;
    }

    /** Which sets of the voters decide. */
    public Quorum quorum() {
        return quorum;
    }

    /** Who may skip the prepare phase of entry 1 (Rule M9). */
    public StaticRight right() {
        return right;
    }

    /**
     * Rule M9: whether a node has the right to entry 1, or gets it back if the change is taken
     * back.
     */
    public boolean mayHoldRight(int nodeId) {
        return slot.right().owner() == nodeId
                || (slot instanceof SlotConfiguration.Joint joint
                        && joint.before().owner() == nodeId);
    }

    /**
     * Rule M14: whether a voter comes with the change that is going on: it is one of the voters to
     * be, and none of those before.
     */
    public boolean isComing(int nodeId) {
        int place = voters.indexOf(nodeId);
        return place >= 0 && !quorum.old().contains(place);
    }

    /**
     * Rule M4: whether a voter has come since it stood in an epoch: whatever it holds of the slot,
     * it is amnesiac there. That it is a voter in both epochs says nothing: it may have left
     * between them, and forgotten.
     *
     * @param enteredEpoch the last epoch of the slot that the node has entered; 0 for none
     */
    public boolean isNewcomer(int nodeId, int enteredEpoch) {
        int place = voters.indexOf(nodeId);
        return place >= 0 && slot.voters().get(place).since() > enteredEpoch;
    }

    @Override
    public String toString() {
        String sides = slot instanceof SlotConfiguration.Joint ? " joint " + quorum : "";
        return "epoch " + epoch + " " + voters + sides;
    }
}
