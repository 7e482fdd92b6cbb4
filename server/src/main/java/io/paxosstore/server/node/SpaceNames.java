package io.paxosstore.server.node;

import io.paxosstore.log.SpaceCells;
import io.paxosstore.protocol.model.SpaceInfo;

import org.jspecify.annotations.Nullable;

import java.util.function.IntFunction;

/**
 * How spaces are called in metrics. Thread-safe if the function is.
 *
 * @param spaces the space of a number; null if it is not there, or not known yet
 */
record SpaceNames(IntFunction<@Nullable SpaceInfo> spaces) {
    /** All that have no figures of their own together: no space can be called so. */
    static final String OTHERS = "(others)";

    /** The name for a number; null if there is no such space, as when it was dropped. */
    @Nullable String of(int space) {
        if (space == SpaceCells.OTHERS) {
            return OTHERS;
        }
        SpaceInfo known = spaces.apply(space);
        return known == null ? null : known.name();
    }
}
