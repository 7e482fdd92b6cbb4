package io.paxosstore.node.peer;

/** Told what a connection shows of other nodes that has to be made durable off its loop. */
public interface PeerNews extends Incarnations.Sink {
    /**
     * The other node has sent a frame on an open connection: it has remembered this one durably
     * before. To be told with every frame until it is taken; returns soon.
     *
     * @param theirs what it said when the connection began
     * @param taken called when that is taken into account; from any thread
     */
    void heardFrom(PeerHello theirs, Runnable taken);

    /**
     * Whether this node's store is new, and what the other one has said of it does not count,
     * because that one rebuilt its own: once it has, it will say so with its next greeting.
     */
    boolean awaitsAnotherWord(PeerHello theirs);
}
