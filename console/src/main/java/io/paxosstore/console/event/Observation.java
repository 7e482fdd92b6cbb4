package io.paxosstore.console.event;

import java.util.Map;
import java.util.Set;

/**
 * What a node saw at a moment of itself and of the cluster.
 *
 * @param millis since 1970
 * @param problems that it has now, by the name of what was checked
 * @param connected the other nodes that it is connected to, by id
 * @param members all nodes of the cluster: of each the id, and how it stands there, such as
 *     "active"
 * @param standing of its own store, such as "whole"
 * @param isMoving whether slots are to move or move
 * @param movesSay how far the moves are, in words
 */
public record Observation(
        long millis,
        Map<String, Problem> problems,
        Set<Integer> connected,
        Map<Integer, String> members,
        String standing,
        boolean isMoving,
        String movesSay) {
    /** Copies the collections. */
    public Observation {
        problems = Map.copyOf(problems);
        connected = Set.copyOf(connected);
        members = Map.copyOf(members);
    }
}
