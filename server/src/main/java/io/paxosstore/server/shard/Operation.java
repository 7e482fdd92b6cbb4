package io.paxosstore.server.shard;

/** What kind of request a token stands for. */
public enum Operation {
    WRITE,
    READ
}
