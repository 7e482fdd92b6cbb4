package io.paxosstore.client;

/** Is told when this client's view of a node changes. */
@FunctionalInterface
public interface NodeListener {
    /** Called on the client's network thread: must return soon and must not block. */
    void onChange(NodeState state);
}
