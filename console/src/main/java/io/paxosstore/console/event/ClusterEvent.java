package io.paxosstore.console.event;

/**
 * Something that happened, as one node saw it.
 *
 * @param millis since 1970
 * @param kind a word for it, such as "node_lost"
 * @param says what happened, as a sentence
 */
public record ClusterEvent(long millis, String kind, String says) {}
