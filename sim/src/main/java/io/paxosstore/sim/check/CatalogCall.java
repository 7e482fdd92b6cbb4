package io.paxosstore.sim.check;

import io.paxosstore.protocol.model.SpaceKind;

/** What a client asks of the catalog of spaces, however many attempts that takes. */
public sealed interface CatalogCall {
    /** Creates a space. */
    record Create(String name, SpaceKind kind, boolean ifNotExists) implements CatalogCall {}

    /** Drops a space. */
    record Drop(String name) implements CatalogCall {}

    /** Asks for the space of a name. */
    record Open(String name) implements CatalogCall {}

    /** Asks for all spaces. */
    record ListAll() implements CatalogCall {}

    /** Whether it may change the catalog. */
    default boolean isChange() {
        return this instanceof Create || this instanceof Drop;
    }
}
