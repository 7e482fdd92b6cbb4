package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/** Single steps of slots: what is due, when, and what is not. */
final class StepsTest {
    private static final WholeReports NOBODY = (node, slot, epoch) -> false;
    private static final WholeReports ALL = (node, slot, epoch) -> true;

    /** Nodes 1 to 6; every slot has the voters 1, 3, 5, and the system slot, too. */
    private Topology topology =
            Topology.first(Clusters.nodes(2), Collections.nCopies(16_384, List.of(1, 3, 5)));

    private MovePlan plan = MovePlan.first();
    private WholeReports reports = NOBODY;
    private final Set<Integer> down = new HashSet<>();

    private void plan(PlannedMove... moves) {
        plan =
                new MovePlan(
                        plan.version() + 1, topology.head().goal().number(), false, List.of(moves));
    }

    private Situation now() {
        return new Situation(topology, plan, reports, id -> !down.contains(id));
    }

    private List<SlotChange> due(int movingMax) {
        return Steps.due(now(), movingMax).stream()
                .flatMap(change -> change.changes().stream())
                .toList();
    }

    /** Does what is due. */
    private List<SlotChange> step() {
        List<SlotChange> changes = due(64);
        Steps.due(now(), 64).forEach(change -> topology = topology.with(change.after()));
        return changes;
    }

    private SlotConfiguration slot(int slot) {
        return topology.configurationOf(slot);
    }

    private void steer(Course course) {
        topology = topology.with(topology.head().with(topology.head().goal().on(course)));
    }

    private static PlannedMove move(int slot, long epoch, Integer... to) {
        return new PlannedMove(slot, epoch, List.of(to));
    }

    @Test
    void aMoveTakesTwoStepsAndTheRightGoesToWhoCame() {
        plan(move(7, 1, 2, 3, 5), move(300, 1, 1, 3, 6));
        assertEquals(2, Steps.due(now(), 64).size(), "a change for each page");
        step();
        assertEquals(((Stable) first()).towards(List.of(2, 3, 5)), slot(7));
        assertEquals(List.of(), step(), "nobody is whole");
        reports = (node, slot, epoch) -> node == 2 && slot == 7 && epoch == 1;
        assertEquals(List.of(), step(), "in an epoch before");
        reports = (node, slot, epoch) -> node == 2 && slot == 7 && epoch == 2;
        step();
        assertEquals(((Joint) joint(2, 3, 5)).completed(2), slot(7), "node 1 had the right");
        reports = ALL;
        step();
        assertEquals(((Joint) joint(1, 3, 6)).completed(), slot(300), "node 1 keeps the right");
        assertEquals(List.of(), step());
    }

    /** Its copy will be the only one, and while it is down nobody knows whether it has it. */
    @Test
    void theOneVoterThatRemainsMustBeUp() {
        plan(move(7, 1, 1));
        step();
        assertEquals(joint(1), slot(7));
        reports = ALL;
        down.add(1);
        assertEquals(List.of(), step());
        down.clear();
        step();
        assertEquals(List.of(1), slot(7).ids());
    }

    /** Rule A5: an entry that is open is decided by those that stay, hence one comes at a time. */
    @Test
    void wholeGroupsAreExchangedOneByOne() {
        plan(move(7, 1, 2, 4, 6));
        reports = ALL;
        List<List<Integer>> ways = new ArrayList<>();
        while (!step().isEmpty()) {
            ways.add(slot(7).ids());
            assertEquals(
                    slot(7).ids().equals(List.of(2, 4, 6)) ? 1 : 0,
                    Progress.of(topology, plan).done());
            assertEquals(0, Progress.of(topology, plan).dropped());
        }
        assertEquals(
                List.of(
                        List.of(1, 3, 5, 2),
                        List.of(2, 3, 5),
                        List.of(2, 3, 5, 4),
                        List.of(2, 4, 5),
                        List.of(2, 4, 5, 6),
                        List.of(2, 4, 6)),
                ways);
    }

    /** Half-way it stays half-way; it is planned anew. */
    @Test
    void aSlotThatIsTakenBackOnItsWayIsDropped() {
        plan(move(7, 1, 2, 4, 6));
        reports = ALL;
        step();
        step();
        step();
        steer(Course.CANCELLED);
        step();
        assertEquals(List.of(2, 3, 5), slot(7).ids());
        assertEquals(1, Progress.of(topology, plan).dropped());
        steer(Course.RUNNING);
        assertEquals(List.of(), step());
    }

    private static SlotConfiguration first() {
        return SlotConfiguration.first(List.of(1, 3, 5));
    }

    private static SlotConfiguration joint(Integer... next) {
        return ((Stable) first()).towards(List.of(next));
    }

    /** Rule M7: from five to three, those that stay must walk as well. */
    @Test
    void withFewerVotersAllMustBeWhole() {
        topology =
                Topology.first(
                        Clusters.nodes(2), Collections.nCopies(16_384, List.of(1, 3, 5, 2, 4)));
        plan(move(7, 1, 1, 3, 5));
        step();
        reports = (node, slot, epoch) -> node != 5;
        assertEquals(List.of(), step());
        reports = ALL;
        step();
        assertEquals(List.of(1, 3, 5), slot(7).ids());
        assertEquals(1, slot(7).right().owner(), "its owner stays");
    }

    @Test
    void noMoreBeginThanTheLimitAndInTheOrderOfThePlan() {
        List<PlannedMove> moves = new ArrayList<>();
        for (int slot = 10; slot > 0; slot--) {
            moves.add(move(slot, 1, 2, 3, 5));
        }
        moves.add(move(20, 1, 1, 4, 5));
        plan(moves.toArray(PlannedMove[]::new));
        assertEquals(
                List.of(8, 9, 10, 20),
                due(3).stream().map(SlotChange::slot).toList(),
                "node 4 has a limit of its own");
        Steps.due(now(), 3).forEach(change -> topology = topology.with(change.after()));
        assertEquals(List.of(), due(3));
        reports = (node, slot, epoch) -> slot == 9;
        Steps.due(now(), 3).forEach(change -> topology = topology.with(change.after()));
        assertEquals(List.of(7), due(3).stream().map(SlotChange::slot).toList());
    }

    /** Those that stay walk, too; a slot that waits for a node that comes is before the others. */
    @Test
    void withFewerVotersTheLimitIsThatOfThoseWhoStayToo() {
        List<List<Integer>> voters =
                new ArrayList<>(Collections.nCopies(16_384, List.of(1, 3, 5, 7, 9)));
        voters.set(1, List.of(3, 4, 5, 7, 8));
        voters.set(2, List.of(1, 2, 9, 10, 11));
        voters.set(3, List.of(1, 2, 7, 8, 9));
        topology = Topology.first(Clusters.nodes(4), voters);
        plan(move(1, 1, 3, 4, 6), move(2, 1, 1, 2, 6), move(3, 1, 1, 2, 10));
        assertEquals(List.of(1), due(1).stream().map(SlotChange::slot).toList());
    }

    /** A dead node's slots lack one voter each: they are all moved at once. */
    @Test
    void aReplacementHasNoLimit() {
        topology = Clusters.changed(topology, new ClusterChange.Replace(1, 2));
        down.add(1);
        plan =
                new MovePlan(
                        2,
                        2,
                        false,
                        IntStream.range(0, 500).mapToObj(slot -> move(slot, 1, 2, 3, 5)).toList());
        assertEquals(500, due(3).size());
    }

    @Test
    void nothingBeginsThatCouldNotGoOn() {
        plan(move(7, 1, 2, 3, 5));
        down.add(2);
        assertEquals(List.of(), due(64), "the newcomer is down");
        down.clear();
        down.addAll(List.of(1, 3));
        assertEquals(List.of(), due(64), "the old voters have no majority");
        down.clear();
        down.add(1);
        assertEquals(1, due(64).size());
        down.addAll(List.of(5));
        assertEquals(List.of(), due(64), "1 and 5 are of the old ones");
    }

    @Test
    void pausedNothingBeginsAndWhatBeganEnds() {
        plan(move(7, 1, 2, 3, 5), move(8, 1, 2, 3, 5));
        Steps.due(now(), 1).forEach(change -> topology = topology.with(change.after()));
        assertTrue(slot(7) instanceof Joint);
        steer(Course.PAUSED);
        reports = ALL;
        assertEquals(List.of(new SlotChange(7, ((Joint) joint(2, 3, 5)).completed(2))), step());
        assertEquals(List.of(), step());
        steer(Course.RUNNING);
        assertEquals(1, step().size());
    }

    @Test
    void cancelledAllIsTakenBack() {
        plan(move(7, 1, 2, 3, 5));
        step();
        steer(Course.CANCELLED);
        reports = ALL;
        assertEquals(List.of(new SlotChange(7, ((Joint) joint(2, 3, 5)).reversed())), step());
        assertEquals(List.of(), step());
        steer(Course.RUNNING);
        assertEquals(List.of(), step(), "the move is of an epoch that is over");
    }

    /** Whoever comes to a slot and is to leave the cluster does not come. */
    @Test
    void aNewcomerThatGoesAwayIsNotWaitedFor() {
        plan(move(7, 1, 2, 3, 5));
        step();
        topology = Clusters.changed(topology, new ClusterChange.Drain(2));
        assertFalse(now().isPlanned());
        assertEquals(List.of(new SlotChange(7, ((Joint) joint(2, 3, 5)).reversed())), due(64));
    }

    /**
     * An entry that was open when the change began is decided by those that stay: who comes does
     * not vote on it, and never becomes whole without it.
     */
    @Test
    void withoutOneThatStaysNothingBeginsAndWhatBeganIsTakenBackWhenItLeaves() {
        plan(move(7, 1, 2, 3, 5), move(8, 1, 2, 3, 5));
        Steps.due(now(), 1).forEach(change -> topology = topology.with(change.after()));
        assertTrue(slot(7) instanceof Joint);
        down.add(3);
        assertEquals(List.of(), due(64), "it may come back, and 8 had better not begin");
        topology = Clusters.changed(topology, new ClusterChange.Replace(3, 4));
        plan = Planning.due(topology, plan).orElseThrow();
        down.add(1);
        assertEquals(List.of(), due(64), "the old voters cannot do without it either");
        down.remove(1);
        step();
        assertEquals(((Joint) joint(2, 3, 5)).reversed(), slot(7));
        down.clear();
        reports = ALL;
        for (int round = 0; round < 9; round++) {
            step();
            Planning.due(topology, plan).ifPresent(next -> plan = next);
        }
        assertFalse(slot(7).ids().contains(3), "it is replaced all the same");
        assertFalse(slot(8).ids().contains(3));
    }

    /** Who is whole has what those that are missed would decide. */
    @Test
    void aChangeThatCanEndEndsWithoutOneThatStays() {
        plan(move(7, 1, 2, 3, 5));
        step();
        topology = Clusters.changed(topology, new ClusterChange.Replace(3, 4));
        plan = Planning.due(topology, plan).orElseThrow();
        down.add(3);
        reports = (node, slot, epoch) -> slot == 7 && epoch == 2;
        step();
        assertEquals(((Joint) joint(2, 3, 5)).completed(2), slot(7));
    }

    /** The operator wants something new: changes under way wait for the plan that knows. */
    @Test
    void withoutAPlanForTheGoalNothingBeginsOrEnds() {
        plan(move(7, 1, 2, 3, 5), move(8, 1, 2, 3, 5));
        Steps.due(now(), 1).forEach(change -> topology = topology.with(change.after()));
        topology = Clusters.changed(topology, new ClusterChange.Voters(5));
        reports = ALL;
        assertEquals(List.of(), due(64));
        plan = Planning.due(topology, plan).orElseThrow();
        assertEquals(2, plan.goal());
        assertFalse(due(64).isEmpty());
    }

    /** Begun by somebody who had an older plan. */
    @Test
    void whatIsNotPlannedIsTakenBackUnlessItIsOnTheWay() {
        plan(move(7, 1, 2, 3, 5), move(8, 1, 2, 3, 5), move(9, 1, 2, 3, 5));
        step();
        plan(move(8, 3, 2, 4, 6), move(9, 3, 4, 3, 5));
        assertEquals(
                List.of(7, 9),
                step().stream().map(SlotChange::slot).toList(),
                "8 fetches what it will need");
        assertEquals(first().ids(), slot(7).ids());
        assertEquals(new Stable(3, ((Stable) first()).voters(), first().right()), slot(9));
        reports = (node, slot, epoch) -> slot == 8;
        step();
        assertEquals(List.of(2, 3, 5), slot(8).ids());
        assertEquals(3, slot(8).epoch());
        step();
        assertTrue(slot(8) instanceof Joint);
    }

    @Test
    void anOrderChangesWithoutAnEpoch() {
        plan(move(7, 1, 5, 1, 3));
        assertEquals(1, step().size());
        assertEquals(List.of(5, 1, 3), slot(7).ids());
        assertEquals(1, slot(7).epoch());
        assertEquals(1, slot(7).right().owner());
        assertEquals(List.of(), step());
    }

    /** Nobody begins a change that it could not end. */
    @Test
    void theLastEpochsAreLeftAlone() {
        Stable last =
                new Stable(
                        SlotConfiguration.EPOCH_MAX - 1,
                        ((Stable) first()).voters(),
                        first().right());
        topology =
                topology.with(topology.pages().getFirst().with(List.of(new SlotChange(7, last))));
        plan(move(7, last.epoch(), 2, 3, 5));
        assertEquals(List.of(), due(64));
    }

    @Test
    void progressIsWhatTheSlotsShow() {
        plan(move(6, 1, 2, 3, 5), move(7, 1, 1, 4, 5), move(8, 1, 2, 3, 5), move(9, 1, 1, 3, 6));
        Progress begun = Progress.of(topology, plan);
        assertEquals(
                new Progress(
                        2,
                        0,
                        0,
                        4,
                        0,
                        List.of(
                                new NodeProgress(2, 0, 0, 2),
                                new NodeProgress(4, 0, 0, 1),
                                new NodeProgress(6, 0, 0, 1))),
                begun);
        Steps.due(now(), 2).forEach(change -> topology = topology.with(change.after()));
        reports = (node, slot, epoch) -> slot == 7;
        step();
        topology =
                topology.with(
                        topology.pages()
                                .getFirst()
                                .with(List.of(new SlotChange(9, ((Joint) slot(9)).reversed()))));
        Progress later = Progress.of(topology, plan);
        assertEquals(
                new Progress(
                        2,
                        1,
                        2,
                        0,
                        1,
                        List.of(new NodeProgress(2, 0, 2, 0), new NodeProgress(4, 1, 0, 0))),
                later);
        assertEquals(OptionalLong.of(2_000), later.remainingNanos(begun, 1_000));
        assertEquals(OptionalLong.empty(), later.remainingNanos(later, 1_000));
    }

    @Test
    void aPlanIsMadeOnceForAGoal() {
        assertTrue(Planning.due(topology, plan).isEmpty(), "the first cluster is where it is");
        List<ClusterNode> nodes = Clusters.nodes(2);
        topology = Clusters.changed(Clusters.first(nodes, 3), new ClusterChange.Drain(1));
        MovePlan made = Planning.due(topology, plan).orElseThrow();
        assertEquals(2, made.version());
        assertFalse(made.isLast());
        assertTrue(Planning.due(topology, made).isEmpty());
        steer(Course.CANCELLED);
        assertTrue(Planning.due(topology, plan).isEmpty());
    }
}
