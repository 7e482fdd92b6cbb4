package io.paxosstore.protocol.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyCodec;
import io.paxosstore.protocol.topology.TopologyPage;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What clients are told of the topology, and how much that is. */
final class TopologyPartTest {
    private static final Topology FIRST = first(3);

    private static Topology first(int count) {
        List<Integer> ids = IntStream.rangeClosed(1, count).boxed().toList();
        return Topology.first(
                ids.stream()
                        .map(id ->
                                new ClusterNode(
                                        id,
                                        "10.0.0." + id,
                                        7400,
                                        7401,
                                        7402,
                                        ClusterNode.ZONE_DEFAULT,
                                        0,
                                        Membership.ACTIVE,
                                        ClusterNode.WEIGHT_DEFAULT))
                        .toList(),
                IntStream.range(0, Slots.COUNT)
                        .mapToObj(slot -> FirstVoters.order(slot, ids))
                        .toList());
    }

    @Test
    void partsAreToldApart() {
        TopologyPage page = FIRST.pages().get(1);
        TopologyPage next =
                page.with(
                        List.of(
                                new SlotChange(
                                        256,
                                        ((SlotConfiguration.Stable) page.slot(256))
                                                .towards(List.of(3)))));
        assertEquals(
                new TopologyPart.Head(FIRST.head()),
                TopologyPart.decode(TopologyCodec.encode(FIRST.head())));
        assertEquals(new TopologyPart.Page(page), TopologyPart.decode(TopologyCodec.encode(page)));
        assertEquals(
                new TopologyPart.Delta(next.changesSince(1)),
                TopologyPart.decode(TopologyCodec.encode(next.changesSince(1))));
    }

    @Test
    void whatIsNoneOfThemIsRefused() {
        byte[] plan = TopologyCodec.encode(MovePlan.first());
        byte[] page = TopologyCodec.encode(FIRST.pages().get(0));
        byte[] damaged = page.clone();
        damaged[100] ^= 1;
        for (byte[] bad :
                List.of(new byte[0], plan, damaged, Arrays.copyOf(page, page.length - 1))) {
            assertThrows(MalformedBytesException.class, () -> TopologyPart.decode(bad));
        }
    }

    /** docs/wire-protocol.md says what a client is told first of three nodes that never changed. */
    @Test
    void aTopologyThatNeverChangedTakesTwoHundredKilobytes() {
        FIRST.pages().forEach(page -> assertEquals(3_080, TopologyCodec.encode(page).length));
        assertEquals(105, TopologyCodec.encode(FIRST.head()).length);
    }
}
