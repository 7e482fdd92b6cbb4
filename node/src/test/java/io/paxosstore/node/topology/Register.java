package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.StaticRight;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.topology.TopologyPage;
import io.paxosstore.protocol.topology.Voter;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The topology as the store has it: a register for each part, which checks what is written. */
final class Register {
    /** A node that is whole. */
    record Whole(int node, int slot, long epoch) {}

    private final int movingMax;
    private Topology topology;
    private MovePlan plan;

    /** Who is whole, by slot, in the epoch that it is in. */
    final Map<Integer, Set<Whole>> whole = new HashMap<>();

    /** The plan under which a change that goes on was begun, by slot. */
    private final Map<Integer, Long> begunUnder = new HashMap<>();

    int changesBegun;

    Register(Topology topology, MovePlan plan, int movingMax) {
        this.topology = topology;
        this.plan = plan;
        this.movingMax = movingMax;
    }

    Topology topology() {
        return topology;
    }

    MovePlan plan() {
        return plan;
    }

    boolean write(TopologyHead head) {
        if (head.version() != topology.head().version() + 1) {
            return false;
        }
        if (!head.system().equals(topology.head().system())) {
            check(Slots.SYSTEM, topology.head().system(), head.system());
        }
        topology = topology.with(head);
        return true;
    }

    boolean write(MovePlan next) {
        if (next.version() != plan.version() + 1) {
            return false;
        }
        plan = next;
        return true;
    }

    /**
     * @param under the version of the plan that its driver knew
     */
    boolean write(TopologyPage page, long under) {
        TopologyPage was = topology.pages().get(page.number());
        if (page.version() != was.version() + 1) {
            return false;
        }
        for (int slot = page.firstSlot(); slot < page.firstSlot() + TopologyPage.SLOTS; slot++) {
            if (!page.slot(slot).equals(was.slot(slot))) {
                check(slot, was.slot(slot), page.slot(slot));
                if (page.slot(slot) instanceof Joint) {
                    begunUnder.put(slot, under);
                    changesBegun++;
                }
            }
        }
        topology = topology.with(page);
        return true;
    }

    /** One change of a slot after the other, and each as M7 and M9 want it. */
    private void check(int slot, SlotConfiguration was, SlotConfiguration is) {
        String what = "slot " + slot + ": " + was + " to " + is;
        switch (was) {
            case Stable stable -> {
                if (is instanceof Joint joint) {
                    assertEquals(stable.towards(ids(joint.next())), joint, what);
                } else {
                    assertEquals(stable.reordered(is.ids()), is, what);
                }
            }
            case Joint joint -> {
                Stable stable = (Stable) is;
                assertEquals(joint.epoch() + 1, stable.epoch(), what);
                if (!stable.voters().equals(joint.old())) {
                    assertEquals(joint.next(), stable.voters(), what);
                    checkWhole(slot, joint, what);
                    checkRight(joint, stable, what);
                } else {
                    assertEquals(joint.before(), stable.right(), what);
                }
                whole.remove(slot);
            }
        }
    }

    private void checkWhole(int slot, Joint joint, String what) {
        int needed = joint.next().size() / 2 + 1 + joint.old().size() / 2 + 1;
        for (Voter voter : joint.next()) {
            if (!joint.old().contains(voter) || needed <= joint.old().size()) {
                assertTrue(
                        whole.getOrDefault(slot, Set.of())
                                .contains(new Whole(voter.node(), slot, joint.epoch())),
                        what);
            }
        }
    }

    private static void checkRight(Joint joint, Stable stable, String what) {
        int owner = stable.right().owner();
        if (ids(joint.next()).contains(joint.before().owner())) {
            assertEquals(joint.before(), stable.right(), what);
        } else if (joint.newcomers().isEmpty()) {
            assertEquals(StaticRight.NOBODY, owner, what);
        } else {
            assertTrue(ids(joint.newcomers()).contains(owner), what);
            assertFalse(ids(joint.old()).contains(owner), what);
        }
    }

    static List<Integer> ids(List<Voter> voters) {
        return voters.stream().map(Voter::node).toList();
    }

    /** Of the changes that one plan began, no more than the limit for one node. */
    void checkLimits(long under) {
        if (under != plan.version()) {
            return;
        }
        Map<Integer, Integer> open = new HashMap<>();
        for (PlannedMove move : plan.moves()) {
            if (topology.configurationOf(move.slot()) instanceof Joint joint
                    && begunUnder.getOrDefault(move.slot(), 0L) == under
                    && topology.head().goal().replacements().isEmpty()) {
                joint.mustBeWhole().forEach(node -> open.merge(node, 1, Integer::sum));
            }
        }
        open.forEach((node, count) -> assertTrue(count <= movingMax, node + " has " + count));
    }
}
