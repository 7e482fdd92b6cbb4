package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.FirstConfigurations;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.server.config.ClusterMember;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Whether a node can serve is asked slot by slot. */
final class SlotMajoritiesTest {
    private static final FirstConfigurations FIRST = new FirstConfigurations(1, 2, 3);

    private final ClusterRoom rooms = new ClusterRoom(1, () -> Room.ENOUGH, () -> 1L << 30);
    private final PeerPresence presence =
            new PeerPresence(rooms, () -> Instant.EPOCH, new int[] {2, 3, 4, 5, 6}, 1);

    /** These slots have come to nodes 4, 5 and 6. */
    private static SlotView moved(int... slots) {
        List<SlotRecord> records = new ArrayList<>();
        SlotConfiguration.Stable first = SlotConfiguration.first(List.of(1, 2, 3));
        for (int slot : slots) {
            records.add(
                    new SlotRecord(
                            slot, first.towards(List.of(4, 5, 6)).completed(4), SlotStanding.NONE));
        }
        return SlotView.of(1, FIRST, records);
    }

    private NodeSituation situation(SlotView view) {
        List<ClusterNode> nodes =
                IntStream.rangeClosed(1, 6)
                        .mapToObj(id -> new ClusterMember(id, "h" + id, 7400, 7401, 7402).node())
                        .toList();
        KnownMembers members =
                new KnownMembers(new KnownNodes(nodes, null), list -> {}, Runnable::run);
        return new NodeSituation(
                1, members, () -> view, rooms, presence, () -> Standing.WHOLE, () -> 0);
    }

    @Test
    void onlyTheVotersOfASlotCountForIt() {
        NodeSituation situation = situation(moved(5, 6, 7));
        presence.up(2, 0);
        assertEquals(
                "3 of 16,384 slots have no majority of voters (no connection from node 1 to node 4"
                        + " at h4:7401, node 5 at h5:7401, node 6 at h6:7401)",
                situation.noMajority());
        assertFalse(situation.isStalled(), "the others can be read and written");
        presence.up(4, 0);
        presence.up(6, 0);
        assertEquals("", situation.noMajority());
        presence.down(2, 0);
        assertTrue(situation.isStalled(), "nobody can change the topology");
        assertTrue(
                situation.noMajority().startsWith("16,381 of 16,384 slots have no majority"),
                situation.noMajority());
    }

    @Test
    void withoutTheSystemSlotNothingGoesOn() {
        NodeSituation situation = situation(moved(Slots.SYSTEM));
        presence.up(3, 0);
        assertTrue(situation.isStalled());
        assertEquals(
                "the slot of the topology and the list of spaces has no majority of voters (no"
                        + " connection from node 1 to node 4 at h4:7401, node 5 at h5:7401, node 6"
                        + " at h6:7401)",
                situation.noMajority());
    }

    @Test
    void whoeverVotesNowhereIsNotCounted() {
        NodeSituation situation = situation(moved());
        presence.up(4, 0);
        presence.up(5, 0);
        assertEquals(
                "1 of 3 nodes is connected, 2 are needed (no connection from node 1 to node 2 at"
                        + " h2:7401, node 3 at h3:7401)",
                situation.noMajority());
    }

    @Test
    void nothingIsCountedTwice() {
        SlotView view = moved(1);
        SlotMajorities majorities = new SlotMajorities(() -> view);
        SlotMajorities.Count count = majorities.count(Set.of(1, 2));
        assertSame(count, majorities.count(Set.of(2, 1)));
        assertEquals(1, count.without());
        assertEquals(Slots.COUNT, majorities.count(Set.of(1)).without());
    }
}
