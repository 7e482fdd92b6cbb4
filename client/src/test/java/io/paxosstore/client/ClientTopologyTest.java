package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyCodec;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.topology.TopologyPage;

import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Parts come from several nodes in any order, some of them twice, some of them late. */
final class ClientTopologyTest {
    private static final int SLOT = 300;
    private static final Topology FIRST =
            Topology.first(
                    IntStream.rangeClosed(1, 4).mapToObj(ClientTopologyTest::node).toList(),
                    Collections.nCopies(Slots.COUNT, List.of(1, 2, 3)));

    /** Version i + 1 of the page of the slot. */
    private final TopologyPage[] pages = new TopologyPage[4];

    private final ClientTopology topology = new ClientTopology();

    ClientTopologyTest() {
        pages[0] = FIRST.pages().get(1);
        pages[1] = pages[0].with(List.of(reordered(pages[0], SLOT, List.of(2, 1, 3))));
        pages[2] = pages[1].with(List.of(reordered(pages[1], SLOT + 1, List.of(3, 1, 2))));
        pages[3] = pages[2].with(List.of(joining(pages[2], 4)));
    }

    private static ClusterNode node(int id) {
        return new ClusterNode(
                id,
                "h" + id,
                1,
                1,
                1,
                ClusterNode.ZONE_DEFAULT,
                0,
                Membership.ACTIVE,
                ClusterNode.WEIGHT_DEFAULT);
    }

    private static SlotChange reordered(TopologyPage page, int slot, List<Integer> voters) {
        return new SlotChange(slot, ((Stable) page.slot(slot)).reordered(voters));
    }

    private static SlotChange joining(TopologyPage page, int node) {
        return new SlotChange(SLOT, ((Stable) page.slot(SLOT)).towards(List.of(node, 2, 3)));
    }

    private void take(TopologyPage page) {
        assertFalse(topology.take(TopologyCodec.encode(page)));
    }

    private void take(TopologyPage page, long since) {
        assertFalse(topology.take(TopologyCodec.encode(page.changesSince(since))));
    }

    private long version() {
        return topology.request(0).pageVersions().get(1);
    }

    private SlotConfiguration slot(int slot) {
        return Objects.requireNonNull(topology.configurationOf(slot));
    }

    @Test
    void itAsksForWhatItLacks() {
        assertEquals(0, topology.request(7).headVersion());
        assertEquals(Collections.nCopies(64, 0L), topology.request(7).pageVersions());
        assertNull(topology.configurationOf(SLOT));
        assertTrue(topology.take(TopologyCodec.encode(FIRST.head())));
        FIRST.pages().forEach(this::take);
        assertTrue(topology.isWhole());
        assertEquals(1, topology.request(7).headVersion());
        assertEquals(Collections.nCopies(64, 1L), topology.request(7).pageVersions());
    }

    @Test
    void deltasAreTakenInWhateverTheirOrder() {
        take(pages[0]);
        take(pages[2], 1);
        assertEquals(3, version());
        take(pages[1], 1);
        assertEquals(3, version(), "an older one, of a node that is behind");
        take(pages[3], 2);
        assertEquals(4, version());
        take(pages[2], 2);
        take(pages[0]);
        assertEquals(4, version());
        assertEquals(List.of(2, 1, 3, 4), slot(SLOT).ids());
        assertEquals(List.of(3, 1, 2), slot(SLOT + 1).ids());
    }

    @Test
    void aDeltaWithoutWhatItFollowsIsPassedOver() {
        take(pages[1], 1);
        assertEquals(0, version());
        take(pages[0]);
        take(pages[3], 3);
        assertEquals(1, version(), "versions 2 and 3 are missing");
        assertEquals(List.of(1, 2, 3), slot(SLOT).ids());
        take(pages[3]);
        assertEquals(4, version());
    }

    /** A node was told of one slot before it read the page, and has told it on. */
    @Test
    void theEpochOfASlotNeverFalls() {
        take(pages[0].learning(joining(pages[2], 4)));
        assertEquals(2, slot(SLOT).epoch());
        take(pages[1]);
        take(pages[2], 2);
        assertEquals(3, version());
        assertEquals(2, slot(SLOT).epoch());
    }

    @Test
    void anOlderHeadIsNotTaken() {
        TopologyHead second = FIRST.head().with(node(5));
        assertTrue(topology.take(TopologyCodec.encode(second)));
        assertFalse(topology.take(TopologyCodec.encode(second)));
        assertFalse(topology.take(TopologyCodec.encode(FIRST.head())));
        assertEquals(second, topology.head());
    }

    @Test
    void whatCannotBeReadIsPassedOver() {
        byte[] ofLaterFormat = TopologyCodec.encode(FIRST.head());
        ofLaterFormat[0]++;
        assertFalse(topology.take(ofLaterFormat));
        assertFalse(topology.take(new byte[0]));
        assertNull(topology.head());
    }

    /** Each request looks at one: were each another object, no cache would have it. */
    @Test
    void pagesThatAreToldFirstShareEqualConfigurations() {
        take(FIRST.pages().get(0));
        take(pages[0]);
        assertSame(slot(0), slot(SLOT));
    }
}
