package io.paxosstore.client;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.topology.PageDelta;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.topology.TopologyPage;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.TopologyPart;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The topology as nodes have told it: each part in the newest version that any of them has. Owned
 * by the network thread.
 */
final class ClientTopology {
    private @Nullable TopologyHead head;
    private final @Nullable TopologyPage[] pages = new @Nullable TopologyPage[TopologyPage.COUNT];
    private int missingPages = TopologyPage.COUNT;

    /** The nodes and what stands beside them; null before any node has told. */
    @Nullable TopologyHead head() {
        return head;
    }

    /** Whether there is a version of every part. */
    boolean isWhole() {
        return head != null && missingPages == 0;
    }

    /** Who votes for a slot; null before any node has told. */
    @Nullable SlotConfiguration configurationOf(int slot) {
        TopologyPage page = pages[TopologyPage.numberOf(slot)];
        return page == null ? null : page.slot(slot);
    }

    /** Asks for what this lacks. */
    Request.FollowTopology request(long correlation) {
        List<Long> versions = new ArrayList<>(TopologyPage.COUNT);
        for (TopologyPage page : pages) {
            versions.add(page == null ? 0 : page.version());
        }
        return new Request.FollowTopology(correlation, head == null ? 0 : head.version(), versions);
    }

    /**
     * Takes a part in if it is newer. What cannot be read is of a later release: then what was
     * known before is good enough, since nodes pass on what they are not to serve.
     *
     * @return whether the head is another one now
     */
    boolean take(byte[] bytes) {
        try {
            TopologyPart part = TopologyPart.decode(bytes);
            if (part instanceof TopologyPart.Head told) {
                return take(told.head());
            } else if (part instanceof TopologyPart.Page told) {
                take(told.page());
            } else if (part instanceof TopologyPart.Delta told) {
                take(told.delta());
            }
        } catch (MalformedBytesException | IllegalArgumentException e) {
            return false;
        }
        return false;
    }

    private boolean take(TopologyHead told) {
        boolean newer = head == null || told.version() > head.version();
        if (newer) {
            head = told;
        }
        return newer;
    }

    private void take(TopologyPage told) {
        TopologyPage mine = pages[told.number()];
        if (mine == null) {
            pages[told.number()] = pages[0] == null ? told : told.sharing(pages[0]);
            missingPages--;
        } else if (told.version() > mine.version()) {
            // Of a slot a node may have told a later epoch than that page knows.
            pages[told.number()] = mine.with(told.changesSince(mine.version()));
        }
    }

    private void take(PageDelta told) {
        TopologyPage mine = pages[told.page()];
        if (mine != null) {
            pages[told.page()] = mine.with(told);
        }
    }
}
