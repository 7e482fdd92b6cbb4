package io.paxosstore.client;

/** Who takes the events of one watch. Called on the network thread; must not block. */
interface WatchSink {
    /**
     * Takes an event.
     *
     * @return whether there is room for more; if not, {@link WatchEngine#resume} says when there is
     */
    boolean onEvent(WatchEvent event);

    /** The watch has ended, not by {@link WatchEngine#cancel}. */
    void onClosed(WatchEvent.Closed closed);
}
