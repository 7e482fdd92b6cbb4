package io.paxosstore.node.placement;

import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/**
 * What has to change for one table of voters to become another: what an operator is shown before
 * anything moves. Immutable.
 */
public final class Plan {
    private final VoterTable to;
    private final List<SlotMove> moves;
    private final List<NodeShare> nodes;

    private Plan(VoterTable to, List<SlotMove> moves, List<NodeShare> nodes) {
        this.to = to;
        this.moves = moves;
        this.nodes = nodes;
    }

    /** What leads from one table to another. */
    public static Plan between(VoterTable from, VoterTable to) {
        List<SlotMove> moves = new ArrayList<>();
        Map<Integer, int[]> counts = new TreeMap<>();
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            SlotMove move = new SlotMove(slot, from.votersOf(slot), to.votersOf(slot));
            move.from().forEach(node -> counts.computeIfAbsent(node, any -> new int[3])[0]++);
            if (!move.from().equals(move.to())) {
                moves.add(move);
                move.newcomers()
                        .forEach(node -> counts.computeIfAbsent(node, any -> new int[3])[1]++);
                move.leavers()
                        .forEach(node -> counts.computeIfAbsent(node, any -> new int[3])[2]++);
            }
        }
        List<NodeShare> nodes = new ArrayList<>();
        counts.forEach(
                (node, count) -> nodes.add(new NodeShare(node, count[0], count[1], count[2])));
        return new Plan(to, List.copyOf(moves), List.copyOf(nodes));
    }

    /** The voters when the plan is done. */
    public VoterTable to() {
        return to;
    }

    /** The slots that change, in ascending order. */
    public List<SlotMove> moves() {
        return moves;
    }

    /** What it means for each node that votes before or afterwards, in order of their ids. */
    public List<NodeShare> nodes() {
        return nodes;
    }

    /** How many slots get other voters. */
    public int slotsMoved() {
        return (int) moves.stream().filter(move -> !move.isOrderOnly()).count();
    }

    /** How many slots keep their voters and are asked for elsewhere. */
    public int ordersChanged() {
        return moves.size() - slotsMoved();
    }

    /** How often a node has a slot's data to fetch. */
    public int voterMoves() {
        return moves.stream().mapToInt(move -> move.newcomers().size()).sum();
    }

    /**
     * How many bytes are to be fetched.
     *
     * @param slotBytes how many bytes of data a slot has at one voter
     */
    public long bytes(IntToLongFunction slotBytes) {
        return moves.stream()
                .mapToLong(move -> move.newcomers().size() * slotBytes.applyAsLong(move.slot()))
                .sum();
    }

    /** One line, such as {@code 5,461 slots get other voters (5,461 copies), 0 another order}. */
    @Override
    public String toString() {
        return "%,d slots get other voters (%,d copies), %,d another order"
                .formatted(slotsMoved(), voterMoves(), ordersChanged());
    }
}
