package io.paxosstore.server.node;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.Voter;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/** What a topology's slots come to, counted. Not thread-safe until it is made; then immutable. */
final class SlotCensus {
    /**
     * How many of a slot's voters are connected; of one under change those of the side that has
     * fewer to spare.
     */
    record Redundancy(int voters, int connected) {
        /** That of a slot. */
        static Redundancy of(SlotConfiguration slot, IntPredicate connected) {
            return switch (slot) {
                case SlotConfiguration.Stable stable -> of(stable.voters(), connected);
                case SlotConfiguration.Joint change -> {
                    Redundancy old = of(change.old(), connected);
                    Redundancy next = of(change.next(), connected);
                    yield old.spare() <= next.spare() ? old : next;
                }
            };
        }

        private static Redundancy of(List<Voter> voters, IntPredicate connected) {
            int count = 0;
            for (Voter voter : voters) {
                count += connected.test(voter.node()) ? 1 : 0;
            }
            return new Redundancy(voters.size(), count);
        }

        boolean isMajority() {
            return connected > voters / 2;
        }

        /** How many voters more may be lost; negative where no majority is left. */
        int spare() {
            return connected - voters / 2 - 1;
        }
    }

    /**
     * Of one node.
     *
     * @param votes in how many slots it votes
     * @param preferred in how many of these it is asked first
     * @param coming in how many of these it becomes a voter by a change that is not over
     */
    record OfNode(int votes, int preferred, int coming) {
        static final OfNode NONE = new OfNode(0, 0, 0);

        OfNode plus(OfNode other) {
            return new OfNode(
                    votes + other.votes, preferred + other.preferred, coming + other.coming);
        }
    }

    private final Map<Integer, OfNode> nodes = new HashMap<>();

    private final SortedMap<Redundancy, Integer> redundancy =
            new TreeMap<>(
                    Comparator.comparingInt(Redundancy::voters)
                            .thenComparingInt(Redundancy::connected)
                            .reversed());

    private int joint;

    /**
     * Counts the slots of the pages.
     *
     * @param connected whether a node is, by its id
     */
    SlotCensus(Topology topology, IntPredicate connected) {
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            SlotConfiguration is = topology.configurationOf(slot);
            List<Voter> voters = is.voters();
            for (int i = 0; i < voters.size(); i++) {
                add(voters.get(i), new OfNode(1, i == 0 ? 1 : 0, 0));
            }
            redundancy.merge(Redundancy.of(is, connected), 1, Integer::sum);
            if (is instanceof SlotConfiguration.Joint change) {
                joint++;
                change.newcomers().forEach(voter -> add(voter, new OfNode(0, 0, 1)));
            }
        }
    }

    private void add(Voter voter, OfNode more) {
        nodes.merge(voter.node(), more, OfNode::plus);
    }

    OfNode of(int node) {
        return nodes.getOrDefault(node, OfNode.NONE);
    }

    /** How many slots are under change. */
    int joint() {
        return joint;
    }

    /** How many slots have how many of their voters connected; those with the most first. */
    SortedMap<Redundancy, Integer> redundancy() {
        return redundancy;
    }

    /** How many slots have no majority of their voters connected. */
    int withoutMajority() {
        int count = 0;
        for (Map.Entry<Redundancy, Integer> each : redundancy.entrySet()) {
            count += each.getKey().isMajority() ? 0 : each.getValue();
        }
        return count;
    }
}
