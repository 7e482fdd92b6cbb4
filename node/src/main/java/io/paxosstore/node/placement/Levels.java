package io.paxosstore.node.placement;

/**
 * How much each node of a group has, in proportion to what it should have: slots, slots in which it
 * is preferred, pairs of a preferred node and the one that takes over from it, pairs of nodes that
 * vote together. Levels are in slots of a node of average weight, so that they can be added up; who
 * takes the place of least level keeps all of them even. Not thread-safe.
 */
final class Levels {
    /** A dead node's requests fall on its successors: that they are even counts most. */
    private static final double SUCCESSION = 4;

    /** Who votes together decides who helps to rebuild a node. */
    private static final double TOGETHER = 1;

    private final NodeGroup group;
    private final double[] slotShares;
    private final double[] preferredShares;
    private final double[] partnersWeights;
    private final double meanPreferred;
    private final double meanSlots;
    private final double meanWeight;
    private final double meanSuccession;
    private final int[] slots;
    private final int[] preferred;
    private final int[] successions;
    private final int[] together;

    Levels(NodeGroup group) {
        int size = group.size();
        this.group = group;
        this.slotShares = group.slotShares();
        this.preferredShares = group.preferredShares();
        this.partnersWeights = new double[size];
        int partners = 0;
        for (int node = 0; node < size; node++) {
            partnersWeights[node] = group.partnersWeight(node);
            partners += group.partners(node);
        }
        this.meanPreferred = 1.0 / size;
        this.meanSlots = (double) group.voters() / size;
        this.meanWeight = group.weight() / size;
        this.meanSuccession = 1.0 / Math.max(1, partners);
        this.slots = new int[size];
        this.preferred = new int[size];
        this.successions = new int[size * size];
        this.together = new int[size * size];
    }

    /**
     * From now on a node's requests are to be spread over its partners as they are, not over all
     * that might vote beside it: for when voters do not change any more.
     */
    void settlePartners() {
        for (int node = 0; node < slots.length; node++) {
            int most = 0;
            for (int other = 0; other < slots.length; other++) {
                most = Math.max(most, other == node ? 0 : together[pair(node, other)]);
            }
            double weight = 0;
            for (int other = 0; other < slots.length; other++) {
                if (other != node && Balance.isPartner(together[pair(node, other)], most)) {
                    weight += group.weight(other);
                }
            }
            partnersWeights[node] = weight;
        }
    }

    void add(int[] voters) {
        count(voters, 1);
    }

    void remove(int[] voters) {
        count(voters, -1);
    }

    private void count(int[] voters, int change) {
        preferred[voters[0]] += change;
        if (voters.length > 1) {
            successions[pair(voters[0], voters[1])] += change;
        }
        for (int voter : voters) {
            slots[voter] += change;
            for (int other : voters) {
                together[pair(voter, other)] += change;
            }
        }
    }

    private int pair(int node, int other) {
        return node * slots.length + other;
    }

    /** How many slots a node votes for. */
    int slots(int node) {
        return slots[node];
    }

    /** The part of a dead node's requests that should fall on another one. */
    private double successionShare(int node, int successor) {
        return group.isPartner(node, successor)
                ? group.weight(successor) / partnersWeights[node]
                : 0;
    }

    /** The part of the group's slots that a node should vote for. */
    double slotShare(int node) {
        return slotShares[node];
    }

    /**
     * The level of what a node would have more of with a place among voters.
     *
     * @param voters nodes, or -1 where none stands yet; {@code node} does not stand there yet, or
     *     stands at {@code place}
     */
    double at(int place, int node, int[] voters) {
        return ofSlots(node) + mixture(place, node, voters);
    }

    /** The level of a node's slots as such. */
    double ofSlots(int node) {
        return slots[node] * meanSlots / slotShares[node];
    }

    /** The same without the slots as such: what one slot of a node differs in from another one. */
    double mixture(int place, int node, int[] voters) {
        double level = 0;
        if (place == 0) {
            level += preferred[node] * meanPreferred / preferredShares[node];
            if (voters.length > 1 && voters[1] >= 0) {
                level += SUCCESSION * succession(node, voters[1]);
            }
        }
        if (place == 1 && voters[0] >= 0) {
            level += SUCCESSION * succession(voters[0], node);
        }
        for (int i = 0; i < voters.length; i++) {
            int other = voters[i];
            if (i != place && other >= 0) {
                level += TOGETHER * together(node, other);
            }
        }
        return level;
    }

    /** The level of what an order of preference adds to: of its first two places. */
    double ofOrder(int first, int second) {
        return preferred[first] * meanPreferred / preferredShares[first]
                + SUCCESSION * succession(first, second);
    }

    private double succession(int node, int successor) {
        return successions[pair(node, successor)]
                * meanSuccession
                / (preferredShares[node] * successionShare(node, successor));
    }

    private double together(int node, int other) {
        return together[pair(node, other)]
                * (meanWeight / group.weight(node))
                * (meanWeight / group.weight(other));
    }
}
