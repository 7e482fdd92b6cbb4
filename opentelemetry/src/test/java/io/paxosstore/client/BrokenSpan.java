package io.paxosstore.client;

import io.paxosstore.protocol.model.TraceContext;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;

/** Fails in whatever it is asked for later than at the call's beginning. */
final class BrokenSpan implements CallSpan {
    @Override
    public @Nullable TraceContext context() {
        return null;
    }

    @Override
    public void sentAgain(int attempt, InetSocketAddress node) {
        throw new IllegalStateException("planted");
    }

    @Override
    public void end(CallReport report, @Nullable InetSocketAddress node) {
        throw new IllegalStateException("planted");
    }
}
