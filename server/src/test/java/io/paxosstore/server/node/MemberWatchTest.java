package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.FirstConfigurations;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationLoader;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** A node that is missing is named with its address; so is a majority that is missing. */
final class MemberWatchTest {
    private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");

    private Instant now = START;
    private final ClusterRoom rooms = new ClusterRoom(1, () -> Room.ENOUGH, () -> 1L << 30);
    private final PeerPresence presence = new PeerPresence(rooms, () -> now, new int[] {2, 3}, 1);

    private static Configuration configuration() throws Exception {
        return new ConfigurationLoader()
                .set("cluster.nodes", "1=a:7400,2=b:7400,3=c:7400")
                .set("node.id", "1")
                .set("node.directory", "unused")
                .load();
    }

    private List<String> at(MemberWatch watch, long second) {
        now = START.plusSeconds(second);
        return watch.look(now);
    }

    @Test
    void namesWhoIsMissingForAMinute() throws Exception {
        KnownNodes founders =
                new KnownNodes(
                        configuration().members().stream().map(ClusterMember::node).toList(), null);
        KnownMembers members = new KnownMembers(founders, list -> {}, Runnable::run);
        SlotView view = SlotView.of(1, new FirstConfigurations(1, 2, 3), List.of());
        NodeSituation situation =
                new NodeSituation(
                        1, members, () -> view, rooms, presence, () -> Standing.WHOLE, () -> 0);
        MemberWatch watch =
                new MemberWatch(
                        () -> members.othersThan(1),
                        presence,
                        situation::noMajority,
                        situation::isStalled,
                        Duration.ofMinutes(1));
        assertEquals(
                "1 of 3 nodes is connected, 2 are needed (no connection from node 1 to node 2 at"
                        + " b:7401, node 3 at c:7401)",
                situation.noMajority());
        assertEquals(List.of(), at(watch, 1), "the others are starting");
        presence.up(2, 0);
        assertEquals("", situation.noMajority());
        assertEquals(List.of(), at(watch, 59));
        String never =
                "member_missing node 3 at c:7401 was never connected for %d s: the cluster can"
                        + " afford to lose fewer nodes; start it, or correct its address in"
                        + " cluster.nodes";
        assertEquals(List.of(never.formatted(60)), at(watch, 60));
        assertEquals(List.of(), at(watch, 61), "once");
        assertEquals(List.of(never.formatted(660)), at(watch, 660), "and again");
        presence.up(3, 0);
        assertEquals(List.of(), at(watch, 700));
        presence.down(3, 0);
        presence.down(2, 0);
        assertEquals(
                List.of(
                        "no_majority "
                                + situation.noMajority()
                                + ": nothing can be read or written"),
                at(watch, 701),
                "at once, when there was one");
        assertEquals(List.of(), at(watch, 702));
        presence.up(2, 0);
        assertEquals(
                List.of(
                        "member_missing node 3 at c:7401 is not connected for 60 s: the cluster can"
                                + " afford to lose fewer nodes; start it, or correct its address in"
                                + " cluster.nodes"),
                at(watch, 760));
    }

    /** A node that has come just now is not missing for as long as this one has run. */
    @Test
    void whoComesLaterHasTimeToBeConnected() {
        now = START.plusSeconds(100);
        presence.members(new int[] {2, 3, 4});
        now = START.plusSeconds(101);
        assertEquals(
                START.plusSeconds(100),
                Objects.requireNonNull(presence.peers().get(4)).missingSince());
        assertEquals(1, presence.missingSeconds(4));
        assertEquals(101, presence.missingSeconds(3));
    }
}
