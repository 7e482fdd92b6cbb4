package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * CLUSTER: the nodes and their slots, as clients of Redis Cluster read them. Every node serves
 * every key; so that clients which go by slots use all of them, each is told to have an equal
 * share.
 */
final class ClusterCommand {
    private ClusterCommand() {}

    /** A node's slots, both ends included. */
    private record Share(NodeAddress node, int from, int to) {}

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
        if (in.count() != 3) {
            throw RedisError.wrongCount("cluster|keyslot");
        }
        return new Reply.Number(Slots.of(in.bytes(2)));
    }

    private static String info(ClusterView view) {
        return "cluster_enabled:0\r\n"
                + "cluster_state:"
                + (view.isUp() ? "ok" : "fail")
                + "\r\ncluster_slots_assigned:"
                + Slots.COUNT
                + "\r\ncluster_known_nodes:"
                + view.nodes().size()
                + "\r\ncluster_size:"
                + view.nodes().size()
                + "\r\n";
    }

    /** Equal shares, in the order of the nodes' numbers. */
    private static List<Share> shares(ClusterView view) {
        List<NodeAddress> nodes =
                view.nodes().stream().sorted(Comparator.comparingInt(NodeAddress::nodeId)).toList();
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            int from = Slots.COUNT * i / nodes.size();
            int end = Slots.COUNT * (i + 1) / nodes.size();
            shares.add(new Share(nodes.get(i), from, end - 1));
        }
        return shares;
    }

    private static String nodes(ClusterView view, int offset) {
        StringBuilder text = new StringBuilder();
        for (Share share : shares(view)) {
            NodeAddress node = share.node();
            int port = node.port() + offset;
            text.append(
                    "%s %s:%d@%d %s - 0 0 %d connected %d-%d\n"
                            .formatted(
                                    id(node.nodeId()),
                                    node.host(),
                                    port,
                                    port + 1,
                                    node.nodeId() == view.self() ? "myself,master" : "master",
                                    node.nodeId(),
                                    share.from(),
                                    share.to()));
        }
        return text.toString();
    }

    private static Reply slots(ClusterView view, int offset) {
        List<Reply> slots = new ArrayList<>();
        for (Share share : shares(view)) {
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
                                                    Reply.EMPTY)))));
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
                                    new Reply.Array(
                                            List.of(
                                                    new Reply.Number(share.from()),
                                                    new Reply.Number(share.to()))),
                                    Reply.bulk("nodes"),
                                    new Reply.Array(List.of(node(share.node(), offset))))));
        }
        return new Reply.Array(shards);
    }

    private static Reply node(NodeAddress node, int offset) {
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
                        Reply.bulk("online")));
    }
}
