package io.paxosstore.node.slot;

/**
 * One epoch of a slot.
 *
 * @param slot its number
 * @param epoch from 1
 */
public record SlotEpoch(int slot, int epoch) {}
