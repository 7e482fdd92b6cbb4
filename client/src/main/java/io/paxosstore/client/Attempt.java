package io.paxosstore.client;

import io.paxosstore.protocol.wire.WriteId;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** One sending of a call to one node. Owned by the network thread. */
final class Attempt {
    final Call<?> call;
    final Node node;
    final Connection connection;

    /** The attempt's number under the call's present request id. */
    final int number;

    /** The attempt before this one, while both may still be answered. */
    final @Nullable Attempt older;

    long correlation;

    /** What it counts among the connection's unanswered bytes; 0 before it is sent. */
    int weightBytes;

    /** Whether its bytes may have left: an attempt never sent is certainly not done. */
    boolean sent;

    /** Whether the node has said that it works on it, which takes long. */
    boolean workedOn;

    /** Whether it is no longer waited for. */
    boolean released;

    /** Neighbours in the connection's list of attempts without an answer. */
    @Nullable Attempt before;

    @Nullable Attempt after;

    Attempt(Call<?> call, Node node, Connection connection, int number, @Nullable Attempt older) {
        this.call = call;
        this.node = node;
        this.connection = connection;
        this.number = number;
        this.older = older;
    }

    /** What names the write, and this attempt of it. */
    WriteId id(long stamp, long settledFloor) {
        return new WriteId(stamp, settledFloor, Math.min(number, WriteId.ATTEMPT_MAX));
    }

    /**
     * The answer has come: it makes suspect the nodes that were asked before, and have left
     * unanswered what this attempt's node has answered.
     *
     * @return the connections to those that have become suspect just now
     */
    List<Connection> outdone(long nowNanos, long timeoutNanos) {
        if (older == null) {
            return List.of();
        }
        List<Connection> outdone = new ArrayList<>(1);
        for (Attempt one = older; one != null; one = one.older) {
            boolean silent = one.sent && !one.released && !one.workedOn && one.node != node;
            if (silent && one.node.onOutdone(nowNanos, timeoutNanos)) {
                outdone.add(one.connection);
            }
        }
        return outdone;
    }
}
