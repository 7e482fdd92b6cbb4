package io.paxosstore.node.space;

import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;

import java.util.List;
import java.util.function.Consumer;

/** What may be asked of the catalog. The answer comes on the catalog's loop. */
public sealed interface CatalogRequest {
    /** Told how it ended. */
    Consumer<Answer> answer();

    /** Creates a space. */
    record Create(
            String name,
            SpaceKind kind,
            boolean ifNotExists,
            Catalog.Creator creator,
            Consumer<Answer> answer)
            implements CatalogRequest {}

    /**
     * Drops a space.
     *
     * @param repeated whether an earlier attempt may have dropped it already
     */
    record Drop(String name, boolean repeated, Consumer<Answer> answer) implements CatalogRequest {}

    /** Asks for the space of a name. */
    record Open(String name, Consumer<Answer> answer) implements CatalogRequest {}

    /** Asks for all spaces. */
    record ListAll(Consumer<Answer> answer) implements CatalogRequest {}

    /** Only wants this node's copy to be as new as the moment of asking. */
    record Refresh(Consumer<Answer> answer) implements CatalogRequest {}

    /** How a request ended. */
    sealed interface Answer {
        /** The space created or opened. */
        record One(SpaceInfo space) implements Answer {}

        /** All spaces, by name. */
        record All(List<SpaceInfo> spaces) implements Answer {}

        /** Done; there is nothing to tell. */
        record Done() implements Answer {}

        /** Not done, or not known to be done, as the code says; with one sentence. */
        record Failed(FailureCode code, String sentence) implements Answer {}
    }
}
