package io.paxosstore.console;

import org.jspecify.annotations.Nullable;

/** What a node holds of its spaces at one moment. */
@FunctionalInterface
public interface SpacesHeld {
    /** Of one space; null if that has no figure of its own. */
    @Nullable Held of(int space);

    /**
     * What is held of a space.
     *
     * @param keys keys, removed ones included, or entities
     * @param bytes on the node's disk; of entities about, and null before that is known
     */
    record Held(long keys, @Nullable Long bytes) {}
}
