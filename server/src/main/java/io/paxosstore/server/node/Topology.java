package io.paxosstore.server.node;

import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.node.space.Catalog;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.front.binary.ClientPort;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The cluster as one node sees it, as JSON. */
final class Topology {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Topology() {}

    static String json(
            Configuration configuration,
            List<ClusterNode> members,
            List<PeerLinks> links,
            Catalog catalog) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("clusterId", configuration.get(Settings.CLUSTER_ID));
        root.put("configEpoch", ClientPort.CONFIG_EPOCH);
        root.put("self", configuration.get(Settings.NODE_ID));
        root.put("shards", configuration.get(Settings.SHARDS));
        List<Object> nodes = new ArrayList<>();
        for (ClusterNode member : members) {
            Map<String, Object> node = new LinkedHashMap<>();
            node.put("id", member.id());
            node.put("host", member.host());
            node.put("clientPort", member.clientPort());
            node.put("peerPort", member.peerPort());
            node.put("adminPort", member.adminPort());
            node.put("zone", member.zone());
            node.put("miniCluster", member.miniCluster());
            node.put("membership", member.membership().name().toLowerCase(Locale.ROOT));
            node.put("weight", member.weight());
            nodes.add(node);
        }
        root.put("nodes", nodes);
        root.put("peersConnected", links.stream().mapToInt(PeerLinks::upCount).min().orElse(0));
        List<Object> spaces = new ArrayList<>();
        for (SpaceInfo space : catalog.spaces()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("id", space.id());
            entry.put("name", space.name());
            entry.put("kind", space.kind().name());
            spaces.add(entry);
        }
        root.put("spaces", spaces);
        return JSON.writeValueAsString(root);
    }
}
