package io.paxosstore.node.space;

import io.paxosstore.core.RequestId;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;

import java.util.List;
import java.util.function.Consumer;

/** What may be asked of the catalog. The answer comes on the catalog's loop. */
public sealed interface CatalogRequest {
    /** Told how it ended. */
    Consumer<Answer> answer();

    /**
     * What makes a change exactly one, however often and wherever it is asked for (Rules E1 to E3).
     *
     * @param id the same for all attempts
     * @param settledFloor the stamp up to which the client asks for nothing again; below the id's
     * @param deadlineNanos on the monotonic clock: a change that still waits then is not begun
     */
    record Once(RequestId id, long settledFloor, long deadlineNanos) {}

    /** Asks for a change of the catalog. */
    sealed interface Change extends CatalogRequest {
        /** The space's. */
        String name();

        /** The change's identity. */
        Once once();
    }

    /** Creates a space. */
    record Create(
            String name, SpaceKind kind, boolean ifNotExists, Once once, Consumer<Answer> answer)
            implements Change {}

    /** Drops a space. */
    record Drop(String name, Once once, Consumer<Answer> answer) implements Change {}

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

        /**
         * Not done: the catalog has forgotten changes of this client, up to a stamp (Rule E2).
         *
         * @param forgottenStamp at or below which nothing is done
         */
        record Expired(long forgottenStamp) implements Answer {}

        /** Not done, or not known to be done, as the code says; with one sentence. */
        record Failed(FailureCode code, String sentence) implements Answer {}
    }
}
