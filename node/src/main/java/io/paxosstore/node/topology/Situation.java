package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.Goal;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.Voter;

import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that decides what is to be done next. Parts of it may be old; then less is done, or what is
 * refused by the versions of the parts.
 */
public final class Situation {
    private final Topology topology;
    private final MovePlan plan;
    private final WholeReports reports;
    private final IntPredicate up;
    private final Set<Integer> active;

    /**
     * @param plan the newest one
     * @param up whether a node can be reached, by its id
     */
    public Situation(Topology topology, MovePlan plan, WholeReports reports, IntPredicate up) {
        this.topology = topology;
        this.plan = plan;
        this.reports = reports;
        this.up = up;
        this.active =
                topology.nodes().nodes().stream()
                        .filter(node -> node.membership() == Membership.ACTIVE)
                        .map(ClusterNode::id)
                        .collect(Collectors.toSet());
    }

    Topology topology() {
        return topology;
    }

    MovePlan plan() {
        return plan;
    }

    Goal goal() {
        return topology.head().goal();
    }

    Course course() {
        return goal().course();
    }

    /** Whether the plan was made for what is wanted now. */
    boolean isPlanned() {
        return plan.goal() == goal().number();
    }

    boolean isUp(int node) {
        return up.test(node);
    }

    boolean isActive(int node) {
        return active.contains(node);
    }

    /** Asked again and again of every slot: without anything made for each. */
    boolean areActive(List<Voter> voters) {
        for (int i = 0; i < voters.size(); i++) {
            if (!isActive(voters.get(i).node())) {
                return false;
            }
        }
        return true;
    }

    /** Whether nodes can decide: a majority of them is up. */
    boolean isMajorityUp(List<Integer> nodes) {
        return nodes.stream().filter(this::isUp).count() > nodes.size() / 2;
    }

    /** Whether a change can go on: both majorities are up, and all that come. */
    boolean mayGoOn(SlotConfiguration.Joint joint) {
        return isMajorityUp(joint.oldIds())
                && isMajorityUp(joint.nextIds())
                && joint.newcomers().stream().allMatch(voter -> isUp(voter.node()));
    }

    /** Whether those that stay and are up decide among the next voters, without who comes. */
    boolean isDecidedByWhoStays(SlotConfiguration.Joint joint) {
        long staying = staying(joint).filter(this::isUp).count();
        return staying > joint.next().size() / 2;
    }

    /**
     * Whether a node that stays is missed. Who comes never votes on an entry that was open when the
     * change began (Rule A2): that one is decided by those that stay, or not before they are back.
     */
    boolean lacksOneThatStays(SlotConfiguration.Joint joint) {
        return !isDecidedByWhoStays(joint) && staying(joint).anyMatch(node -> !isUp(node));
    }

    /**
     * Whether one that is missed is to leave the cluster, and may never be back, while the old
     * voters can do without it. While it is not to leave it may only be slow, or out of reach of
     * this node alone.
     */
    boolean hasLostOneThatStays(SlotConfiguration.Joint joint) {
        return lacksOneThatStays(joint)
                && staying(joint).anyMatch(node -> !isUp(node) && !isActive(node))
                && isMajorityUp(joint.oldIds());
    }

    /**
     * Whether a change waits for a node to become whole that is down and is to leave the cluster,
     * and may never be back. While it is not to leave it may only be slow, and while it is up it
     * becomes whole before it leaves.
     */
    boolean hasLostOneToBeWhole(int slot, SlotConfiguration.Joint joint) {
        return joint.mustBeWhole().stream()
                .filter(node -> !reports.isWhole(node, slot, joint.epoch()))
                .anyMatch(node -> !isUp(node) && !isActive(node));
    }

    private static Stream<Integer> staying(SlotConfiguration.Joint joint) {
        return joint.next().stream()
                .filter(voter -> voter.since() < joint.epoch())
                .map(Voter::node);
    }

    /**
     * Rule M7: whether a change may end with the next voters. If there is only one, it must be up
     * as well: its copy is all that is kept of the slot then, and the disk of a node that is down
     * may be lost.
     */
    boolean isWhole(int slot, SlotConfiguration.Joint joint) {
        return joint.mustBeWhole().stream()
                        .allMatch(node -> reports.isWhole(node, slot, joint.epoch()))
                && (joint.next().size() > 1 || isUp(joint.next().getFirst().node()));
    }
}
