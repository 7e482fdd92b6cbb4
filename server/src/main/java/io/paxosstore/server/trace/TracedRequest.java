package io.paxosstore.server.trace;

import io.paxosstore.protocol.model.TraceContext;

/**
 * A request that has ended, as its trace is to show it. It says nothing of keys and values.
 *
 * @param parent the client's span
 * @param operation the name of its frame, as KV_READ
 * @param model what it was about: key_value, entity, space or cluster
 * @param space the name of the space; empty for what is about none, or one that is not known
 * @param startEpochNanos when it was read, in nanoseconds since 1970
 * @param nanos from then to its answer
 * @param ending how it ended
 */
public record TracedRequest(
        TraceContext parent,
        String operation,
        String model,
        String space,
        long startEpochNanos,
        long nanos,
        Ending ending) {
    /**
     * How a request ended.
     *
     * @param outcome one word: {@code answered}, {@code unanswered}, or why it failed
     * @param fault whose fault that is
     */
    public record Ending(String outcome, Fault fault) {}

    /** Whose fault it is that a request has no result. */
    public enum Fault {
        /** It has one. */
        NONE,
        /** The client's: it asked for what there is not, or what may not be. */
        CLIENT,
        /** The node's or the cluster's. */
        SERVER
    }
}
