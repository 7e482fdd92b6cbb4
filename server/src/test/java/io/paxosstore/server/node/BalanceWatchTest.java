package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.node.balance.BalanceAnswer;
import io.paxosstore.node.placement.LoadLimits;
import io.paxosstore.node.placement.LoadProposal;
import io.paxosstore.node.placement.NodeLoad;
import io.paxosstore.node.placement.Plan;
import io.paxosstore.node.placement.VoterTable;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.wire.FailureCode;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Loads are evened out when they have been uneven for a while, and no sooner. */
final class BalanceWatchTest {
    private static final Instant START = Instant.parse("2026-11-26T00:00:00Z");
    private static final List<List<Integer>> VOTERS =
            IntStream.range(0, Slots.COUNT)
                    .mapToObj(slot -> FirstVoters.order(slot, List.of(1, 2, 3)))
                    .toList();

    private BalanceAnswer answer = uneven(1.5, 1.1);
    private final List<Boolean> asked = new ArrayList<>();
    private final List<LoadLimits> limits = new ArrayList<>();
    private final BalanceWatch watch =
            new BalanceWatch(
                    new BalanceWatch.Options(125, Duration.ofMinutes(10), 256),
                    (of, isTrial, timeout, told) -> {
                        asked.add(isTrial);
                        limits.add(of);
                        told.accept(answer);
                    });

    private static BalanceAnswer uneven(double worst, double then) {
        List<List<Integer>> next = new ArrayList<>(VOTERS);
        next.set(0, List.of(3, 2, 1));
        Plan plan =
                then < worst
                        ? Plan.between(VoterTable.of(VOTERS), VoterTable.of(next))
                        : Plan.between(VoterTable.of(VOTERS), VoterTable.of(VOTERS));
        LoadProposal proposal = new LoadProposal(plan, loads(worst), loads(then), List.of(), false);
        List<ClusterNode> nodes =
                IntStream.rangeClosed(1, 3)
                        .mapToObj(id ->
                                new ClusterNode(
                                        id, "h" + id, 1, 2, 3, "z", 0, Membership.ACTIVE, 1))
                        .toList();
        return new BalanceAnswer.Proposed(Topology.first(nodes, VOTERS), proposal, new TreeSet<>());
    }

    private static List<NodeLoad> loads(double worst) {
        double other = (3 - worst) / 2;
        return List.of(
                new NodeLoad(1, 1_000 * worst, 1_000, 0, 0),
                new NodeLoad(2, 1_000 * other, 1_000, 0, 0),
                new NodeLoad(3, 1_000 * other, 1_000, 0, 0));
    }

    /** How many plans were made by then, looking every ten seconds. */
    private long plans(int fromMinute, int toMinute) {
        asked.clear();
        for (int second = 60 * fromMinute; second < 60 * toMinute; second += 10) {
            watch.look(START.plusSeconds(second), true);
        }
        return asked.stream().filter(isTrial -> !isTrial).count();
    }

    @Test
    void onlyWhatLastsIsEvenedOutAndOnePlanFollowsTheOtherAfterAWhile() {
        assertEquals(0, plans(0, 10));
        assertEquals(10, asked.size(), "a look a minute");
        assertEquals(256, limits.getFirst().slotsMax());
        assertEquals(1, plans(10, 11));
        assertEquals(0, plans(11, 21), "the while begins anew");
        assertEquals(1, plans(21, 22));
    }

    @Test
    void whatComesAndGoesIsLeftAlone() {
        assertEquals(0, plans(0, 9));
        answer = uneven(1.2, 1.1);
        assertEquals(0, plans(9, 10), "below what begins it");
        answer = uneven(1.5, 1.1);
        assertEquals(0, plans(10, 20));
        answer = new BalanceAnswer.Refused("Slots are still to move.", true);
        assertEquals(0, plans(20, 30));
        answer = uneven(1.5, 1.1);
        assertEquals(0, plans(30, 39));
        answer = new BalanceAnswer.Failed(FailureCode.DEADLINE, "No.");
        assertEquals(0, plans(39, 40));
        answer = uneven(1.5, 1.1);
        assertEquals(0, plans(40, 50));
        assertEquals(1, plans(50, 51));
    }

    @Test
    void whatHelpsNobodyIsLeftAlone() {
        answer = uneven(3, 3);
        assertEquals(0, plans(0, 60), "a slot that is too heavy");
        answer = uneven(3, 2.99);
        assertEquals(0, plans(60, 120), "hardly better");
    }

    @Test
    void whoIsNotTheFirstOneWaits() {
        plans(0, 9);
        watch.look(START.plusSeconds(9 * 60), false);
        assertEquals(0, plans(10, 20));
        assertEquals(1, plans(20, 21));
    }
}
