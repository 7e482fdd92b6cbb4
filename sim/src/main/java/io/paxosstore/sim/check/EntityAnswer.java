package io.paxosstore.sim.check;

import io.paxosstore.sim.entity.EntityResult;
import io.paxosstore.sim.entity.EntityState;

/** What a client was told about one entity with several objects. */
public sealed interface EntityAnswer {
    /** A write's answer. */
    record Written(EntityResult result) implements EntityAnswer {}

    /**
     * A read's answer.
     *
     * @param entry the entry it reflects
     * @param state all objects
     */
    record Seen(long entry, EntityState state) implements EntityAnswer {}
}
