package io.paxosstore.node.placement;

/**
 * A slot that alone is more than a node should carry. Slots cannot be split, so that moving does
 * not help; another hash tag, or none, for what is in it would.
 *
 * @param slot which
 * @param node that is preferred there
 * @param figure what there is too much of
 * @param parts how many times what the node should carry in all
 */
public record HeavySlot(int slot, int node, Figure figure, double parts) {
    /** What is evened out. */
    public enum Figure {
        REQUESTS,
        BYTES
    }
}
