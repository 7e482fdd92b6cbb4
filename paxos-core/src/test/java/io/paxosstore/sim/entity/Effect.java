package io.paxosstore.sim.entity;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A physical change of an entity's data: what an entry carries (Rule W1). */
public sealed interface Effect {
    /** A number is this one now. */
    record Put(Cell cell, long value) implements Effect {}

    /** The queue has one more element, under this sequence. */
    record Push(long sequence, long element) implements Effect {}

    /** The queue's oldest element is gone; it had this sequence. */
    record Remove(long sequence) implements Effect {}

    /** The bytes of one effect: what it is, two numbers. */
    int BYTES = 1 + 2 * Long.BYTES;

    /**
     * An entry's changes: the number of the evaluation that made them, then the effects in order.
     */
    static byte[] encode(long evaluation, List<Effect> effects) {
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES + BYTES * effects.size());
        out.putLong(evaluation);
        for (Effect effect : effects) {
            switch (effect) {
                case Put put -> put(out, 0, put.cell().index(), put.value());
                case Push push -> put(out, 1, push.sequence(), push.element());
                case Remove remove -> put(out, 2, remove.sequence(), 0);
            }
        }
        return out.array();
    }

    private static void put(ByteBuffer out, int what, long first, long second) {
        out.put((byte) what).putLong(first).putLong(second);
    }

    /** The effects among an entry's changes; none for a no-op. */
    static List<Effect> decode(byte[] changes) {
        List<Effect> effects = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(changes);
        if (changes.length > 0) {
            in.getLong();
        }
        while (in.hasRemaining()) {
            byte what = in.get();
            long first = in.getLong();
            long second = in.getLong();
            effects.add(
                    switch (what) {
                        case 0 -> new Put(Cell.of((int) first), second);
                        case 1 -> new Push(first, second);
                        default -> new Remove(first);
                    });
        }
        return effects;
    }
}
