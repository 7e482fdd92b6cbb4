package io.paxosstore.node.placement;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.Voter;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The voters of all slots, by the ids of their nodes, in order of preference. Immutable. */
public final class VoterTable {
    private final int[][] voters;

    private VoterTable(int[][] voters) {
        this.voters = voters;
    }

    /** Takes the arrays, which nobody changes afterwards. */
    static VoterTable taking(int[][] voters) {
        return new VoterTable(voters);
    }

    /**
     * A table as it is given.
     *
     * @param voters for each slot, in order, the ids of its voters
     * @throws IllegalArgumentException when there are too few or too many slots
     */
    public static VoterTable of(List<List<Integer>> voters) {
        if (voters.size() != Slots.COUNT) {
            throw new IllegalArgumentException(
                    voters.size() + " slots are given; there are " + Slots.COUNT + ".");
        }
        return new VoterTable(
                voters.stream()
                        .map(ids -> ids.stream().mapToInt(Integer::intValue).toArray())
                        .toArray(int[][]::new));
    }

    /** Who votes by a topology; of slots under change, who will. */
    public static VoterTable of(Topology topology) {
        int[][] voters = new int[Slots.COUNT][];
        for (int slot = 0; slot < voters.length; slot++) {
            List<Voter> those =
                    switch (topology.configurationOf(slot)) {
                        case SlotConfiguration.Stable stable -> stable.voters();
                        case SlotConfiguration.Joint joint -> joint.next();
                    };
            voters[slot] = those.stream().mapToInt(Voter::node).toArray();
        }
        return new VoterTable(voters);
    }

    /** The voters of a slot. */
    public List<Integer> votersOf(int slot) {
        return IntStream.of(voters[slot]).boxed().toList();
    }

    /** For each slot, in order, its voters. */
    public List<List<Integer>> slots() {
        return IntStream.range(0, voters.length).mapToObj(this::votersOf).toList();
    }

    /** The voters of a slot, not a copy. */
    int[] ids(int slot) {
        return voters[slot];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VoterTable that && Arrays.deepEquals(voters, that.voters);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(voters);
    }

    @Override
    public String toString() {
        return voters.length + " slots, the first with voters " + Arrays.toString(voters[0]);
    }
}
