package io.paxosstore.client;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyCodec;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.topology.TopologyPage;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The topology of a {@link FakeCluster}: all slots have the same voters. Without one, its nodes are
 * like those of an earlier release, which do not know the request.
 */
final class FakeTopology {
    private final Set<FakeNode.Link> followers = ConcurrentHashMap.newKeySet();
    private @Nullable Topology current;

    static ClusterNode node(FakeNode node, String zone) {
        return new ClusterNode(
                node.id,
                "127.0.0.1",
                node.port(),
                10_000 + node.id,
                20_000 + node.id,
                zone,
                0,
                Membership.ACTIVE,
                ClusterNode.WEIGHT_DEFAULT);
    }

    /** Begins with these nodes, all of one zone. */
    void begin(List<FakeNode> nodes, List<Integer> voters) {
        begin(nodes, voters, node -> ClusterNode.ZONE_DEFAULT);
    }

    /** Begins with these nodes. */
    synchronized void begin(
            List<FakeNode> nodes, List<Integer> voters, Function<FakeNode, String> zones) {
        current =
                Topology.first(
                        nodes.stream().map(node -> node(node, zones.apply(node))).toList(),
                        Collections.nCopies(Slots.COUNT, voters));
    }

    private Topology topology() {
        if (current == null) {
            throw new AssertionError("there is no topology yet");
        }
        return current;
    }

    synchronized TopologyHead head() {
        return topology().head();
    }

    /** Answers with everything that the client does not hold. */
    synchronized Response follow(FakeNode.Link link, Request.FollowTopology request) {
        if (current == null) {
            return FakeCluster.failure(
                    request, FailureCode.BAD_REQUEST, "Unknown request type 22.");
        }
        followers.add(link);
        List<byte[]> parts = new ArrayList<>();
        if (head().version() > request.headVersion()) {
            parts.add(TopologyCodec.encode(head()));
        }
        for (TopologyPage page : topology().pages()) {
            if (page.version() > request.pageVersions().get(page.number())) {
                parts.add(TopologyCodec.encode(page));
            }
        }
        return new Response.TopologyNews(request.correlation(), parts);
    }

    /** The next head, which is told. */
    synchronized void change(TopologyHead head) {
        current = topology().with(head);
        tell(TopologyCodec.encode(head));
    }

    /** Another order of the voters of a slot, which is told as a delta. */
    synchronized void reorder(int slot, List<Integer> voters) {
        TopologyPage page = topology().pages().get(TopologyPage.numberOf(slot));
        change(page, new SlotChange(slot, ((Stable) page.slot(slot)).reordered(voters)));
    }

    /** Begins a change of the voters of a slot, or ends it; told as a delta. */
    synchronized void change(SlotChange change) {
        change(topology().pages().get(TopologyPage.numberOf(change.slot())), change);
    }

    private void change(TopologyPage page, SlotChange change) {
        TopologyPage next = page.with(List.of(change));
        current = topology().with(next);
        tell(TopologyCodec.encode(next.changesSince(page.version())));
    }

    /** Moves a slot to other voters, in two steps. */
    synchronized void move(int slot, List<Integer> voters) {
        var joint = ((Stable) topology().configurationOf(slot)).towards(voters);
        change(new SlotChange(slot, joint));
        change(new SlotChange(slot, joint.completed()));
    }

    private void tell(byte[] part) {
        for (FakeNode.Link link : followers) {
            try {
                link.send(new Response.TopologyNews(Wire.NO_CORRELATION, List.of(part)));
            } catch (IOException e) {
                // the client has closed this one
            }
        }
    }
}
