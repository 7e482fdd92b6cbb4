package io.paxosstore.server.node;

import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.config.Contact;
import io.paxosstore.server.node.NodeConversation.NotNowException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Asks nodes of a running cluster, at their client ports, to take this one in: one after the other,
 * again and again, until one does or the time is over. Each is asked once at least. Blocks.
 */
final class Joiner {
    /** How long a node that starts looks for one that takes it in. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(Joiner.class);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 100;
    private static final long JOIN = 2;

    private final String clusterId;
    private final UUID store;
    private final ClusterNode self;
    private final Duration timeout;

    /**
     * @param clusterId of the cluster to join
     * @param store the id of this node's store; zeros if it has none
     * @param self as it is to be in the cluster's list
     */
    Joiner(String clusterId, UUID store, ClusterNode self, Duration timeout) {
        this.clusterId = clusterId;
        this.store = store;
        this.self = self;
        this.timeout = timeout;
    }

    /**
     * Joins.
     *
     * @return the nodes of the cluster, this one among them
     * @throws StartException with one sentence when the cluster does not take this node, or none of
     *     these nodes could say in time whether it does
     */
    KnownNodes join(List<Contact> contacts) throws StartException {
        long end = System.nanoTime() + timeout.toNanos();
        Map<Contact, String> reasons = new LinkedHashMap<>();
        while (true) {
            for (Contact contact : contacts) {
                try {
                    KnownNodes known = ask(contact);
                    LOG.info("joined node={} by={} nodes={}", self.id(), contact, known.nodes());
                    return known;
                } catch (IOException | MalformedFrameException | NotNowException e) {
                    reasons.put(contact, reason(e));
                }
            }
            if (System.nanoTime() >= end) {
                throw notTaken(reasons);
            }
            pause();
        }
    }

    private static String reason(Exception e) {
        String message = e.getMessage();
        return message == null ? e.toString() : message;
    }

    private StartException notTaken(Map<Contact, String> reasons) {
        return new StartException(
                "Node "
                        + self.id()
                        + " has joined no cluster in "
                        + timeout.toSeconds()
                        + " s; check cluster.join, and that a majority of the cluster's nodes run: "
                        + reasons.entrySet().stream()
                                .map(reason -> reason.getKey() + ": " + reason.getValue())
                                .collect(Collectors.joining("; ")));
    }

    private static void pause() throws StartException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("Interrupted while the node joins its cluster.", e);
        }
    }

    private KnownNodes ask(Contact contact)
            throws IOException, MalformedFrameException, NotNowException, StartException {
        try (NodeConversation conversation =
                new NodeConversation(contact, clusterId, self.id(), ANSWER)) {
            int deadlineMillis = Math.toIntExact(ANSWER.toMillis());
            return joined(
                    contact, conversation.ask(new Request.Join(JOIN, deadlineMillis, store, self)));
        }
    }

    private KnownNodes joined(Contact contact, Response answer)
            throws NotNowException, StartException {
        if (answer instanceof Response.Joined joined) {
            return new KnownNodes(joined.founders(), joined.head().nodes());
        }
        String sentence = sentence(answer);
        if (answer instanceof Response.Failure failure
                && failure.code() == FailureCode.BAD_REQUEST) {
            throw new StartException(
                    "The node at " + contact + " does not take this one in: " + sentence);
        }
        throw new NotNowException(sentence == null ? "it answers something else" : sentence);
    }

    private static @Nullable String sentence(Response answer) {
        return answer instanceof Response.Failure failure ? failure.sentence() : null;
    }
}
