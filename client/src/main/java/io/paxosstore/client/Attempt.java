package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

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
}
