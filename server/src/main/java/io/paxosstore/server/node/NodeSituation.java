package io.paxosstore.server.node;

import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.server.Version;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.front.binary.Situation;

import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What a node knows of its cluster, in sentences. Thread-safe. */
final class NodeSituation implements Situation {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final List<ClusterMember> members;
    private final int self;
    private final ClusterRoom rooms;
    private final PeerPresence presence;
    private final Supplier<Standing> standing;
    private final LongSupplier lag;

    /**
     * @param standing of this node's store now
     * @param lag about how many keys and entities this node has still to compare or to fetch
     */
    NodeSituation(
            Configuration configuration,
            ClusterRoom rooms,
            PeerPresence presence,
            Supplier<Standing> standing,
            LongSupplier lag) {
        this.standing = standing;
        this.lag = lag;
        this.members = configuration.get(Settings.CLUSTER_NODES);
        this.self = configuration.get(Settings.NODE_ID);
        this.rooms = rooms;
        this.presence = presence;
    }

    @Override
    public String diskFull() {
        SortedMap<Integer, ClusterRoom.Told> full = rooms.shortOfRoom();
        return "The disk"
                + (full.size() == 1 ? " of " : "s of ")
                + ClusterRoom.words(full)
                + (full.size() == 1 ? " is" : " are")
                + " nearly full: nothing that adds data is taken until there is room again; free"
                + " room there, or delete data: reads and deletions go on.";
    }

    @Override
    public byte[] status() {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("node", self);
        root.put("version", Version.text());
        root.put("standing", standing.get().name().toLowerCase(Locale.ROOT));
        root.put("lag", lag.getAsLong());
        ClusterRoom.Told own = rooms.own();
        root.put("room", own.room().name().toLowerCase(Locale.ROOT));
        root.put("usableBytes", own.usableBytes());
        root.put("noMajority", noMajority());
        SortedMap<Integer, PeerPresence.Presence> peers = presence.peers();
        List<Object> others = new ArrayList<>();
        for (ClusterMember member : members) {
            PeerPresence.Presence peer = peers.get(member.id());
            if (peer != null) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("id", member.id());
                fields.put("address", member.peerAddress());
                fields.put("connected", peer.isConnected());
                Instant seen = peer.lastSeen();
                fields.put("lastSeenMillis", seen == null ? null : seen.toEpochMilli());
                others.add(fields);
            }
        }
        root.put("startedMillis", presence.started().toEpochMilli());
        root.put("peers", others);
        return JSON.writeValueAsBytes(root);
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
