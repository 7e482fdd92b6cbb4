package io.paxosstore.server.node;

import io.paxosstore.console.ConsoleNode;
import io.paxosstore.console.Neighbour;
import io.paxosstore.console.SpacesHeld;
import io.paxosstore.console.event.Observation;
import io.paxosstore.console.event.Problem;
import io.paxosstore.console.live.Reading;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.front.http.Health;
import io.paxosstore.server.front.http.NodeMetrics;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** A node as its console sees it. Thread-safe. */
final class NodeConsole implements ConsoleNode {
    /** What {@link NodeChecks} notes that is a problem when it is not well. */
    private static final List<String> NOTED = List.of("slots", "heap");

    private final ClusterMember self;
    private final ReplicaHost host;
    private final KnownMembers members;
    private final NodeSituation situation;
    private final NodeMembers operators;
    private final SlotWatch slots;
    private final Health health;
    private final NodeStorage storage;
    private final ConsoleFigures figures;
    private final StandoutReport standouts;

    NodeConsole(
            ClusterMember self,
            ReplicaHost host,
            KnownMembers members,
            NodeSituation situation,
            NodeMembers operators,
            SlotWatch slots,
            Health health,
            NodeStorage storage,
            NodeMetrics metrics) {
        this.self = self;
        this.host = host;
        this.members = members;
        this.situation = situation;
        this.operators = operators;
        this.slots = slots;
        this.health = health;
        this.storage = storage;
        this.figures =
                new ConsoleFigures(
                        metrics, host.shards().stream().map(ShardLoop::counters).toList());
        this.standouts =
                new StandoutReport(
                        self.id(), host.shards(), () -> host.catalog().current().spaces());
    }

    @Override
    public int id() {
        return self.id();
    }

    @Override
    public Reading read() {
        return figures.read(System.currentTimeMillis());
    }

    @Override
    public double[] boundsMicros() {
        return ConsoleFigures.boundsMicros();
    }

    @Override
    public Observation observe() {
        return new Observation(
                System.currentTimeMillis(),
                problems(),
                host.presence().connectedPeers(),
                members.nodes().stream()
                        .collect(
                                Collectors.toMap(
                                        ClusterNode::id,
                                        node -> node.membership().name().toLowerCase(Locale.ROOT))),
                situation.standing().name().toLowerCase(Locale.ROOT),
                slots.figures().isMoving(),
                slots.moves());
    }

    private Map<String, Problem> problems() {
        Map<String, Problem> problems = new HashMap<>();
        for (String name : NOTED) {
            String says = health.note(name);
            if (!says.equals(Health.OK)) {
                problems.put(name, new Problem(false, says));
            }
        }
        if (slots.figures().exposed() > 0) {
            problems.put("redundancy", new Problem(false, slots.redundancy()));
        }
        health.failures().forEach((check, says) -> problems.put(check, new Problem(true, says)));
        return problems;
    }

    @Override
    public String status() {
        return new String(situation.status(), StandardCharsets.UTF_8);
    }

    @Override
    public CompletableFuture<String> topology() {
        CompletableFuture<String> topology = new CompletableFuture<>();
        operators.show(json ->
                topology.complete(
                        json == null ? "null" : new String(json, StandardCharsets.UTF_8)));
        return topology;
    }

    @Override
    public String slots() {
        Topology known = host.topology().current();
        return known == null ? "null" : SlotRuns.json(known);
    }

    @Override
    public CompletableFuture<String> standouts() {
        return standouts.json();
    }

    @Override
    public List<Neighbour> others() {
        return members.othersThan(self.id()).stream()
                .map(node -> new Neighbour(node.id(), node.host(), node.adminPort()))
                .toList();
    }

    @Override
    public SpacesHeld held() {
        return SpaceHoldings.of(storage.spaces(), host.loads().entityBytes());
    }

    @Override
    public String clientAddresses() {
        return members.clientAddresses(self).stream()
                .map(NodeAddress::hostAndPort)
                .collect(Collectors.joining(","));
    }
}
