package io.paxosstore.node.peer;

/** Told what a connection shows of other nodes that has to be made durable off its loop. */
public interface PeerNews extends Incarnations.Sink {
    /**
     * The other node has sent a frame on an open connection: it has remembered this one durably
     * before. Told with every frame; returns soon.
     *
     * @param theirs what it said when the connection began
     */
    void heardFrom(PeerHello theirs);
}
