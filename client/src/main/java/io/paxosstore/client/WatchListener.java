package io.paxosstore.client;

/** Is told by a {@link Watch}. */
@FunctionalInterface
public interface WatchListener {
    /**
     * Called for one event after the other, never for two of a watch at the same time. It may take
     * its time and may block; meanwhile the watch keeps what comes, up to its limit.
     */
    void onEvent(WatchEvent event);
}
