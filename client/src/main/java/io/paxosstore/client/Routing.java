package io.paxosstore.client;

import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Voter;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Which node a request should go to (Rule W4): a voter of its slot, in their order of preference;
 * when none of them can be asked, any other node, which passes it on. Before the topology is known
 * all nodes count as voters that never changed. Owned by the network thread.
 */
final class Routing {
    /** So many nodes that are no voters are connected at once for a slot without voters. */
    private static final int OTHERS_WANTED_MAX = 3;

    /** Is told which nodes would be asked if they were connected. */
    interface Wishes {
        /** This node should be connected. */
        void want(Node node, long nowNanos);
    }

    private final Members members;
    private final ClientTopology topology;
    private final String zone;
    private final Wishes wishes;

    /**
     * @param zone whose voters LOCAL reads prefer; empty for none
     */
    Routing(Members members, ClientTopology topology, String zone, Wishes wishes) {
        this.members = members;
        this.topology = topology;
        this.zone = zone;
        this.wishes = wishes;
    }

    /**
     * The first node of the order that serves and was not asked in this round; else one that was;
     * else a suspect one; null when none is connected.
     *
     * @param asked the nodes that were asked in this round
     * @param lastNode the node that was asked last; null for none
     * @param isLocalRead whether any voter's answer is as good
     */
    @Nullable Node pick(
            int slot,
            AskedNodes asked,
            @Nullable Node lastNode,
            boolean isLocalRead,
            long nowNanos) {
        Search search = new Search(asked, lastNode, nowNanos);
        SlotConfiguration configuration = topology.configurationOf(slot);
        if (configuration == null) {
            return amongAll(slot, search);
        }
        List<Voter> voters = configuration.voters();
        if (isLocalRead && !zone.isEmpty()) {
            Node near = near(withData(configuration), asked, nowNanos);
            if (near != null) {
                return near;
            }
        }
        for (int i = 0; i < voters.size(); i++) {
            Node node = members.find(voters.get(i).node());
            if (node != null && search.endsAt(node)) {
                return node;
            }
        }
        return search.again != null && search.again != lastNode
                ? search.again
                : amongOthers(slot, voters, search);
    }

    private @Nullable Node amongAll(int slot, Search search) {
        int count = members.count();
        for (int place = 0; place < count; place++) {
            Node node = members.at(FirstVoters.at(slot, count, place));
            if (search.endsAt(node)) {
                return node;
            }
        }
        return search.result();
    }

    /** Those that come may have nothing yet. */
    private static List<Voter> withData(SlotConfiguration configuration) {
        return configuration instanceof SlotConfiguration.Joint joint
                ? joint.old()
                : configuration.voters();
    }

    /** A voter of the client's zone that can be trusted with the first try. */
    private @Nullable Node near(List<Voter> voters, AskedNodes asked, long nowNanos) {
        for (Voter voter : voters) {
            Node node = members.find(voter.node());
            if (node != null && node.zone.equals(zone)) {
                if (!node.isReady()) {
                    wishes.want(node, nowNanos);
                } else if (node.isTrusted() && !asked.contains(node.index)) {
                    return node;
                }
            }
        }
        return null;
    }

    /** Begins at another one for each slot, lest all requests fall on the same node. */
    private @Nullable Node amongOthers(int slot, List<Voter> voters, Search search) {
        int count = members.count();
        int wanted = 0;
        for (int i = 0; i < count; i++) {
            Node node = members.at((slot + i) % count);
            if (isVoter(node, voters) || (!node.isReady() && ++wanted > OTHERS_WANTED_MAX)) {
                continue;
            }
            if (search.endsAt(node)) {
                return node;
            }
        }
        return search.result();
    }

    private static boolean isVoter(Node node, List<Voter> voters) {
        for (int i = 0; i < voters.size(); i++) {
            if (voters.get(i).node() == node.address.nodeId()) {
                return true;
            }
        }
        return false;
    }

    /** A way along an order of preference. */
    private final class Search {
        private final AskedNodes asked;
        private final @Nullable Node lastNode;
        private final long nowNanos;
        private @Nullable Node again;
        private @Nullable Node doubtful;

        Search(AskedNodes asked, @Nullable Node lastNode, long nowNanos) {
            this.asked = asked;
            this.lastNode = lastNode;
            this.nowNanos = nowNanos;
        }

        /** Whether this node serves and was not asked yet; else it is kept in mind. */
        boolean endsAt(Node node) {
            if (!node.isReady()) {
                wishes.want(node, nowNanos);
                return false;
            }
            boolean untried = !asked.contains(node.index);
            if (node.isTrusted() || node.mayBeTried(nowNanos)) {
                if (untried) {
                    return true;
                } else if (again == null || again == lastNode) {
                    again = node;
                }
            } else if (doubtful == null || (untried && doubtful == lastNode)) {
                doubtful = node;
            }
            return false;
        }

        @Nullable Node result() {
            return again != null ? again : doubtful;
        }
    }
}
