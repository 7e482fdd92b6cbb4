package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.PageDelta;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.topology.TopologyPage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What of the topology somebody does not know who knows older versions. Immutable.
 *
 * @param head if it has changed
 * @param pages the changes of those that have changed, in ascending order
 */
public record TopologyNews(Optional<TopologyHead> head, List<PageDelta> pages) {
    /** Copies the list. */
    public TopologyNews {
        pages = List.copyOf(pages);
    }

    /**
     * The news for somebody.
     *
     * @param headVersion that it knows; 0 for none
     * @param pageVersions that it knows, of all pages in order, from 1
     */
    public static TopologyNews since(Topology topology, long headVersion, List<Long> pageVersions) {
        List<PageDelta> pages = new ArrayList<>();
        for (TopologyPage page : topology.pages()) {
            long known = pageVersions.get(page.number());
            if (known < page.version()) {
                pages.add(page.changesSince(known));
            }
        }
        return new TopologyNews(
                Optional.of(topology.head()).filter(head -> head.version() > headVersion), pages);
    }
}
