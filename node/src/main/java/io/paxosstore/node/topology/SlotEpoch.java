package io.paxosstore.node.topology;

/**
 * A slot in one epoch.
 *
 * @param slot from 0 to {@link io.paxosstore.protocol.key.Slots#SYSTEM}
 * @param epoch from 1
 */
public record SlotEpoch(int slot, long epoch) {}
