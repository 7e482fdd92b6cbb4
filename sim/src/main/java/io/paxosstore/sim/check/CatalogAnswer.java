package io.paxosstore.sim.check;

import java.util.SortedMap;

/** What a client was told about the catalog of spaces. */
public sealed interface CatalogAnswer {
    /** The space that was created or opened. */
    record One(int id) implements CatalogAnswer {}

    /** The ids of all spaces by name. */
    record All(SortedMap<String, Integer> ids) implements CatalogAnswer {}

    /** The space is dropped. */
    record Dropped() implements CatalogAnswer {}

    /** Another space has the name. */
    record Exists() implements CatalogAnswer {}

    /** No space has the name. */
    record Unknown() implements CatalogAnswer {}
}
