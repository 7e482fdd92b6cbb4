package io.paxosstore.cli.top;

/**
 * The requests of a kind, of all nodes.
 *
 * @param operation "write" or "read"
 * @param model such as "sorted set"
 * @param pace as many as at all nodes together, as fast as at the slowest
 */
record ModelRow(String operation, String model, Pace pace) {}
