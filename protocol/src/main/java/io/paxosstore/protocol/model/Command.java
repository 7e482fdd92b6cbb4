package io.paxosstore.protocol.model;

/** A write a client asks for; what it means is known to the model's state machine alone. */
public interface Command {
    /**
     * Whether it can only make the data smaller, apart from the entry that says so: a node that is
     * short of room takes nothing else.
     */
    default boolean onlyRemoves() {
        return false;
    }

    /** About how many bytes it brings along: what it costs to send and to write. */
    default int contentBytes() {
        return 0;
    }
}
