package io.paxosstore.client;

import io.paxosstore.protocol.model.TraceContext;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;

/**
 * A call as its {@link CallTracer} sees it. Its methods are called one after the other, those about
 * what becomes of it on the client's network thread, and must return soon.
 */
public interface CallSpan {
    /**
     * What requests of the call say of it to servers that want to know; null, or a context that is
     * not sampled, for nothing. Asked once, when the call begins.
     */
    @Nullable TraceContext context();

    /**
     * The call is sent once more, to the same or another node.
     *
     * @param attempt 2 for the first of these
     * @param node as the cluster names it, not resolved
     */
    void sentAgain(int attempt, InetSocketAddress node);

    /**
     * The call has ended; its caller is told next. Called on the caller's thread if the client did
     * not take the call.
     *
     * @param node that has answered, or was asked last, not resolved; null if it was never sent
     */
    void end(CallReport report, @Nullable InetSocketAddress node);
}
