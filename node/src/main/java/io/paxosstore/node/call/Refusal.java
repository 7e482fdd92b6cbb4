package io.paxosstore.node.call;

import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;

/** Why no shard has seen a call. A front end puts it into its own words. */
public sealed interface Refusal {
    /** The node takes nothing new: it stops. */
    record Draining() implements Refusal {}

    /**
     * The node does not serve yet.
     *
     * @param waiting what it waits for, for people, without a full stop
     */
    record NotReady(int nodeId, String waiting) implements Refusal {}

    /** The key, or the entity's id, is too long. */
    record KeyTooLarge(int bytes, int bytesMax) implements Refusal {}

    /** The value is too long. */
    record ValueTooLarge(int bytes, int bytesMax) implements Refusal {}

    /** There is no space of this id. */
    record UnknownSpace(int space) implements Refusal {}

    /** The space is of another kind than the call needs. */
    record WrongKind(SpaceInfo space, SpaceKind wanted) implements Refusal {}

    /**
     * The list of spaces did not say whether there is such a space.
     *
     * @param sentence why, for people
     */
    record NoCatalog(FailureCode code, String sentence) implements Refusal {}
}
