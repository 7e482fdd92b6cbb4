package io.paxosstore.server.node;

import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.peer.PeerPresence;
import io.paxosstore.server.session.Situation;
import io.paxosstore.server.shard.ClusterRoom;

import java.util.List;
import java.util.Objects;
import java.util.SortedMap;

/** What a node knows of its cluster, in sentences. Thread-safe. */
final class NodeSituation implements Situation {
    private final List<ClusterMember> members;
    private final int self;
    private final ClusterRoom rooms;
    private final PeerPresence presence;

    NodeSituation(Configuration configuration, ClusterRoom rooms, PeerPresence presence) {
        this.members = configuration.get(Settings.CLUSTER_NODES);
        this.self = configuration.get(Settings.NODE_ID);
        this.rooms = rooms;
        this.presence = presence;
    }

    @Override
    public String diskFull() {
        SortedMap<Integer, ClusterRoom.Told> full = rooms.shortOfRoom(self);
        return "The disk"
                + (full.size() == 1 ? " of " : "s of ")
                + ClusterRoom.words(full)
                + (full.size() == 1 ? " is" : " are")
                + " nearly full: nothing that adds data is taken until there is room again; free"
                + " room there, or delete data: reads and deletions go on.";
    }

    @Override
    public String noMajority() {
        int nodes = members.size();
        int majority = nodes / 2 + 1;
        int connected = presence.connected();
        if (connected >= majority) {
            return "";
        }
        SortedMap<Integer, PeerPresence.Presence> peers = presence.peers();
        List<String> missing =
                members.stream()
                        .filter(member -> member.id() != self)
                        .filter(member ->
                                !Objects.requireNonNull(peers.get(member.id())).isConnected())
                        .map(member -> "node " + member.id() + " at " + member.peerAddress())
                        .toList();
        return connected
                + " of "
                + nodes
                + " nodes "
                + (connected == 1 ? "is" : "are")
                + " connected, "
                + majority
                + " are needed (no connection from node "
                + self
                + " to "
                + String.join(", ", missing)
                + ")";
    }
}
