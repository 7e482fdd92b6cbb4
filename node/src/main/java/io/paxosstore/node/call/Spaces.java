package io.paxosstore.node.call;

import io.paxosstore.protocol.model.SpaceInfo;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/** This node's copy of the list of spaces. From any thread. */
public interface Spaces {
    /**
     * Whether a majority was asked for the list since the start; before, the copy is what this node
     * knew when it was stopped.
     */
    boolean isLoaded();

    /** The space of an id; null if the copy has none. */
    @Nullable SpaceInfo space(int id);

    /** Whether there may be a space of this id, which the copy has not, now or later. */
    boolean mayComeToBe(int id);

    /**
     * Makes the copy as new as this moment.
     *
     * @param answer told on any loop when it is, with null, or why it is not
     */
    void refresh(Consumer<Refusal.@Nullable NoCatalog> answer);
}
