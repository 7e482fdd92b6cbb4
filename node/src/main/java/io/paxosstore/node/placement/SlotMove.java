package io.paxosstore.node.placement;

import java.util.List;

/**
 * One slot's change.
 *
 * @param slot which
 * @param from its voters before, in order of preference
 * @param to its voters afterwards; a newcomer stands in the place of whom it replaces
 */
public record SlotMove(int slot, List<Integer> from, List<Integer> to) {
    /** Those that have the slot's data to fetch. */
    public List<Integer> newcomers() {
        return to.stream().filter(node -> !from.contains(node)).toList();
    }

    /** Those that have the slot's data to delete in the end. */
    public List<Integer> leavers() {
        return from.stream().filter(node -> !to.contains(node)).toList();
    }

    /** Whether the voters stay, and only requests go elsewhere. */
    public boolean isOrderOnly() {
        return from.size() == to.size() && newcomers().isEmpty();
    }
}
