package io.paxosstore.server.node;

import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.config.Contact;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/**
 * Asks nodes of a running cluster, at their client ports, to take this one in: one after the other,
 * again and again, until one does or the time is over. Each is asked once at least. Blocks.
 */
final class Joiner {
    /** How long a node that starts looks for one that takes it in. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(Joiner.class);
    private static final int REQUEST_BYTES_MAX = 4 << 10;
    private static final int CONNECT_MILLIS = 2_000;
    private static final int ANSWER_MILLIS = 10_000;
    private static final long PAUSE_MILLIS = 100;
    private static final long HELLO = 1;
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

    /** It may be otherwise in a while, or at another node. */
    private static final class NotNowException extends Exception {
        private static final long serialVersionUID = 1;

        NotNowException(String reason) {
            super(reason);
        }
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
        try (Socket socket = new Socket()) {
            InetSocketAddress address = new InetSocketAddress(contact.host(), contact.port());
            if (address.isUnresolved()) {
                throw new NotNowException("the host is not known");
            }
            socket.connect(address, CONNECT_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            send(
                    socket,
                    new Request.Hello(
                            HELLO,
                            Wire.PROTOCOL_VERSION,
                            ThreadLocalRandom.current().nextLong(),
                            "node " + self.id()));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            welcomed(contact, answer(in, HELLO));
            send(socket, new Request.Join(JOIN, ANSWER_MILLIS, store, self));
            return joined(contact, answer(in, JOIN));
        }
    }

    private static void send(Socket socket, Request request) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(REQUEST_BYTES_MAX);
        RequestCodec.encode(request, out);
        socket.getOutputStream().write(out.array(), 0, out.position());
        socket.getOutputStream().flush();
    }

    /** The answer to a request; what else the node tells is passed over. */
    private static Response answer(DataInputStream in, long correlation)
            throws IOException, MalformedFrameException, NotNowException {
        while (true) {
            ByteBuffer length = ByteBuffer.wrap(in.readNBytes(Wire.LENGTH_BYTES));
            if (length.remaining() < Wire.LENGTH_BYTES) {
                throw new NotNowException("it has closed the connection");
            }
            Wire.completeFrameBytes(length, Wire.FRAME_BYTES_MAX);
            ByteBuffer frame = ByteBuffer.allocate(Wire.LENGTH_BYTES + length.getInt(0));
            frame.put(length);
            in.readFully(frame.array(), frame.position(), frame.remaining());
            Response response = ResponseCodec.decode(frame.rewind());
            if (response instanceof Response.Goodbye goodbye) {
                throw new NotNowException(goodbye.sentence());
            }
            if (response.correlation() == correlation && !(response instanceof Response.Pong)) {
                return response;
            }
        }
    }

    private void welcomed(Contact contact, Response answer) throws NotNowException, StartException {
        if (!(answer instanceof Response.Welcome welcome)) {
            throw new NotNowException("it does not welcome clients");
        }
        if (!welcome.clusterId().equals(clusterId)) {
            throw new StartException(
                    "The node at "
                            + contact
                            + " is of cluster '"
                            + welcome.clusterId()
                            + "', but this one is to join '"
                            + clusterId
                            + "': correct cluster.join or cluster.id.");
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
