package io.paxosstore.node.balance;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.List;

/**
 * What slots carry at one node: how many requests of clients it serves there, and how many bytes it
 * holds where it votes.
 *
 * <pre>
 *  question = u8 = 1
 *  answer   = u8 = 2, u8 whether the sizes are known (0 or 1), varint count, slot ...
 *  slot     = varint slot - the slot before, varint requests in 1,000 seconds, varint bytes
 * </pre>
 *
 * <p>Slots ascend; the first is counted from -1; those without requests and bytes are left out. A
 * frame of peers carries the bytes, with its checksum: at most some 300 KB. Immutable.
 */
public sealed interface LoadReport {
    /** What does each slot carry at the other node? */
    record Question() implements LoadReport {}

    /**
     * This is what they carry at the node that says so.
     *
     * @param knowsBytes whether it has looked at all that it holds since its start
     * @param slots in ascending order
     */
    record Answer(boolean knowsBytes, List<OfSlot> slots) implements LoadReport {
        /** Checks everything, and copies the list. */
        public Answer {
            slots = List.copyOf(slots);
            int last = -1;
            for (OfSlot each : slots) {
                boolean fits =
                        each.slot() > last
                                && each.slot() < Slots.COUNT
                                && each.milliRequests() >= 0
                                && each.bytes() >= 0;
                if (!fits) {
                    throw new IllegalArgumentException(
                            "A load of slot "
                                    + each.slot()
                                    + " after slot "
                                    + last
                                    + " cannot be.");
                }
                last = each.slot();
            }
        }
    }

    /**
     * Of one slot.
     *
     * @param milliRequests requests in 1,000 seconds, as at present
     * @param bytes that the node holds, as far as it has looked
     */
    record OfSlot(int slot, long milliRequests, long bytes) {}

    /** The bytes of the format above. */
    default byte[] encode() {
        ByteWriter out = new ByteWriter(64);
        switch (this) {
            case Question _ -> out.putByte(1);
            case Answer answer -> {
                out.putByte(2).putByte(answer.knowsBytes() ? 1 : 0);
                out.putVarint(answer.slots().size());
                int last = -1;
                for (OfSlot each : answer.slots()) {
                    out.putVarint(each.slot() - last).putVarint(each.milliRequests());
                    out.putVarint(each.bytes());
                    last = each.slot();
                }
            }
        }
        return out.toBytes();
    }

    /**
     * Reads a question or an answer.
     *
     * @throws MalformedBytesException if the bytes are neither
     */
    static LoadReport decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int kind = in.getByte();
        LoadReport report =
                switch (kind) {
                    case 1 -> new Question();
                    case 2 -> answer(in);
                    default ->
                            throw new MalformedBytesException(
                                    "A report of loads is of the unknown kind " + kind + ".");
                };
        in.end();
        return report;
    }

    private static Answer answer(ByteReader in) {
        int knows = in.getByte();
        int count = in.getCount();
        if (knows > 1 || count > Slots.COUNT) {
            throw new MalformedBytesException(
                    "Loads of " + count + " slots, known as " + knows + ", cannot be.");
        }
        List<OfSlot> slots = new ArrayList<>(count);
        long last = -1;
        for (int i = 0; i < count; i++) {
            last += in.getIntVarint();
            slots.add(
                    new OfSlot(
                            (int) Math.min(last, Integer.MAX_VALUE),
                            in.getVarint(),
                            in.getVarint()));
        }
        try {
            return new Answer(knows == 1, slots);
        } catch (IllegalArgumentException e) {
            throw new MalformedBytesException(String.valueOf(e.getMessage()));
        }
    }
}
