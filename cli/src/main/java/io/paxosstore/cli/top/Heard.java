package io.paxosstore.cli.top;

import io.paxosstore.cli.progress.Progress;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * All that was heard of a cluster.
 *
 * @param millis now, since 1970
 * @param nodes by their ids
 * @param shape as it was told last; null before that
 * @param shapeAgeMillis how long ago that was
 * @param catchingUp how far nodes are that lag behind, as far as that was seen
 * @param nobody why none of the nodes that were named could be asked, in a sentence; empty if one
 *     could, or before that is known
 */
record Heard(
        long millis,
        List<Voice> nodes,
        @Nullable Shape shape,
        long shapeAgeMillis,
        List<Progress> catchingUp,
        String nobody) {
    /** Copies the lists. */
    Heard {
        nodes = List.copyOf(nodes);
        catchingUp = List.copyOf(catchingUp);
    }
}
