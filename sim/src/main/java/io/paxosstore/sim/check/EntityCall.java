package io.paxosstore.sim.check;

import io.paxosstore.sim.entity.EntityCommand;

/** What a client asks of one entity with several objects. */
public sealed interface EntityCall {
    /** A linearizable read of all objects at once. */
    record Read() implements EntityCall {}

    /** A write. */
    record Write(EntityCommand command) implements EntityCall {}
}
