package io.paxosstore.node.placement;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How loads could be evened out. Immutable.
 *
 * @param plan what has to change; nothing, if the nodes are even enough or nothing would help
 * @param before what each node carries, by its id, ascending
 * @param after what each would carry, likewise, if loads stayed as they are
 * @param heavy slots that are too much for any node, the heaviest first, at most {@link #HEAVY_MAX}
 * @param isCut whether more would be to be done than one proposal may
 */
public record LoadProposal(
        Plan plan,
        List<NodeLoad> before,
        List<NodeLoad> after,
        List<HeavySlot> heavy,
        boolean isCut) {
    /** How many heavy slots are named. */
    public static final int HEAVY_MAX = 16;

    /** Copies the lists. */
    public LoadProposal {
        before = List.copyOf(before);
        after = List.copyOf(after);
        heavy = List.copyOf(heavy);
    }

    /** The highest level of any node as it is, of the figures that count. */
    public double worstBefore() {
        return worst(before);
    }

    /** The highest level of any node as it would be. */
    public double worstAfter() {
        return worst(after);
    }

    /**
     * Which part of all requests, or of all bytes, nodes would carry less beyond their parts; the
     * greater of the two.
     */
    public double relief() {
        return Math.max(
                relief(NodeLoad::requests, NodeLoad::requestsPart),
                relief(NodeLoad::bytes, NodeLoad::bytesPart));
    }

    private double relief(ToDoubleFunction<NodeLoad> value, ToDoubleFunction<NodeLoad> part) {
        double all = before.stream().mapToDouble(part).sum();
        return all > 0 ? (excess(before, value, part) - excess(after, value, part)) / all : 0;
    }

    private static double excess(
            List<NodeLoad> nodes,
            ToDoubleFunction<NodeLoad> value,
            ToDoubleFunction<NodeLoad> part) {
        return nodes.stream()
                .mapToDouble(node -> value.applyAsDouble(node) - part.applyAsDouble(node))
                .filter(beyond -> beyond > 0)
                .sum();
    }

    private static double worst(List<NodeLoad> nodes) {
        return nodes.stream()
                .mapToDouble(node -> Math.max(node.requestsLevel(), node.bytesLevel()))
                .max()
                .orElse(0);
    }
}
