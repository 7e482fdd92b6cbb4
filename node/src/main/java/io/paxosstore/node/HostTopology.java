package io.paxosstore.node;

import io.paxosstore.node.balance.BalanceDesk;
import io.paxosstore.node.slot.NodeSlots;
import io.paxosstore.node.topology.MembersDesk;
import io.paxosstore.node.topology.TopologyDriver;
import io.paxosstore.node.topology.TopologyFollower;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyPage;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * How a host takes part in the topology: it keeps a copy, enters the epochs that it hears of, and
 * drives what is due. It does nothing before {@link #start} but to enter what other nodes tell.
 */
final class HostTopology {
    private final NodeSlots slots;
    private final ClusterMembers members;
    private final TopologyService service;
    private final TopologyDriver driver;
    private final MembersDesk desk;
    private final BalanceDesk balance;
    private final boolean isInCluster;
    private volatile boolean isStarted;
    private volatile boolean hasEnteredOnce;

    /**
     * @param isInCluster see {@link TopologySettings#isInCluster}
     * @param slots the node's
     * @param members told which nodes there are
     */
    HostTopology(
            boolean isInCluster,
            NodeSlots slots,
            ClusterMembers members,
            TopologyService service,
            TopologyDriver driver,
            MembersDesk desk,
            BalanceDesk balance) {
        this.isInCluster = isInCluster;
        this.slots = slots;
        this.members = members;
        this.service = service;
        this.driver = driver;
        this.desk = desk;
        this.balance = balance;
    }

    /** The node's copy. */
    TopologyService service() {
        return service;
    }

    MembersDesk desk() {
        return desk;
    }

    BalanceDesk balance() {
        return balance;
    }

    /** Begins to read, to enter what is read, and to drive; from any thread. */
    void start() {
        isStarted = true;
        service.follow(members);
        service.follow(new Entering());
        service.start();
        driver.start();
    }

    /** Another node has told in which epoch of a slot it stands; from any thread. */
    void told(SlotChange change) {
        slots.learn(List.of(change));
        if (isStarted) {
            service.learn(change);
        }
    }

    /**
     * Rule M8: whether this node stands in the epochs of a topology that was read since its start.
     * Before, a store that was lost is not declared whole. From any thread.
     */
    boolean hasEntered() {
        return (!isInCluster || (isStarted && service.isLoaded() && service.hasTold()))
                && slots.isSettled();
    }

    /**
     * Rule M8: whether {@link #hasEntered} was so once since its start: it knows then in which
     * epochs it stands. Before, a node whose store was lost takes part in nothing, not even in the
     * topology: it may have voted in a later epoch than the others that it meets know of, and with
     * these it would be a majority of voters that decide no more. From any thread.
     */
    boolean hasEnteredOnce() {
        if (!hasEnteredOnce && hasEntered()) {
            hasEnteredOnce = true;
        }
        return hasEnteredOnce;
    }

    /** Enters the epochs of the topology. On the topology's loop only. */
    private final class Entering implements TopologyFollower {
        private @Nullable Topology seen;

        @Override
        public void changed(Topology topology) {
            List<SlotChange> news = new ArrayList<>();
            addNews(Slots.SYSTEM, topology.head().system(), news);
            for (TopologyPage page : topology.pages()) {
                if (seen == null || !page.equals(seen.pages().get(page.number()))) {
                    int first = page.firstSlot();
                    for (int slot = first; slot < first + TopologyPage.SLOTS; slot++) {
                        addNews(slot, page.slot(slot), news);
                    }
                }
            }
            seen = topology;
            if (!news.isEmpty()) {
                slots.learn(news);
            }
        }

        private void addNews(int slot, SlotConfiguration at, List<SlotChange> news) {
            if (at.epoch() > slots.view().configurationOf(slot).epoch()) {
                news.add(new SlotChange(slot, at));
            }
        }
    }
}
