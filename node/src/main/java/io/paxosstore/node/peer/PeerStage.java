package io.paxosstore.node.peer;

/** What a connection between nodes is doing: shaking hands, or carrying messages. */
public interface PeerStage {
    /**
     * Takes a frame without its length. Returns whether the connection goes on.
     *
     * @throws io.paxosstore.protocol.bytes.MalformedBytesException if it is none: the connection
     *     must end
     */
    boolean frame(byte[] bytes, int offset, int length);

    /** The connection is gone. */
    void closed();
}
