package io.paxosstore.sim.check;

import io.paxosstore.protocol.model.SpaceKind;

/** What one attempt of a client asks of the catalog of spaces. */
public sealed interface CatalogCall {
    /**
     * Creates a space.
     *
     * @param creator the call, whose attempts all have the same
     */
    record Create(String name, SpaceKind kind, boolean ifNotExists, long creator)
            implements CatalogCall {}

    /**
     * Drops a space.
     *
     * @param repeated whether an earlier attempt may have done so
     */
    record Drop(String name, boolean repeated) implements CatalogCall {}

    /** Asks for the space of a name. */
    record Open(String name) implements CatalogCall {}

    /** Asks for all spaces. */
    record ListAll() implements CatalogCall {}

    /** Whether it may change the catalog. */
    default boolean isChange() {
        return this instanceof Create || this instanceof Drop;
    }
}
