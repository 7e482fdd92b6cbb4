package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * CLUSTER: the nodes and their slots, as clients of Redis Cluster read them. Every node serves
 * every key; so that clients which go by slots use all of them, each is told to have an equal
 * share.
 */
final class ClusterCommand {
    private ClusterCommand() {}

    /** A node's slots, both ends included; none if the first is above the last. */
    private record Share(NodeAddress node, int from, int to) {
        boolean isEmpty() {
            return from > to;
        }
    }

    static void execute(Conversation with, Arguments in, ReplySlot reply) {
        ClusterView view = with.port().facts().cluster();
        int offset = with.port().options().portOffset();
        reply.give(
                switch (in.option(1)) {
                    case "INFO" -> new Reply.Text(info(view));
                    case "MYID" -> Reply.bulk(id(view.self()));
                    case "NODES" -> new Reply.Text(nodes(view, offset));
                    case "SLOTS" -> slots(view, offset);
                    case "SHARDS" -> shards(view, offset);
                    case "KEYSLOT" -> keySlot(in);
                    default -> throw RedisError.unknownSubcommand("CLUSTER", in);
                });
    }

    /** A node's name in Redis's form: 40 hexadecimal digits. */
    private static String id(int node) {
        return "%040x".formatted(node);
    }

    private static Reply keySlot(Arguments in) {
        return new Reply.Number(Slots.of(in.bytes(2)));
    }

    private static String info(ClusterView view) {
        return "cluster_state:"
                + (view.isUp() ? "ok" : "fail")
                + "\r\ncluster_slots_assigned:"
                + Slots.COUNT
                + "\r\ncluster_slots_ok:"
                + (view.isUp() ? Slots.COUNT : 0)
                + "\r\ncluster_slots_pfail:0\r\ncluster_slots_fail:"
                + (view.isUp() ? 0 : Slots.COUNT)
                + "\r\ncluster_known_nodes:"
                + view.nodes().size()
                + "\r\ncluster_size:"
                + view.nodes().size()
                + "\r\ncluster_current_epoch:1\r\ncluster_my_epoch:1"
                + "\r\ncluster_stats_messages_sent:0\r\ncluster_stats_messages_received:0"
                + "\r\ntotal_cluster_links_buffer_limit_exceeded:0\r\n";
    }

    /**
     * Equal shares, in the order of the nodes' numbers. A node that cannot be reached has none:
     * clients that go by slots would wait for it, though any other one serves them. Who reaches no
     * majority does not know better than that all are there.
     */
    private static List<Share> shares(ClusterView view) {
        Set<Integer> reachable = view.reachable();
        List<NodeAddress> nodes =
                view.nodes().stream().sorted(Comparator.comparingInt(NodeAddress::nodeId)).toList();
        List<NodeAddress> serving =
                view.isUp()
                        ? nodes.stream().filter(one -> reachable.contains(one.nodeId())).toList()
                        : nodes;
        List<Share> shares = new ArrayList<>();
        for (NodeAddress node : nodes) {
            int at = serving.indexOf(node);
            int from = at < 0 ? 0 : Slots.COUNT * at / serving.size();
            int end = at < 0 ? 0 : Slots.COUNT * (at + 1) / serving.size();
            shares.add(new Share(node, from, end - 1));
        }
        return shares;
    }

    private static String nodes(ClusterView view, int offset) {
        StringBuilder text = new StringBuilder();
        for (Share share : shares(view)) {
            NodeAddress node = share.node();
            int port = node.port() + offset;
            String role = node.nodeId() == view.self() ? "myself,master" : "master";
            text.append(
                    "%s %s:%d@%d %s - 0 0 %d %s\n"
                            .formatted(
                                    id(node.nodeId()),
                                    node.host(),
                                    port,
                                    port + 1,
                                    share.isEmpty() ? role + ",fail" : role,
                                    node.nodeId(),
                                    share.isEmpty()
                                            ? "disconnected"
                                            : "connected %d-%d"
                                                    .formatted(share.from(), share.to())));
        }
        return text.toString();
    }

    private static Reply slots(ClusterView view, int offset) {
        List<Reply> slots = new ArrayList<>();
        for (Share share : shares(view)) {
            if (share.isEmpty()) {
                continue;
            }
            NodeAddress node = share.node();
            slots.add(
                    new Reply.Array(
                            List.of(
                                    new Reply.Number(share.from()),
                                    new Reply.Number(share.to()),
                                    new Reply.Array(
                                            List.of(
                                                    Reply.bulk(node.host()),
                                                    new Reply.Number(node.port() + (long) offset),
                                                    Reply.bulk(id(node.nodeId())),
                                                    new Reply.Pairs(List.of()))))));
        }
        return new Reply.Array(slots);
    }

    private static Reply shards(ClusterView view, int offset) {
        List<Reply> shards = new ArrayList<>();
        for (Share share : shares(view)) {
            shards.add(
                    new Reply.Pairs(
                            List.of(
                                    Reply.bulk("slots"),
                                    share.isEmpty()
                                            ? Reply.EMPTY
                                            : new Reply.Array(
                                                    List.of(
                                                            new Reply.Number(share.from()),
                                                            new Reply.Number(share.to()))),
                                    Reply.bulk("nodes"),
                                    new Reply.Array(List.of(node(share, offset))))));
        }
        return new Reply.Array(shards);
    }

    private static Reply node(Share share, int offset) {
        NodeAddress node = share.node();
        return new Reply.Pairs(
                List.of(
                        Reply.bulk("id"),
                        Reply.bulk(id(node.nodeId())),
                        Reply.bulk("port"),
                        new Reply.Number(node.port() + (long) offset),
                        Reply.bulk("ip"),
                        Reply.bulk(node.host()),
                        Reply.bulk("endpoint"),
                        Reply.bulk(node.host()),
                        Reply.bulk("role"),
                        Reply.bulk("master"),
                        Reply.bulk("replication-offset"),
                        new Reply.Number(0),
                        Reply.bulk("health"),
                        Reply.bulk(share.isEmpty() ? "failed" : "online")));
    }
}
