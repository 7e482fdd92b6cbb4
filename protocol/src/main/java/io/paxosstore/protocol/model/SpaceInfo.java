package io.paxosstore.protocol.model;

/**
 * One space of a cluster.
 *
 * @param id its number, at least 1; never used again after the space is dropped
 * @param name its name
 * @param kind the model it serves
 */
public record SpaceInfo(int id, String name, SpaceKind kind) {}
