package io.paxosstore.console;

/**
 * Another node of the cluster.
 *
 * @param host name or address
 * @param adminPort where its console is
 */
public record Neighbour(int id, String host, int adminPort) {}
