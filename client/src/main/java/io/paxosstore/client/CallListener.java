package io.paxosstore.client;

/**
 * Is told of every call that has ended, for metrics and the like; see {@link
 * PaxosStore#addCallListener}.
 */
@FunctionalInterface
public interface CallListener {
    /**
     * A call has ended; its caller is told next. Called on the client's network thread, or on the
     * caller's if the client did not take the call: must be thread-safe, return soon and not block.
     */
    void onEnd(CallReport report);
}
