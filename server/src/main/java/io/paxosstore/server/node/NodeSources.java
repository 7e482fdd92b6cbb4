package io.paxosstore.server.node;

import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Topology;

import org.jspecify.annotations.Nullable;

import java.util.Set;
import java.util.function.Supplier;

/** What a node's slots are counted of. Thread-safe. */
record NodeSources(int self, ReplicaHost host, Supplier<Standing> standing)
        implements SlotWatch.Sources {
    @Override
    public SlotView view() {
        return host.slots().view();
    }

    @Override
    public @Nullable Topology topology() {
        return host.topology().current();
    }

    @Override
    public @Nullable MovePlan plan() {
        return host.topology().plan();
    }

    /** Whether this node is the first of the system slot's voters that are up. */
    boolean isFirst() {
        Topology known = topology();
        Set<Integer> up = reached();
        return known != null
                && known.head().system().ids().stream()
                        .filter(up::contains)
                        .findFirst()
                        .filter(node -> node == self)
                        .isPresent();
    }

    @Override
    public Set<Integer> reached() {
        Set<Integer> reached = host.presence().connectedPeers();
        if (standing.get() == Standing.WHOLE) {
            reached.add(self);
        }
        return reached;
    }
}
