package io.paxosstore.node.host;

/** What kind of request a token stands for. */
public enum Operation {
    WRITE,
    READ,
    /** The node's own wish to bring an entity up to date. */
    RECOVER
}
