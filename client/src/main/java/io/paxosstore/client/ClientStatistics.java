package io.paxosstore.client;

/**
 * Figures of a client, as of now.
 *
 * @param callsOpen calls that have not ended, those that wait for room included
 * @param reconnects how often a node was connected again after its connection was lost, since the
 *     client was made
 * @param watchEventsQueued events of all watches that nobody has taken yet
 */
public record ClientStatistics(int callsOpen, long reconnects, long watchEventsQueued) {}
