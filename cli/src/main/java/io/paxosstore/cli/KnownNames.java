package io.paxosstore.cli;

import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SpaceInfo;

import java.util.List;

/** Names that are in a cluster, as far as they are found at once: somebody waits at a terminal. */
interface KnownNames {
    /** Spaces. */
    List<SpaceInfo> spaces();

    /** Ids of entities, in no order. */
    List<String> entities(String space, String prefix);

    /**
     * Objects of an entity, in their order.
     *
     * @param entity written {@code SPACE:ID}
     */
    List<Result.Name> objects(String entity, String prefix);
}
