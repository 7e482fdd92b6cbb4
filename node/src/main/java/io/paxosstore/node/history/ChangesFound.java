package io.paxosstore.node.history;

import io.paxosstore.protocol.model.ChangedObjects;

import java.util.List;

/**
 * The answer to a {@link ChangeQuestion}.
 *
 * @param changes of the first entry and those that follow it, none left out; empty if the first one
 *     is not there
 * @param next where the entry after them is to be looked for
 */
public record ChangesFound(List<ChangedObjects> changes, long next) {
    /** Nothing is there. */
    public static final ChangesFound NONE = new ChangesFound(List.of(), ChangeMedium.NOWHERE);

    /** Takes a copy of the changes. */
    public ChangesFound {
        changes = List.copyOf(changes);
    }
}
