package io.paxosstore.client;

/**
 * How this client sees a node.
 *
 * @param nodeId the node's id; {@link #UNKNOWN_NODE} before the first contact
 * @param address its {@code host:port}
 * @param status what it is good for now
 * @param detail why, one sentence; empty when all is well
 */
public record NodeState(int nodeId, String address, Status status, String detail) {
    /** The id of a node that has not answered yet. */
    public static final int UNKNOWN_NODE = -1;

    /** What a node is good for. */
    public enum Status {
        /** It takes requests. */
        CONNECTED,
        /** It is connected, but has not answered in time; it gets an occasional request only. */
        SUSPECT,
        /** It is not connected; the client tries again by itself. */
        DISCONNECTED,
        /** The client has not tried to reach it yet: that says nothing of the node. */
        NOT_TRIED
    }
}
