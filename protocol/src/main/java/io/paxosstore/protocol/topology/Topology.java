package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The whole topology: all nodes, what is wanted of them, and the configurations of all slots. Its
 * parts change one by one, each with a version of its own. Immutable.
 */
public final class Topology {
    private final TopologyHead head;
    private final List<TopologyPage> pages;

    /**
     * Puts the parts together.
     *
     * @param pages all {@link TopologyPage#COUNT} of them, in order
     * @throws IllegalArgumentException when a page is missing, or a voter is no node of the list:
     *     the list is older than the page
     */
    public Topology(TopologyHead head, List<TopologyPage> pages) {
        this(head, List.copyOf(pages), pages);
    }

    /**
     * @param changed the pages of which it is not known that the list has their voters
     */
    private Topology(TopologyHead head, List<TopologyPage> pages, List<TopologyPage> changed) {
        this.head = head;
        this.pages = pages;
        Check.that(
                pages.size() == TopologyPage.COUNT,
                () ->
                        "There are "
                                + pages.size()
                                + " pages; a topology has "
                                + TopologyPage.COUNT
                                + ".");
        Set<Integer> known = ids(head);
        for (int i = 0; i < TopologyPage.COUNT; i++) {
            int number = i;
            TopologyPage page = pages.get(i);
            Check.that(
                    page.number() == number,
                    () ->
                            "Page "
                                    + page.number()
                                    + " stands in the place of page "
                                    + number
                                    + "; pages ascend.");
        }
        changed.forEach(page -> checkVoters(page, known));
    }

    private static Set<Integer> ids(TopologyHead head) {
        return head.nodes().nodes().stream().map(ClusterNode::id).collect(Collectors.toSet());
    }

    private static void checkVoters(TopologyPage page, Set<Integer> known) {
        for (int slot = page.firstSlot(); slot < page.firstSlot() + TopologyPage.SLOTS; slot++) {
            for (Voter voter : page.slot(slot).voters()) {
                int at = slot;
                Check.that(
                        known.contains(voter.node()),
                        () ->
                                "Node "
                                        + voter.node()
                                        + " votes for slot "
                                        + at
                                        + " and is not in the list of nodes; read the list"
                                        + " again.");
            }
        }
    }

    /**
     * The topology of a new cluster. The system slot has the voters of the one that it is like.
     *
     * @param voters for each slot the ids of its voters, in order of preference; as many each
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
        List<Integer> system = voters.get(Slots.likeSlot(Slots.SYSTEM));
        return new Topology(
                new TopologyHead(
                        new NodeList(1, nodes),
                        SlotConfiguration.first(system),
                        Goal.first(system.size())),
                pages);
    }

    public TopologyHead head() {
        return head;
    }

    public NodeList nodes() {
        return head.nodes();
    }

    public List<TopologyPage> pages() {
        return pages;
    }

    /** Who votes for a slot, the system slot too. */
    public SlotConfiguration configurationOf(int slot) {
        return slot == Slots.SYSTEM
                ? head.system()
                : pages.get(TopologyPage.numberOf(slot)).slot(slot);
    }

    /** With another version of a page. */
    public Topology with(TopologyPage page) {
        List<TopologyPage> all = new ArrayList<>(pages);
        all.set(page.number(), page);
        return new Topology(head, List.copyOf(all), List.of(page));
    }

    /** With another version of what stands beside the pages. */
    public Topology with(TopologyHead other) {
        boolean keepsAll = ids(other).containsAll(ids(head));
        return new Topology(other, pages, keepsAll ? List.of() : pages);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Topology that
                        && head.equals(that.head)
                        && pages.equals(that.pages));
    }

    @Override
    public int hashCode() {
        return 31 * head.hashCode() + pages.hashCode();
    }

    @Override
    public String toString() {
        return nodes().nodes().size() + " nodes, " + Slots.COUNT + " slots";
    }
}
