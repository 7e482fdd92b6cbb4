package io.paxosstore.server.node;

import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.config.Contact;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A connection to the client port of another node, by which this one asks what clients may ask.
 * Blocks; of one thread at a time.
 */
final class NodeConversation implements AutoCloseable {
    private static final int REQUEST_BYTES_MAX = 4 << 10;
    private static final int CONNECT_MILLIS = 2_000;
    private static final long HELLO = 1;

    private final Contact contact;
    private final long endNanos;
    private final Socket socket = new Socket();

    /**
     * Connects, and says which node this is.
     *
     * @param clusterId which both must be of
     * @param patience how long it may take altogether, however slowly anything comes
     * @throws IOException when nobody is there, or takes longer
     * @throws NotNowException when it does not talk to clients now
     * @throws StartException with one sentence when it is of another cluster
     */
    NodeConversation(Contact contact, String clusterId, int self, Duration patience)
            throws IOException, MalformedFrameException, NotNowException, StartException {
        this.contact = contact;
        this.endNanos = System.nanoTime() + patience.toNanos();
        try {
            InetSocketAddress address = new InetSocketAddress(contact.host(), contact.port());
            if (address.isUnresolved()) {
                throw new NotNowException("the host is not known");
            }
            socket.connect(address, CONNECT_MILLIS);
            long clientId = ThreadLocalRandom.current().nextLong();
            checkWelcome(
                    clusterId,
                    ask(new Request.Hello(HELLO, Wire.PROTOCOL_VERSION, clientId, "node " + self)));
        } catch (IOException
                | MalformedFrameException
                | NotNowException
                | StartException
                | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The node that is asked may be able to answer in a while, or another node. */
    static final class NotNowException extends Exception {
        private static final long serialVersionUID = 1;

        NotNowException(String reason) {
            super(reason);
        }
    }

    /** Asks. */
    Response ask(Request request) throws IOException, MalformedFrameException, NotNowException {
        ByteBuffer out = ByteBuffer.allocate(REQUEST_BYTES_MAX);
        RequestCodec.encode(request, out);
        socket.getOutputStream().write(out.array(), 0, out.position());
        socket.getOutputStream().flush();
        return answer(request.correlation());
    }

    /** The next answer to what was asked; what else the node tells is passed over. */
    private Response answer(long correlation)
            throws IOException, MalformedFrameException, NotNowException {
        while (true) {
            byte[] length = new byte[Wire.LENGTH_BYTES];
            readFully(length, 0);
            ByteBuffer begun = ByteBuffer.wrap(length);
            Wire.completeFrameBytes(begun, Wire.FRAME_BYTES_MAX);
            byte[] frame = Arrays.copyOf(length, Wire.LENGTH_BYTES + begun.getInt(0));
            readFully(frame, Wire.LENGTH_BYTES);
            Response response = ResponseCodec.decode(ByteBuffer.wrap(frame));
            if (response instanceof Response.Goodbye goodbye) {
                throw new NotNowException(goodbye.sentence());
            }
            if (response.correlation() == correlation && !(response instanceof Response.Pong)) {
                return response;
            }
        }
    }

    /** Reads all bytes of an array from a place on. */
    private void readFully(byte[] bytes, int from) throws IOException, NotNowException {
        InputStream in = socket.getInputStream();
        int at = from;
        while (at < bytes.length) {
            long millisLeft = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
            if (millisLeft <= 0) {
                throw new SocketTimeoutException("it takes too long to answer");
            }
            socket.setSoTimeout(Math.toIntExact(millisLeft));
            int read = in.read(bytes, at, bytes.length - at);
            if (read < 0) {
                throw new NotNowException("it has closed the connection");
            }
            at += read;
        }
    }

    private void checkWelcome(String clusterId, Response answer)
            throws NotNowException, StartException {
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

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
