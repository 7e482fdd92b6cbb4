package io.paxosstore.node.peer;

import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Forwards;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;

/**
 * One shard's way to one other node: the open connections and the batch that gathers for them. On
 * the shard's loop only.
 */
public final class PeerLink {
    /** A batch that has grown so large leaves before the end of the turn. */
    private static final int BATCH_BYTES_MAX = 512 * 1024;

    private final int nodeId;
    private final ShardLoop shard;
    private final PeerOptions options;
    private final Counters counters;
    private final PeerPresence presence;
    private final BatchWriter batch = new BatchWriter();
    private final List<PeerConnection> connections = new ArrayList<>();

    private boolean urgent;
    private boolean lazyTimerSet;
    private int nextConnection;

    PeerLink(int nodeId, ShardLoop shard, PeerOptions options, PeerPresence presence) {
        this.presence = presence;
        this.nodeId = nodeId;
        this.shard = shard;
        this.options = options;
        this.counters = shard.counters();
    }

    /** More is known of incarnations: told before anything that may rest on it (Rule A3). */
    void vector(byte[] vector) {
        for (PeerConnection connection : List.copyOf(connections)) {
            connection.tellIncarnations(vector);
        }
    }

    /** Sends a whole frame, unless there is no connection with room for it. */
    void write(byte[] frame) {
        if (!connections.isEmpty()) {
            PeerConnection connection = connections.get(nextConnection % connections.size());
            if (connection.isWritable()) {
                connection.write(frame, frame.length);
            }
        }
    }

    /** Sends a frame that may get lost, unless there is no connection with room to spare for it. */
    void writeIfRoomToSpare(byte[] frame) {
        if (!connections.isEmpty()) {
            PeerConnection connection = connections.get(nextConnection % connections.size());
            if (connection.hasRoomToSpare()) {
                connection.write(frame, frame.length);
            }
        }
    }

    /** Has the node execute a call, if one of the connections takes it. */
    Forwards.Attempt forward(Requester requester, long correlation, Call call) {
        boolean isFull = false;
        for (PeerConnection connection : connections) {
            switch (connection.forward(requester, correlation, call)) {
                case SENT -> {
                    return Forwards.Attempt.SENT;
                }
                case FULL -> isFull = true;
                case UNREACHABLE -> {}
            }
        }
        return isFull ? Forwards.Attempt.FULL : Forwards.Attempt.UNREACHABLE;
    }

    /** Ends all connections at once; what has gathered is lost. */
    void closeAll() {
        List<PeerConnection> open = List.copyOf(connections);
        open.forEach(this::closed);
        open.forEach(PeerConnection::close);
    }

    int nodeId() {
        return nodeId;
    }

    public ShardLoop shard() {
        return shard;
    }

    boolean isUp() {
        return !connections.isEmpty();
    }

    /** Whether the node can be reached and knows something, see {@link PeerHello#FEATURES}. */
    boolean knows(long feature) {
        return !connections.isEmpty()
                && connections.stream().allMatch(connection -> connection.knows(feature));
    }

    /** A connection is open; an older one of the same place is stale. */
    void opened(PeerConnection connection) {
        for (PeerConnection older : List.copyOf(connections)) {
            if (older.socket() == connection.socket()) {
                connections.remove(older);
                older.close();
            }
        }
        connections.add(connection);
        if (connections.size() == 1) {
            presence.up(nodeId, shard.index());
            shard.foundOut(new Input.PeerState(nodeId, true));
        }
    }

    void closed(PeerConnection connection) {
        if (connections.remove(connection) && connections.isEmpty()) {
            forget();
            presence.down(nodeId, shard.index());
            shard.foundOut(new Input.PeerState(nodeId, false));
        }
    }

    /** Drops what has gathered. */
    void forget() {
        batch.clear();
        urgent = false;
    }

    /** Takes a message into the batch; drops it when there is no room or no connection. */
    void send(int epoch, EntityKey key, Message message, boolean lazy) {
        if (connections.isEmpty()) {
            counters.increment(Count.MESSAGES_DROPPED_DISCONNECTED);
            return;
        }
        if (batch.size() > options.outgoingBytesMax()
                || !connections.get(nextConnection % connections.size()).isWritable()) {
            counters.increment(Count.MESSAGES_DROPPED_FULL);
            connections.getFirst().skipNumber();
            return;
        }
        batch.add(epoch, key, message);
        counters.increment(Count.MESSAGES_SENT);
        urgent |= !lazy;
        if (batch.size() > BATCH_BYTES_MAX) {
            flush(); // what is as long as this gains nothing by more company
        }
    }

    /** Sends the batch, unless all of it may wait. */
    void endOfTurn() {
        if (urgent) {
            flush();
        } else if (!batch.isEmpty() && !lazyTimerSet) {
            lazyTimerSet = true;
            shard.scheduler().schedule(this::onLazyTimer, options.lazyDelayNanos());
        }
    }

    private void onLazyTimer() {
        lazyTimerSet = false;
        if (!batch.isEmpty()) {
            flush();
        }
    }

    private void flush() {
        urgent = false;
        if (!connections.isEmpty()) {
            batch.finish();
            counters.add(Count.FRAMES_SENT, batch.frames());
            counters.add(Count.BYTES_SENT, batch.size());
            nextConnection = (nextConnection + 1) % connections.size();
            connections.get(nextConnection).writeBatch(batch.array(), batch.size());
        }
        batch.clear();
    }
}
