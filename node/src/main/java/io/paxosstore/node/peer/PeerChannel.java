package io.paxosstore.node.peer;

/** A stream of bytes to another node: the port to the network. On the loop of one shard only. */
public interface PeerChannel {
    /** Sends bytes, which are copied before this returns; they may be lost with the connection. */
    void write(byte[] bytes, int length);

    /** Whether little enough waits to be sent. */
    boolean isWritable();

    /**
     * Whether so little waits to be sent that there is room for what may get lost, too: it must not
     * take that of what keeps the cluster going.
     */
    default boolean hasRoomToSpare() {
        return isWritable();
    }

    /** Ends the connection; {@link PeerStage#closed} is called later. */
    void close();

    /** Where the other node is, for people. */
    String address();
}
