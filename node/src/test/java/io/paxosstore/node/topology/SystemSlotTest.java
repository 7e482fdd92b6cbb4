package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyHead;

import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** The voters of the topology itself: one exchanged at a time, so that whoever comes may die. */
final class SystemSlotTest {
    private final Set<Integer> down = new HashSet<>();
    private boolean whole = true;

    /** Nodes 1 and 2 in zone a, 3 and 4 in b, 5 and 6 in c. */
    private Topology topology = cluster(1, 3, 5);

    private static Topology cluster(Integer... voters) {
        return Topology.first(Clusters.nodes(2), Collections.nCopies(16_384, List.of(voters)));
    }

    private Optional<SlotConfiguration> due() {
        return SystemSlot.due(
                new Situation(
                        topology,
                        MovePlan.first(),
                        (node, slot, epoch) -> whole && slot == Slots.SYSTEM,
                        id -> !down.contains(id)));
    }

    private boolean isUp(int node) {
        return !down.contains(node);
    }

    private void step() {
        topology = topology.with(topology.head().with(due().orElseThrow()));
    }

    private SlotConfiguration system() {
        return topology.head().system();
    }

    private void change(ClusterChange... changes) {
        topology = Clusters.changed(topology, changes);
    }

    @Test
    void whoLeavesIsExchangedForOneOfItsZone() {
        assertTrue(due().isEmpty());
        change(new ClusterChange.Drain(3));
        step();
        assertEquals(SlotConfiguration.first(List.of(1, 3, 5)).epoch() + 1, system().epoch());
        assertEquals(List.of(1, 4, 5), Register.ids(((Joint) system()).next()));
        whole = false;
        assertTrue(due().isEmpty());
        whole = true;
        step();
        assertEquals(List.of(1, 4, 5), system().ids());
        assertTrue(due().isEmpty());
    }

    @Test
    void whoReplacesIsPreferred() {
        change(new ClusterChange.Add(Clusters.node(7, "a")), new ClusterChange.Replace(1, 7));
        down.add(1);
        step();
        step();
        assertEquals(List.of(7, 3, 5), system().ids());
        assertEquals(7, system().right().owner(), "node 1 had it");
    }

    /** Two leave, one after the other is exchanged; the majority of the old ones stays. */
    @Test
    void oneAfterTheOther() {
        change(new ClusterChange.Drain(3), new ClusterChange.Drain(5));
        for (int i = 0; i < 2; i++) {
            step();
            assertEquals(1, ((Joint) system()).newcomers().size());
            step();
        }
        assertEquals(List.of(1, 4, 6), system().ids());
    }

    /** The entry that takes it back is decided by those that stay. */
    @Test
    void aNewcomerThatDiesIsLetGo() {
        change(new ClusterChange.Drain(3));
        step();
        down.add(4);
        whole = false;
        assertTrue(due().isEmpty(), "it may come back");
        change(new ClusterChange.Steer(Course.CANCELLED));
        step();
        assertEquals(List.of(1, 3, 5), system().ids());
        change(new ClusterChange.Steer(Course.RUNNING));
        step();
        assertEquals(List.of(1, 2, 5), Register.ids(((Joint) system()).next()), "one that is up");
    }

    /** Else two that are down would be two of three: nobody could take the change back. */
    @Test
    void aVoterThatIsDownIsExchangedFirst() {
        change(new ClusterChange.Drain(1));
        down.add(3);
        assertTrue(due().isEmpty(), "3 might stay away, and who comes, too");
        change(new ClusterChange.Drain(3));
        step();
        assertEquals(List.of(1, 4, 5), Register.ids(((Joint) system()).next()));
        step();
        step();
        assertEquals(List.of(2, 4, 5), Register.ids(((Joint) system()).next()));
    }

    @Test
    void theNumberFollowsTheGoal() {
        change(new ClusterChange.Voters(5));
        step();
        step();
        assertEquals(List.of(1, 3, 5, 2, 4), system().ids());
        change(new ClusterChange.Voters(3));
        step();
        whole = false;
        assertTrue(due().isEmpty(), "all must be whole (Rule M7)");
        whole = true;
        step();
        assertEquals(List.of(1, 3, 5), system().ids());
    }

    /** All three that stay must be whole (Rule M7); one that is gone for good never is. */
    @Test
    void oneThatIsLostWhileThereBecomeFewerIsLeftOut() {
        topology = cluster(1, 3, 5, 2, 4);
        change(new ClusterChange.Voters(3));
        step();
        assertEquals(List.of(1, 3, 5), Register.ids(((Joint) system()).next()));
        whole = false;
        down.add(3);
        assertTrue(due().isEmpty(), "it may come back");
        change(new ClusterChange.Drain(3));
        down.clear();
        assertTrue(due().isEmpty(), "it becomes whole before it leaves");
        down.add(3);
        step();
        assertEquals(List.of(1, 3, 5, 2, 4), system().ids());
        step();
        assertEquals(List.of(1, 5, 2), Register.ids(((Joint) system()).next()));
        assertTrue(due().isEmpty(), "it is not taken back again");
        whole = true;
        step();
        assertEquals(List.of(1, 5, 2), system().ids());
        assertTrue(due().isEmpty());
    }

    /** All that is known of the topology would be on its disk. */
    @Test
    void theOneVoterThatRemainsMustBeUp() {
        change(new ClusterChange.Voters(1));
        step();
        assertEquals(List.of(1), Register.ids(((Joint) system()).next()));
        down.add(1);
        assertTrue(due().isEmpty());
        down.clear();
        step();
        assertEquals(List.of(1), system().ids());
    }

    /** Else it would begin with the same one again and again. */
    @Test
    void whoIsDownAndLeavesIsTheFirstToGo() {
        topology = cluster(1, 3, 5, 2, 4);
        change(new ClusterChange.Voters(3));
        for (int id : List.of(1, 2, 3)) {
            TopologyHead head = topology.head();
            topology =
                    topology.with(
                            head.with(
                                    head.nodes().find(id).orElseThrow().as(Membership.DRAINING),
                                    head.goal()));
        }
        down.add(1);
        step();
        assertEquals(List.of(3, 5, 4), Register.ids(((Joint) system()).next()));
        whole = false;
        assertTrue(due().isEmpty(), "node 3 becomes whole before it leaves");
        whole = true;
        step();
        step();
        assertEquals(List.of(6, 5, 4), Register.ids(((Joint) system()).next()));
    }

    @Test
    void nothingBeginsWithoutMajorities() {
        change(new ClusterChange.Drain(3));
        down.addAll(List.of(1, 5));
        assertTrue(due().isEmpty());
        down.clear();
        down.addAll(List.of(2, 4, 6));
        assertTrue(due().isEmpty(), "nobody to come");
    }

    /**
     * Whatever happens, of the voters that vote before and after one change so many stay that they
     * are majorities of both: else newcomers that die for good would take the topology with them.
     */
    @Test
    void thoseThatStayCanAlwaysTakeAChangeBack() {
        int changes = 0;
        Topology fresh = topology;
        for (int seed = 1; seed <= 40; seed++) {
            Random random = new Random(seed);
            down.clear();
            topology = fresh;
            for (int i = 0; i < 30; i++) {
                TopologyHead before = topology.head();
                random(random);
                whole = random.nextBoolean();
                if (due().isPresent()) {
                    step();
                }
                if (system() instanceof Joint joint && before.system() instanceof Stable) {
                    changes++;
                    List<Integer> next = Register.ids(joint.next());
                    List<Integer> old = Register.ids(joint.old());
                    long stay = old.stream().filter(next::contains).filter(this::isUp).count();
                    assertTrue(stay > next.size() / 2, "seed " + seed + ": " + joint);
                    assertTrue(
                            old.stream().filter(this::isUp).count() > old.size() / 2,
                            "seed " + seed + ": " + joint);
                }
            }
        }
        assertTrue(changes > 100, changes + " changes");
    }

    /** Nodes come to leave, or stay after all; the slots of the pages do not matter here. */
    private void random(Random random) {
        int id = 1 + random.nextInt(6);
        TopologyHead head = topology.head();
        int voters = random.nextInt(5) == 0 ? 5 : 3;
        var node = head.nodes().find(id).orElseThrow();
        topology =
                topology.with(
                        head.with(
                                node.as(
                                        random.nextInt(3) == 0
                                                ? Membership.DRAINING
                                                : Membership.ACTIVE),
                                head.goal().next(voters, false, List.of())));
        if (random.nextInt(3) == 0) {
            down.add(id);
        } else {
            down.remove(id);
        }
    }
}
