package io.paxosstore.client;

import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.Wire;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;

/**
 * One connection to one node. Owned by the network thread.
 *
 * <p>Requests wait in a backlog until the loop's turn ends; then all of them are encoded into one
 * direct buffer and written by one call. What the socket does not take stays in the buffer, and
 * what does not fit into the buffer stays in the backlog, which is bounded by the calls in flight.
 * Responses are decoded in the buffer they were read into.
 */
final class Connection {
    /** Buffers grow from this size to the longest frame, if there is one so long. */
    private static final int BUFFER_BYTES = 128 * 1024;

    /** The longest request that is no call's; a buffer takes it. */
    private static final int OTHER_BYTES_MAX =
            RequestCodec.watchRangeBytes(new byte[0]) + Wire.KEY_BYTES_LIMIT;

    private static final int PING_BYTES = Wire.HEADER_BYTES;

    /**
     * What may be under way at once, about: requests with what they bring, and the answers that
     * reads are expected to bring. The rest waits in the backlog, not in the server's memory.
     */
    static final int UNANSWERED_BYTES_MAX = 8 << 20;

    /** How fast the expected length of an answer falls: by one of so many parts of the excess. */
    private static final int ANSWER_DECAY_SHIFT = 4;

    /** What a connection tells its owner. */
    interface Events {
        /** What is to notice that the connection's node has fallen silent. */
        SilenceWatch watch(Connection connection);

        /** The server greeted; the connection is ready unless the owner closes it. */
        void onWelcome(Connection connection, Response.Welcome welcome);

        /** A response came. */
        void onResponse(Connection connection, Response response);

        /**
         * The connection is closed, by whichever side.
         *
         * @param why one sentence without its full stop, naming the address
         * @param passing whether waiting may help: the node is not up, starting or draining
         */
        void onClosed(Connection connection, String why, boolean passing);

        /**
         * Appends the attempt's frame to the buffer.
         *
         * @return whether it did: not if nobody waits for the call any more, which has ended then
         */
        boolean encode(Attempt attempt, ByteBuffer out);

        /** There is no memory for the attempt's frame, of so many bytes: it will not be sent. */
        void onNoMemory(Attempt attempt, int bytes);
    }

    private enum State {
        CONNECTING,
        GREETING,
        READY,
        CLOSED
    }

    Node node;
    final long openedNanos;

    /** Whether the connection is in the owner's list of those with something to write. */
    boolean dirty;

    /** Whether the node has said that it wants to know what trace a request belongs to. */
    boolean takesTraces;

    /** Whether the node was asked to tell the topology and its changes. */
    boolean followsTopology;

    private final Events events;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final Request.Hello hello;
    private final SilenceWatch silence;
    private final Queue<Attempt> backlog = new ArrayDeque<>();

    /** Requests that are no attempts of a call: watches, and what tells of the cluster. */
    private final Queue<Request> others = new ArrayDeque<>();

    private ByteBuffer in = ByteBuffer.allocate(0);
    private ByteBuffer out = ByteBuffer.allocate(0);
    private State state = State.CONNECTING;
    private boolean writeBlocked;
    private boolean pingWanted;
    private long unansweredBytes;
    private int answerBytes;
    private boolean heldBack;
    private @Nullable Attempt firstAttempt;

    private Connection(
            Node node,
            SocketChannel channel,
            Selector selector,
            Request.Hello hello,
            Events events,
            long nowNanos)
            throws IOException {
        this.node = node;
        this.channel = channel;
        this.hello = hello;
        this.events = events;
        this.openedNanos = nowNanos;
        this.silence = events.watch(this);
        this.key = channel.register(selector, SelectionKey.OP_CONNECT, this);
    }

    /**
     * Starts to open a connection.
     *
     * @throws IOException if that fails at once
     */
    static Connection open(
            Node node,
            InetSocketAddress address,
            Selector selector,
            Request.Hello hello,
            Events events,
            long nowNanos)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            // While nothing is awaited the client itself asks for no sign of life.
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            channel.connect(address); // if done at once, the selector reports it all the same
            return new Connection(node, channel, selector, hello, events, nowNanos);
        } catch (IOException e) {
            channel.close();
            throw e;
        } catch (UnsupportedAddressTypeException e) { // IPv6 where there is IPv4 only
            channel.close();
            throw new IOException("this machine cannot use addresses of its kind", e);
        }
    }

    boolean isReady() {
        return state == State.READY;
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    SilenceWatch silence() {
        return silence;
    }

    /** Whether answers are awaited. */
    boolean hasAttempts() {
        return firstAttempt != null;
    }

    /** Queues an attempt until the next {@link #flush}. */
    void enqueue(Attempt attempt) {
        attempt.after = firstAttempt;
        if (firstAttempt != null) {
            firstAttempt.before = attempt;
        }
        firstAttempt = attempt;
        backlog.add(attempt);
    }

    /** Queues a request that is no call's until the next {@link #flush}. */
    void enqueue(Request request) {
        others.add(request);
    }

    /** Takes an attempt off the list of those without an answer. */
    void forget(Attempt attempt) {
        Attempt before = attempt.before;
        Attempt after = attempt.after;
        if (before != null) {
            before.after = after;
        } else if (firstAttempt == attempt) {
            firstAttempt = after;
        }
        if (after != null) {
            after.before = before;
        }
        attempt.before = null;
        attempt.after = null;
        unansweredBytes -= attempt.weightBytes;
        attempt.weightBytes = 0;
    }

    /** Whether something waits for answers to come before it is sent. */
    boolean isHeldBack() {
        return heldBack;
    }

    /**
     * The calls that wait for this connection and may be asked elsewhere. But what the node works
     * on would keep the next node as long: that waits until no sign of it has come for an attempt's
     * timeout.
     */
    List<Call<?>> callsToMove() {
        List<Call<?>> calls = callsInFlight();
        calls.removeIf(call -> call.newest != null && call.newest.workedOn);
        return calls;
    }

    /** The calls whose newest attempt is under way on this connection, the oldest first. */
    List<Call<?>> callsInFlight() {
        List<Call<?>> calls = new ArrayList<>();
        for (Attempt attempt = newestAttempt(); attempt != null; attempt = attempt.after) {
            if (attempt == attempt.call.newest && attempt.call.phase == Call.Phase.IN_FLIGHT) {
                calls.add(attempt.call);
            }
        }
        Collections.reverse(calls);
        return calls;
    }

    /** The latest attempt without an answer, linked to the others by {@code after}; or null. */
    @Nullable Attempt newestAttempt() {
        return firstAttempt;
    }

    /** Asks the node whether it answers at all. */
    void ping() {
        pingWanted = true;
    }

    /** Handles what the selector found; another connection's news may have closed this one. */
    void onSelected() {
        try {
            if (key.isValid() && key.isConnectable()) {
                greet();
            }
            if (key.isValid() && key.isWritable() && write()) {
                flush();
            }
            if (key.isValid() && key.isReadable()) {
                read();
            }
        } catch (IOException e) {
            close(explain(e), true);
        } catch (OutOfMemoryError e) {
            onNoMemory(e);
        }
    }

    private void greet() throws IOException {
        channel.finishConnect();
        in = ByteBuffer.allocateDirect(BUFFER_BYTES);
        out = ByteBuffer.allocateDirect(BUFFER_BYTES);
        state = State.GREETING;
        key.interestOps(SelectionKey.OP_READ);
        RequestCodec.encode(hello, out);
        write();
    }

    /** Writes what waits, as far as the socket takes it. */
    void flush() {
        if (state != State.READY || writeBlocked) {
            return;
        }
        try {
            do {
                fill();
            } while (out.position() > 0 && write() && !(backlog.isEmpty() && others.isEmpty()));
        } catch (IOException e) {
            close(explain(e), true);
        } catch (OutOfMemoryError e) {
            onNoMemory(e);
        }
    }

    private void fill() {
        if (pingWanted && out.remaining() >= PING_BYTES) {
            pingWanted = false;
            RequestCodec.encode(new Request.Ping(Wire.NO_CORRELATION), out);
        }
        for (Request next = others.peek(); next != null; next = others.peek()) {
            if (OTHER_BYTES_MAX > out.remaining() && out.position() > 0) {
                return;
            }
            RequestCodec.encode(next, out);
            others.remove();
        }
        heldBack = false;
        for (Attempt next = backlog.peek(); next != null; next = backlog.peek()) {
            if (!next.released) {
                int bytes = next.call.frameBytesMax();
                int weight = next.call.isWrite ? bytes : bytes + answerBytes;
                if (unansweredBytes > 0 && unansweredBytes + weight > UNANSWERED_BYTES_MAX) {
                    heldBack = true;
                    return;
                }
                if (bytes > out.remaining()) {
                    if (out.position() > 0) {
                        return;
                    }
                    ByteBuffer larger = allocated(next, bytes);
                    if (larger == null) {
                        backlog.remove();
                        continue;
                    }
                    out = larger;
                }
                if (events.encode(next, out)) {
                    next.weightBytes = weight;
                    unansweredBytes += weight;
                }
            }
            backlog.remove();
        }
    }

    /** A buffer for one attempt; null if there is no memory, which is that call's end alone. */
    private @Nullable ByteBuffer allocated(Attempt attempt, int bytes) {
        try {
            return ByteBuffer.allocateDirect(bytes);
        } catch (OutOfMemoryError e) {
            events.onNoMemory(attempt, bytes);
            return null;
        }
    }

    /** Returns whether all of the buffer was written. */
    private boolean write() throws IOException {
        out.flip();
        channel.write(out);
        boolean all = !out.hasRemaining();
        out.compact();
        if (all == writeBlocked) {
            writeBlocked = !all;
            key.interestOps(
                    all ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
        return all;
    }

    private void read() throws IOException {
        boolean full;
        do {
            int count = channel.read(in);
            if (count < 0) {
                String when = state == State.READY ? "" : " before it greeted";
                close(node.address.hostAndPort() + " closed the connection" + when, true);
                return;
            }
            full = !in.hasRemaining();
            try {
                decode();
            } catch (MalformedFrameException e) {
                close(
                        node.address.hostAndPort()
                                + " does not speak the PaxosStore client protocol: "
                                + withoutStop(String.valueOf(e.getMessage())),
                        false);
            }
        } while (full && state != State.CLOSED);
    }

    private void decode() throws MalformedFrameException {
        in.flip();
        while (state != State.CLOSED
                && Wire.completeFrameBytes(in, Wire.FRAME_BYTES_MAX) != Wire.INCOMPLETE) {
            int begin = in.position();
            Response response = ResponseCodec.decode(in);
            if (response.correlation() != Wire.NO_CORRELATION) { // else no call's answer
                expectAnswersAs(in.position() - begin);
            }
            handle(response);
        }
        if (in.remaining() >= Wire.LENGTH_BYTES && in.position() == 0) {
            int needed = Wire.LENGTH_BYTES + in.getInt(0);
            if (needed > in.capacity()) {
                in = ByteBuffer.allocateDirect(needed).put(in);
                return;
            }
        }
        in.compact();
    }

    private void expectAnswersAs(int bytes) {
        answerBytes = Math.max(bytes, answerBytes - ((answerBytes - bytes) >> ANSWER_DECAY_SHIFT));
    }

    private void handle(Response response) throws MalformedFrameException {
        if (response instanceof Response.Goodbye goodbye) {
            boolean passing =
                    switch (goodbye.code()) {
                        case DRAINING, NOT_READY, TOO_MANY_CONNECTIONS -> true;
                        case WRONG_VERSION, BAD_FRAME -> false;
                    };
            close(
                    node.address.hostAndPort()
                            + " said goodbye: "
                            + withoutStop(goodbye.sentence()),
                    passing);
        } else if (state == State.GREETING) {
            if (response instanceof Response.Welcome welcome) {
                state = State.READY;
                events.onWelcome(this, welcome);
            } else {
                close(node.address.hostAndPort() + " did not greet", false);
            }
        } else {
            events.onResponse(this, response);
        }
    }

    /** Closes the connection and tells the owner, once. */
    void close(String why, boolean passing) {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        key.cancel();
        try {
            channel.close();
        } catch (IOException e) {
            // The connection is given up anyway; its reason is already known.
            node.lastError = explain(e);
        }
        backlog.clear();
        others.clear();
        events.onClosed(this, why, passing);
    }

    /**
     * For its buffers, or what came: it is tried again later, and calls go elsewhere. Not if it
     * came out of the end of the connection, which somebody may not have heard of.
     */
    private void onNoMemory(OutOfMemoryError e) {
        if (state == State.CLOSED) {
            throw e;
        }
        close("this process has no memory for it (" + e.getMessage() + ")", true);
    }

    private String explain(IOException e) {
        String message = e.getMessage();
        String what = state == State.CONNECTING ? " cannot be reached" : " broke the connection";
        return node.address.hostAndPort() + what + (message == null ? "" : " (" + message + ")");
    }

    private static String withoutStop(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
