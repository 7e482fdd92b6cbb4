package io.paxosstore.node.topology;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;

import java.util.ArrayList;
import java.util.List;

/**
 * How a node that drives learns in which slots another one is whole (Rule M6): it names slots in
 * the epochs that it knows, and is told those of them in which the other one is whole, in these
 * very epochs. An answer that is lost is asked for again; it stays true.
 *
 * <pre>
 *  question = u8 = 1, list          which of these are you whole in?
 *  answer   = u8 = 2, list          I am in these; it says nothing of others
 *  nowhere  = u8 = 3, no list       in none: my store has lost its disk and is being rebuilt
 *  list     = varint count, (varint slot - the slot before, varint epoch) ...
 * </pre>
 *
 * <p>Slots ascend; the first is counted from -1. A frame of peers carries the bytes, with its
 * checksum. Immutable.
 */
public sealed interface SlotReports {
    /** The greatest number of slots in one question or answer. */
    int SLOTS_MAX = 1_024;

    /** What is asked, or said, in ascending order of the slots. */
    List<SlotEpoch> slots();

    /** Which of these is the other node whole in? */
    record Question(List<SlotEpoch> slots) implements SlotReports {
        /** Checks everything, and copies the list. */
        public Question {
            slots = checked(slots);
        }
    }

    /** The node that says so is whole in these. */
    record Answer(List<SlotEpoch> slots) implements SlotReports {
        /** Checks everything, and copies the list. */
        public Answer {
            slots = checked(slots);
        }
    }

    /** The store of the node that says so is being rebuilt. */
    record Nowhere() implements SlotReports {
        @Override
        public List<SlotEpoch> slots() {
            return List.of();
        }
    }

    private static List<SlotEpoch> checked(List<SlotEpoch> slots) {
        if (slots.size() > SLOTS_MAX) {
            throw new IllegalArgumentException(
                    slots.size() + " slots are reported at once; at most " + SLOTS_MAX + " are.");
        }
        int last = -1;
        for (SlotEpoch each : slots) {
            boolean fits =
                    each.slot() > last
                            && each.slot() <= Slots.SYSTEM
                            && each.epoch() >= 1
                            && each.epoch() <= SlotConfiguration.EPOCH_MAX;
            if (!fits) {
                throw new IllegalArgumentException(
                        "A report of slot "
                                + each.slot()
                                + " in epoch "
                                + each.epoch()
                                + " after slot "
                                + last
                                + " cannot be.");
            }
            last = each.slot();
        }
        return List.copyOf(slots);
    }

    /** The bytes of the format above. */
    default byte[] encode() {
        ByteWriter out = new ByteWriter(16 + 8 * slots().size());
        out.putByte(
                switch (this) {
                    case Question _ -> 1;
                    case Answer _ -> 2;
                    case Nowhere _ -> 3;
                });
        if (this instanceof Nowhere) {
            return out.toBytes();
        }
        out.putVarint(slots().size());
        int last = -1;
        for (SlotEpoch each : slots()) {
            out.putVarint(each.slot() - last).putVarint(each.epoch());
            last = each.slot();
        }
        return out.toBytes();
    }

    /**
     * Reads a question or an answer.
     *
     * @throws MalformedBytesException if the bytes are neither
     */
    static SlotReports decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int kind = in.getByte();
        if (kind == 3) {
            in.end();
            return new Nowhere();
        }
        int count = in.getCount();
        if (count > SLOTS_MAX) {
            throw new MalformedBytesException(
                    count + " slots are reported at once; at most " + SLOTS_MAX + " are.");
        }
        List<SlotEpoch> slots = new ArrayList<>(count);
        long last = -1;
        for (int i = 0; i < count; i++) {
            last += in.getIntVarint();
            slots.add(new SlotEpoch((int) Math.min(last, Integer.MAX_VALUE), in.getVarint()));
        }
        in.end();
        try {
            return switch (kind) {
                case 1 -> new Question(slots);
                case 2 -> new Answer(slots);
                default ->
                        throw new MalformedBytesException(
                                "A report of slots is of the unknown kind " + kind + ".");
            };
        } catch (IllegalArgumentException e) {
            throw new MalformedBytesException(String.valueOf(e.getMessage()));
        }
    }
}
