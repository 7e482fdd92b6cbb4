package io.paxosstore.node.placement;

import java.util.List;

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

    private static double worst(List<NodeLoad> nodes) {
        return nodes.stream()
                .mapToDouble(node -> Math.max(node.requestsLevel(), node.bytesLevel()))
                .max()
                .orElse(0);
    }
}
