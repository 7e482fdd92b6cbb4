package io.paxosstore.server.node;

import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ToldTopology;
import io.paxosstore.server.config.Contact;
import io.paxosstore.server.node.NodeConversation.NotNowException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Asks other nodes for their copy of the topology while this one cannot read it. A node that has
 * lost its directory knows the founders only. When the topology's own voters are others by now, it
 * reaches too few of them to read it, and takes those for strangers that would tell it: so it asks
 * at client ports, one node after the other, in turn. What it is told was chosen, though it may be
 * old: it is no reading of the topology (Rule M8).
 */
final class TopologyInquiry {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyInquiry.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final long FOLLOW = 2;

    private final int self;
    private final String clusterId;
    private final OtherNodes others;
    private final TopologyService topology;
    private final AtomicBoolean isUnderWay = new AtomicBoolean();

    // Handed from one inquiry to the next by isUnderWay.
    private final ToldTopology told = new ToldTopology();
    private int turn;

    /**
     * @param self this node
     * @param topology what reads it, and takes in what is told
     */
    TopologyInquiry(int self, String clusterId, OtherNodes others, TopologyService topology) {
        this.self = self;
        this.clusterId = clusterId;
        this.others = others;
        this.topology = topology;
    }

    /** Asks the next node, if it is needed still; to be called every second or so. */
    void look() {
        if (!topology.isLoaded() && isUnderWay.compareAndSet(false, true)) {
            Thread.ofVirtual().name("node" + self + "-topology").start(this::askNext);
        }
    }

    private void askNext() {
        List<Contact> contacts = others.contacts();
        try {
            if (!contacts.isEmpty()) {
                ask(contacts.get(Math.floorMod(turn++, contacts.size())));
            }
        } finally {
            isUnderWay.set(false);
        }
    }

    private void ask(Contact contact) {
        try (NodeConversation conversation =
                new NodeConversation(contact, clusterId, self, PATIENCE)) {
            Response answer = conversation.ask(told.request(FOLLOW));
            boolean isNews = false;
            while (answer instanceof Response.TopologyNews news && !news.parts().isEmpty()) {
                news.parts().forEach(told::take);
                isNews = true;
                if (told.isWhole()) {
                    break; // what changes meanwhile the next inquiry finds
                }
                answer = conversation.answer(FOLLOW);
            }
            TopologyHead head = told.head();
            if (isNews && head != null) {
                LOG.info("topology_told by={} version={}", contact, head.version());
                topology.learn(head, told.pages());
            }
        } catch (IOException | MalformedFrameException | NotNowException | StartException e) {
            LOG.debug("topology_untold by={}: {}", contact, e.toString());
        }
    }
}
