package io.paxosstore.node.peer;

import io.paxosstore.node.slot.SlotFrame;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ConfigurationCodec;
import io.paxosstore.protocol.topology.SlotChange;

/** What nodes tell each other of slots as bytes; docs/peer-protocol.md draws it. */
final class SlotCodec {
    private SlotCodec() {}

    static void write(ByteWriter out, SlotChange entered) {
        out.putVarint(entered.slot());
        ConfigurationCodec.put(entered.configuration(), out);
    }

    static SlotFrame readAsk(ByteReader in) {
        return new SlotFrame.Ask(readSlot(in));
    }

    static SlotFrame readTold(ByteReader in) {
        int slot = readSlot(in);
        try {
            return new SlotFrame.Told(new SlotChange(slot, ConfigurationCodec.get(in)));
        } catch (IllegalArgumentException e) {
            throw new MalformedBytesException("Slot " + slot + " cannot be so: " + e.getMessage());
        }
    }

    private static int readSlot(ByteReader in) {
        int slot = in.getIntVarint();
        if (slot > Slots.SYSTEM) {
            throw new MalformedBytesException("There is no slot " + slot + ".");
        }
        return slot;
    }
}
