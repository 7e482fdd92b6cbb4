package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.placement.Plan;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/**
 * Several nodes carry out one plan from old copies, and stop between two writes; operators change
 * their minds. {@link Register} checks each write against the rules.
 */
final class DriversTest {
    /** Nobody interferes: each voter that the planner exchanges takes two steps, no other any. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void aPlanTakesTheFewestSteps(long seed) {
        List<ClusterNode> six = Clusters.nodes(2);
        Topology before = Clusters.first(six, 3);
        DrivenCluster run =
                new DrivenCluster(
                        Clusters.changed(
                                before,
                                new ClusterChange.Add(Clusters.node(7, "a")),
                                new ClusterChange.Add(Clusters.node(8, "b")),
                                new ClusterChange.Add(Clusters.node(9, "c"))),
                        seed);
        run.operator(new ClusterChange.Spread());
        // Who knows no more than the goal and the plan before takes back what is begun for the new
        // ones; so a driver reads both anew before it writes.
        run.players.forEach(player -> player.read(run.random, true));
        Plan wanted = run.plan();
        assertTrue(wanted.slotsMoved() > 10_000, wanted.toString());
        run.play(40);
        assertTrue(run.register.changesBegun > 1_000, run.register.changesBegun + " begun");
        run.settle();
        run.assertThere(seed);
        assertEquals(wanted.voterMoves(), run.register.changesBegun);
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            Stable is = (Stable) run.topology().configurationOf(slot);
            List<Integer> old = before.configurationOf(slot).ids();
            long came = is.ids().stream().filter(id -> !old.contains(id)).count();
            assertEquals(1 + 2 * came, is.epoch(), "slot " + slot);
        }
    }

    /** Whatever operators want meanwhile, everything ends where the last of it wants it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void operatorsChangeTheirMinds(long seed) {
        DrivenCluster run =
                new DrivenCluster(
                        Clusters.changed(
                                Clusters.first(Clusters.nodes(2), 3),
                                new ClusterChange.Add(Clusters.node(7, "a")),
                                new ClusterChange.Add(Clusters.node(8, "b")),
                                new ClusterChange.Add(Clusters.node(9, "c"))),
                        seed);
        for (int wish = 0; wish < 8; wish++) {
            run.operator(run.wish());
            run.play(8);
        }
        run.operator(new ClusterChange.Steer(Course.RUNNING));
        run.settle();
        run.assertThere(seed);
    }

    /** More voters, fewer, and more again while fewer are under way. */
    @ParameterizedTest
    @ValueSource(longs = 1)
    void theNumberOfVotersChanges(long seed) {
        DrivenCluster run = new DrivenCluster(Clusters.first(Clusters.nodes(2), 3), seed);
        run.operator(new ClusterChange.Voters(5));
        run.play(20);
        run.settle();
        run.assertThere(seed);
        run.operator(new ClusterChange.Voters(3));
        run.play(20);
        run.operator(new ClusterChange.Voters(5));
        run.play(5);
        run.operator(new ClusterChange.Voters(3));
        run.settle();
        run.assertThere(seed);
    }

    /** Cancelled, everything is back where it was, with the right it had. */
    @ParameterizedTest
    @ValueSource(longs = 1)
    void aChangeThatIsCancelledLeavesNothing(long seed) {
        Topology before = Clusters.first(Clusters.nodes(2), 3);
        DrivenCluster run =
                new DrivenCluster(
                        Clusters.changed(before, new ClusterChange.Add(Clusters.node(7, "a"))),
                        seed);
        run.operator(new ClusterChange.Spread());
        for (int turn = 0; turn < 5; turn++) {
            run.players.getFirst().read(run.random, true);
            run.players.getFirst().drive(run.random, true);
        }
        assertTrue(run.isUnderChange());
        run.operator(new ClusterChange.Steer(Course.CANCELLED));
        run.settle();
        assertFalse(run.isUnderChange());
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            Stable was = (Stable) before.configurationOf(slot);
            Stable is = (Stable) run.topology().configurationOf(slot);
            assertEquals(was.voters(), is.voters(), "slot " + slot);
            assertEquals(was.right(), is.right(), "slot " + slot);
        }
    }
}
