package io.paxosstore.server.config;

import io.paxosstore.protocol.topology.ClusterNode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The list of a cluster's founders: in YAML a list of maps with the keys id, host, client-port,
 * peer-port, admin-port, zone and mini-cluster; elsewhere {@code 1=host:7400,2=host:7410}, or with
 * all three ports {@code 1=host:7400:7401:7402}, and with {@code @zone} or {@code @zone/1} behind
 * it. Ports that are left out follow the client port.
 */
final class MembersType implements ValueType<List<ClusterMember>> {
    private static final Pattern MEMBER =
            Pattern.compile("(\\d{1,9})=" + AddressType.PATTERN + "(?:@([^@/]+)(?:/(\\d{1,9}))?)?");
    private static final List<String> KEYS =
            List.of("id", "host", "client-port", "peer-port", "admin-port", "zone", "mini-cluster");

    @Override
    public String name() {
        return "a list of nodes";
    }

    @Override
    public String constraint() {
        return "1, 3 or 5 nodes";
    }

    @Override
    public List<ClusterMember> parse(Object raw) throws BadValueException {
        List<ClusterMember> members =
                switch (raw) {
                    case String text -> parseText(text);
                    case List<?> list -> parseList(list);
                    default ->
                            throw new BadValueException(
                                    "expected a list of nodes, each with id, host and"
                                            + " client-port.");
                };
        if (members.size() != 1 && members.size() != 3 && members.size() != 5) {
            throw new BadValueException(
                    members.size() + " nodes are given; a cluster has 1, 3 or 5.");
        }
        for (int i = 0; i < members.size(); i++) {
            for (int j = i + 1; j < members.size(); j++) {
                if (members.get(i).id() == members.get(j).id()) {
                    throw new BadValueException(
                            "node id " + members.get(i).id() + " is given twice; ids must differ.");
                }
                checkApart(members.get(i), members.get(j));
            }
        }
        return members.stream().sorted(Comparator.comparingInt(ClusterMember::id)).toList();
    }

    /** A line that was copied and not changed is found here, not by the node that cannot start. */
    private static void checkApart(ClusterMember one, ClusterMember other)
            throws BadValueException {
        if (!one.host().equals(other.host())) {
            return;
        }
        Set<Integer> ports = Set.of(one.clientPort(), one.peerPort(), one.adminPort());
        for (int port : List.of(other.clientPort(), other.peerPort(), other.adminPort())) {
            if (ports.contains(port)) {
                throw new BadValueException(
                        ("nodes %d and %d both have port %d of host %s; a node has its client port"
                                        + " and the two after it, unless it says others.")
                                .formatted(one.id(), other.id(), port, one.host()));
            }
        }
    }

    private static List<ClusterMember> parseText(String text) throws BadValueException {
        List<ClusterMember> members = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = MEMBER.matcher(part.strip());
            if (!matcher.matches()) {
                throw new BadValueException(
                        "'"
                                + part.strip()
                                + "' is not a node; write id=host:client-port, such as"
                                + " 1=localhost:7400.");
            }
            int id = Integer.parseInt(matcher.group(1));
            members.add(
                    member(
                            id,
                            AddressType.checked(
                                    "node " + id,
                                    AddressType.host(matcher.group(2)),
                                    Integer.parseInt(matcher.group(3)),
                                    AddressType.number(matcher.group(4)),
                                    AddressType.number(matcher.group(5))),
                            matcher.group(6),
                            AddressType.number(matcher.group(7))));
        }
        return members;
    }

    private static List<ClusterMember> parseList(List<?> list) throws BadValueException {
        List<ClusterMember> members = new ArrayList<>();
        for (Object item : list) {
            if (!(item instanceof Map<?, ?> map)) {
                throw new BadValueException(
                        "'" + item + "' is not a node; each has the keys id, host, client-port.");
            }
            for (Object key : map.keySet()) {
                if (!KEYS.contains(key)) {
                    throw new BadValueException(
                            "a node has no key '"
                                    + key
                                    + "'; the keys are "
                                    + String.join(", ", KEYS)
                                    + ".");
                }
            }
            Integer id = number(map, "id");
            Integer clientPort = number(map, "client-port");
            if (id == null || clientPort == null || !(map.get("host") instanceof String host)) {
                throw new BadValueException("each node needs an id, a host and a client-port.");
            }
            Object zone = map.get("zone");
            members.add(
                    member(
                            id,
                            AddressType.checked(
                                    "node " + id,
                                    host,
                                    clientPort,
                                    number(map, "peer-port"),
                                    number(map, "admin-port")),
                            zone == null ? null : zone.toString(),
                            number(map, "mini-cluster")));
        }
        return members;
    }

    private static @Nullable Integer number(Map<?, ?> map, String key) throws BadValueException {
        Object value = map.get(key);
        if (value == null) {
            return null;
        }
        try {
            return Integer.valueOf(value.toString());
        } catch (NumberFormatException e) {
            throw new BadValueException(
                    "the " + key + " '" + value + "' of a node is not a whole number.");
        }
    }

    private static ClusterMember member(
            int id, Address address, @Nullable String zone, @Nullable Integer miniCluster)
            throws BadValueException {
        if (id < 1) {
            throw new BadValueException("node id " + id + " is not allowed; ids start at 1.");
        }
        ClusterMember member =
                new ClusterMember(
                        id,
                        address.host(),
                        address.clientPort(),
                        address.peerPort(),
                        address.adminPort(),
                        zone == null ? ClusterNode.ZONE_DEFAULT : zone,
                        miniCluster == null ? 0 : miniCluster);
        try {
            member.node();
        } catch (IllegalArgumentException e) {
            throw new BadValueException(String.valueOf(e.getMessage()));
        }
        return member;
    }

    @Override
    public int compare(List<ClusterMember> a, List<ClusterMember> b) {
        return Integer.compare(a.size(), b.size());
    }

    @Override
    public String format(List<ClusterMember> value) {
        return value.stream().map(ClusterMember::toString).collect(Collectors.joining(","));
    }
}
