package io.paxosstore.server.node;

import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.config.Contact;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A connection to the client port of another node, by which this one asks what clients may ask.
 * Blocks; of one thread at a time.
 */
final class NodeConversation implements AutoCloseable {
    private static final int REQUEST_BYTES_MAX = 4 << 10;
    private static final int CONNECT_MILLIS = 2_000;
    private static final long HELLO = 1;

    private final Contact contact;
    private final Socket socket = new Socket();

    /**
     * Connects, and says which node this is.
     *
     * @param clusterId which both must be of
     * @param patience for how long it waits for each frame of an answer, at least a millisecond
     * @throws IOException when nobody is there, or takes longer
     * @throws NotNowException when it does not talk to clients now
     * @throws StartException with one sentence when it is of another cluster
     */
    NodeConversation(Contact contact, String clusterId, int self, Duration patience)
            throws IOException, MalformedFrameException, NotNowException, StartException {
        this.contact = contact;
        try {
            InetSocketAddress address = new InetSocketAddress(contact.host(), contact.port());
            if (address.isUnresolved()) {
                throw new NotNowException("the host is not known");
            }
            socket.connect(address, CONNECT_MILLIS);
            socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
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
    Response answer(long correlation) throws IOException, MalformedFrameException, NotNowException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
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
