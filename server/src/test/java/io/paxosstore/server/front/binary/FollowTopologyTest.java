package io.paxosstore.server.front.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.protocol.topology.TopologyPage;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.TopologyPart;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.node.WireClient;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Any node of a real cluster tells the topology that all of them have. */
final class FollowTopologyTest {
    private static final int NODES = 3;

    @Test
    void eachNodeTellsTheSameTopology() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(NODES)) {
            for (String address : cluster.connectString().split(",", -1)) {
                int colon = address.lastIndexOf(':');
                try (WireClient client =
                        new WireClient(
                                address.substring(0, colon),
                                Integer.parseInt(address.substring(colon + 1)))) {
                    assertInstanceOf(Response.Welcome.class, client.hello(Wire.PROTOCOL_VERSION));
                    check(client);
                }
            }
        }
    }

    private static void check(WireClient client) throws Exception {
        client.send(new Request.FollowTopology(7, 0, Collections.nCopies(TopologyPage.COUNT, 0L)));
        List<ClusterNode> nodes = new ArrayList<>();
        Map<Integer, TopologyPage> pages = new TreeMap<>();
        while (nodes.isEmpty() || pages.size() < TopologyPage.COUNT) {
            Response.TopologyNews news =
                    assertInstanceOf(Response.TopologyNews.class, client.receive());
            assertEquals(7, news.correlation());
            for (byte[] bytes : news.parts()) {
                switch (TopologyPart.decode(bytes)) {
                    case TopologyPart.Head told -> nodes.addAll(told.head().nodes().nodes());
                    case TopologyPart.Page told -> pages.put(told.page().number(), told.page());
                    case TopologyPart.Delta told -> throw new AssertionError(told);
                }
            }
        }
        assertEquals(List.of(1, 2, 3), nodes.stream().map(ClusterNode::id).toList());
        for (TopologyPage page : pages.values()) {
            assertTrue(page.version() >= 1);
            int slot = page.firstSlot();
            assertEquals(FirstVoters.order(slot, List.of(1, 2, 3)), page.slot(slot).ids());
        }
    }
}
