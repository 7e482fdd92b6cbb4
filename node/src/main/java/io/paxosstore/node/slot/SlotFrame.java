package io.paxosstore.node.slot;

import io.paxosstore.protocol.topology.SlotChange;

/** What nodes tell each other about the epochs of slots (Rule M1). */
public sealed interface SlotFrame {
    /**
     * Asks in which epoch of a slot the other node stands.
     *
     * @param slot its number
     */
    record Ask(int slot) implements SlotFrame {}

    /**
     * The sender has entered this epoch of a slot, or a later one.
     *
     * @param entered the slot, and its configuration
     */
    record Told(SlotChange entered) implements SlotFrame {}
}
