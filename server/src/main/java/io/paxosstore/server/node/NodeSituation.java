package io.paxosstore.server.node;

import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.server.Version;
import io.paxosstore.server.front.shared.Situation;

import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What a node knows of its cluster, in sentences. Thread-safe. */
final class NodeSituation implements Situation {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final KnownMembers members;
    private final int self;
    private final SlotMajorities majorities;
    private final ClusterRoom rooms;
    private final PeerPresence presence;
    private final Supplier<Standing> standing;
    private final LongSupplier lag;

    /**
     * @param self this node
     * @param slots as this node has entered them
     * @param standing how complete this node is now
     * @param lag about how many keys and entities this node has still to compare or to fetch
     */
    NodeSituation(
            int self,
            KnownMembers members,
            Supplier<SlotView> slots,
            ClusterRoom rooms,
            PeerPresence presence,
            Supplier<Standing> standing,
            LongSupplier lag) {
        this.standing = standing;
        this.lag = lag;
        this.members = members;
        this.self = self;
        this.majorities = new SlotMajorities(slots);
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

    /** How complete this node is now. */
    Standing standing() {
        return standing.get();
    }

    @Override
    public byte[] status() {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("node", self);
        root.put("version", Version.text());
        root.put("standing", standing().name().toLowerCase(Locale.ROOT));
        root.put("lag", lag.getAsLong());
        ClusterRoom.Told own = rooms.own();
        root.put("room", own.room().name().toLowerCase(Locale.ROOT));
        root.put("usableBytes", own.usableBytes());
        root.put("noMajority", noMajority());
        SortedMap<Integer, PeerPresence.Presence> peers = presence.peers();
        List<Object> others = new ArrayList<>();
        for (ClusterNode member : members.nodes()) {
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
        Set<Integer> connected = connected();
        SlotMajorities.Count count = majorities.count(connected);
        if (count.isWhole()) {
            return "";
        }
        int there = (int) count.voters().stream().filter(connected::contains).count();
        int nodes = count.voters().size();
        int majority = nodes / 2 + 1;
        if (count.without() == Slots.COUNT && there < majority) {
            return there
                    + " of "
                    + nodes
                    + " nodes "
                    + (there == 1 ? "is" : "are")
                    + " connected, "
                    + majority
                    + " are needed (no connection from node "
                    + self
                    + " to "
                    + addresses(count.absent())
                    + ")";
        }
        return (count.without() == 0
                        ? "the slot of the topology and the list of spaces has"
                        : "%,d of %,d slots have".formatted(count.without(), Slots.COUNT))
                + " no majority of voters (no connection from node "
                + self
                + " to "
                + addresses(count.absent())
                + ")";
    }

    /** Whether a majority is missing, so that this node can serve nothing. */
    boolean isStalled() {
        return !majorities.count(connected()).isServing();
    }

    private Set<Integer> connected() {
        Set<Integer> connected = presence.connectedPeers();
        connected.add(self);
        return connected;
    }

    private String addresses(Set<Integer> absent) {
        Map<Integer, String> known =
                members.nodes().stream()
                        .collect(Collectors.toMap(ClusterNode::id, ClusterNode::peerAddress));
        return absent.stream()
                .map(id -> "node " + id + " at " + known.getOrDefault(id, "an unknown address"))
                .collect(Collectors.joining(", "));
    }
}
