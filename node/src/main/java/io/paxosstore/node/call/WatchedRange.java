package io.paxosstore.node.call;

/** A range that is watched, or is about to be. On its watcher's loop only. */
public interface WatchedRange {
    /**
     * The watcher's connection has taken so much.
     *
     * @param bytes as they came with {@link Watcher#push}
     */
    void confirm(int bytes);

    /** The watcher wants no more of it. */
    void end();
}
