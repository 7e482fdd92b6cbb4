package io.paxosstore.server.node;

import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.protocol.topology.TopologyPage;
import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.TopologyPart;
import io.paxosstore.server.config.Contact;
import io.paxosstore.server.node.NodeConversation.NotNowException;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Asks other nodes which nodes there are while this one cannot read the topology. One that has lost
 * its directory knows the founders only; one that was away for long, whom it knew then. When the
 * topology's own voters are others by now, it reaches too few of them to read it, and takes those
 * for strangers that would connect: so it asks at client ports, one node after the other, in turn.
 *
 * <p>What it is told says whom to connect to, and nothing else: whether they are of this cluster
 * they prove as peers do, and all that counts is read from them.
 */
final class TopologyInquiry {
    /** Whoever has read the topology since, or had no reason to, knows enough. */
    private static final Duration NEEDED_AFTER = Duration.ofSeconds(5);

    private static final int REFRESHES_MISSED = 3;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Of the list of nodes any version is wanted, of the pages none. */
    private static final Request.FollowTopology QUESTION =
            new Request.FollowTopology(
                    2, 0, Collections.nCopies(TopologyPage.COUNT, Long.MAX_VALUE));

    private final int self;
    private final String clusterId;
    private final OtherNodes others;
    private final TopologyService topology;
    private final long neededNanos;
    private final Consumer<NodeList> hearing;
    private final RateLimitedLog log =
            new RateLimitedLog(LoggerFactory.getLogger(TopologyInquiry.class), System::nanoTime);
    private final AtomicBoolean isUnderWay = new AtomicBoolean();

    // Handed from one inquiry to the next by isUnderWay.
    private int turn;
    private int inVain;

    /**
     * @param self this node
     * @param topology what reads it
     * @param refresh how often it does, as a rule
     * @param hearing takes the lists that others have
     */
    TopologyInquiry(
            int self,
            String clusterId,
            OtherNodes others,
            TopologyService topology,
            Duration refresh,
            Consumer<NodeList> hearing) {
        this.self = self;
        this.clusterId = clusterId;
        this.others = others;
        this.topology = topology;
        this.neededNanos = NEEDED_AFTER.plus(refresh.multipliedBy(REFRESHES_MISSED)).toNanos();
        this.hearing = hearing;
    }

    /** Asks the next node, if it is needed; to be called every second or so. */
    void look() {
        if (topology.ageNanos() > neededNanos && isUnderWay.compareAndSet(false, true)) {
            Thread.ofVirtual().name("node" + self + "-topology").start(this::askNext);
        }
    }

    private void askNext() {
        try {
            List<Contact> contacts = others.contacts();
            if (!contacts.isEmpty()) {
                ask(contacts.get(Math.floorMod(turn++, contacts.size())), contacts.size());
            }
        } finally {
            isUnderWay.set(false);
        }
    }

    private void ask(Contact contact, int contacts) {
        try (NodeConversation conversation =
                new NodeConversation(contact, clusterId, self, PATIENCE)) {
            NodeList list = list(conversation.ask(QUESTION));
            hearing.accept(list);
            inVain = 0;
            say("knows version " + list.version() + " of the list of nodes", contact);
        } catch (IOException
                | MalformedFrameException
                | MalformedBytesException
                | NotNowException
                | StartException e) {
            inVain++;
            String remedy =
                    inVain < contacts
                            ? ""
                            : "; if none of the nodes that this one knows runs any more, set"
                                    + " cluster.join to one that does, in place of cluster.nodes";
            say(e.getMessage() + remedy, contact);
        }
    }

    private static NodeList list(Response answer) throws NotNowException {
        if (answer instanceof Response.TopologyNews news && !news.parts().isEmpty()) {
            TopologyPart first = TopologyPart.decode(news.parts().getFirst());
            if (first instanceof TopologyPart.Head told) {
                return told.head().nodes();
            }
        }
        throw new NotNowException("it tells no list of nodes");
    }

    private void say(String what, Contact contact) {
        log.warn("topology_asked", "The topology cannot be read; " + contact + ": " + what);
    }
}
