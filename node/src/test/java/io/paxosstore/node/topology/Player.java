package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.topology.TopologyPage;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A node that drives, from copies that are older or newer, and may stop between two writes. */
final class Player {
    private final Register register;
    private final int movingMax;
    private TopologyHead head;
    private MovePlan plan;
    private final List<TopologyPage> pages;
    private final Set<Register.Whole> known = new HashSet<>();

    Player(Register register, int movingMax) {
        this.register = register;
        this.movingMax = movingMax;
        this.head = register.topology().head();
        this.plan = register.plan();
        this.pages = new ArrayList<>(register.topology().pages());
    }

    /** Reads some parts anew, or all. */
    void read(Random random, boolean all) {
        Topology topology = register.topology();
        for (int i = 0; i < pages.size(); i++) {
            if (all || random.nextInt(3) == 0) {
                pages.set(i, topology.pages().get(i));
            }
        }
        if (all || random.nextBoolean()) {
            plan = register.plan();
        }
        if (all || random.nextBoolean() || !isConsistent()) {
            head = topology.head();
        }
        for (Set<Register.Whole> each : register.whole.values()) {
            if (all || random.nextBoolean()) {
                known.addAll(each);
            }
        }
    }

    private boolean isConsistent() {
        try {
            return new Topology(head, pages).pages().size() == pages.size();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Writes what is due, or a part of it.
     *
     * @return whether anything was due
     */
    boolean drive(Random random, boolean completely) {
        Situation now =
                new Situation(
                        new Topology(head, pages),
                        plan,
                        (node, slot, epoch) ->
                                known.contains(new Register.Whole(node, slot, epoch)),
                        id -> completely || random.nextInt(50) > 0);
        Work work = Work.due(now, movingMax);
        long under = plan.version();
        for (PageChange change : work.pages()) {
            if (completely || random.nextInt(4) > 0) {
                register.write(change.after(), under);
            }
        }
        register.checkLimits(under);
        if (completely || random.nextBoolean()) {
            work.head().ifPresent(register::write);
            work.plan().ifPresent(register::write);
        }
        return !work.isNothing();
    }
}
