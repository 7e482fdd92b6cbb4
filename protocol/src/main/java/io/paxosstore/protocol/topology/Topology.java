package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The whole topology: all nodes, and the configurations of all slots. Its parts change one by one,
 * each with a version of its own. Immutable.
 */
public final class Topology {
    private final NodeList nodes;
    private final List<TopologyPage> pages;

    /**
     * Puts the parts together.
     *
     * @param pages all {@link TopologyPage#COUNT} of them, in order
     * @throws IllegalArgumentException when a page is missing, or a voter is no node of the list or
     *     one that was removed
     */
    public Topology(NodeList nodes, List<TopologyPage> pages) {
        this.nodes = nodes;
        this.pages = List.copyOf(pages);
        Check.that(
                pages.size() == TopologyPage.COUNT,
                () ->
                        "There are "
                                + pages.size()
                                + " pages; a topology has "
                                + TopologyPage.COUNT
                                + ".");
        Map<Integer, ClusterNode> byId = new TreeMap<>();
        nodes.nodes().forEach(node -> byId.put(node.id(), node));
        for (int i = 0; i < TopologyPage.COUNT; i++) {
            int number = i;
            TopologyPage page = this.pages.get(i);
            Check.that(
                    page.number() == number,
                    () ->
                            "Page "
                                    + page.number()
                                    + " stands in the place of page "
                                    + number
                                    + "; pages ascend.");
            checkVoters(page, byId);
        }
    }

    private static void checkVoters(TopologyPage page, Map<Integer, ClusterNode> byId) {
        for (int slot = page.firstSlot(); slot < page.firstSlot() + TopologyPage.SLOTS; slot++) {
            for (Voter voter : page.slot(slot).voters()) {
                ClusterNode node = byId.get(voter.node());
                int at = slot;
                if (node == null) {
                    throw new IllegalArgumentException(
                            "Node "
                                    + voter.node()
                                    + " votes for slot "
                                    + at
                                    + " and is not in the list of nodes; read the list again.");
                }
                Check.that(
                        node.membership() != Membership.REMOVED,
                        () ->
                                "Node "
                                        + voter.node()
                                        + " votes for slot "
                                        + at
                                        + " and cannot be removed; drain it first.");
            }
        }
    }

    /**
     * The topology of a new cluster.
     *
     * @param voters for each slot the ids of its voters, in order of preference
     */
    public static Topology first(List<ClusterNode> nodes, List<List<Integer>> voters) {
        Check.that(
                voters.size() == Slots.COUNT,
                () -> voters.size() + " slots are given; there are " + Slots.COUNT + ".");
        List<TopologyPage> pages = new ArrayList<>();
        for (int number = 0; number < TopologyPage.COUNT; number++) {
            int begin = number * TopologyPage.SLOTS;
            List<SlotConfiguration> slots = new ArrayList<>();
            voters.subList(begin, begin + TopologyPage.SLOTS)
                    .forEach(ids -> slots.add(SlotConfiguration.first(ids)));
            pages.add(TopologyPage.first(number, slots));
        }
        return new Topology(new NodeList(1, nodes), pages);
    }

    public NodeList nodes() {
        return nodes;
    }

    public List<TopologyPage> pages() {
        return pages;
    }

    /** Who votes for a slot. */
    public SlotConfiguration configurationOf(int slot) {
        return pages.get(TopologyPage.numberOf(slot)).slot(slot);
    }

    /** With another version of a page. */
    public Topology with(TopologyPage page) {
        List<TopologyPage> all = new ArrayList<>(pages);
        all.set(page.number(), page);
        return new Topology(nodes, all);
    }

    /** With another version of the list of nodes. */
    public Topology with(NodeList list) {
        return new Topology(list, pages);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Topology that
                && nodes.equals(that.nodes)
                && pages.equals(that.pages);
    }

    @Override
    public int hashCode() {
        return 31 * nodes.hashCode() + pages.hashCode();
    }

    @Override
    public String toString() {
        return nodes.nodes().size() + " nodes, " + Slots.COUNT + " slots";
    }
}
