package io.paxosstore.sim.entity;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A physical change of an entity's data: what an entry carries (Rule W1). */
public sealed interface Effect {
    /** A number is this one now. */
    record Put(Cell cell, long value) implements Effect {}

    /** The queue has one more element, under this sequence. */
    record Push(long sequence, long element) implements Effect {}

    /** The queue's oldest element is gone; it had this sequence. */
    record Remove(long sequence) implements Effect {}

    /** The table's row of this key is this one now, as a whole; nothing if it is deleted. */
    record PutRow(long key, Optional<Row> row) implements Effect {}

    /** The bytes of one effect: what it is, three numbers. */
    int BYTES = 1 + 3 * Long.BYTES;

    /** Stands for a row; the columns that it has are added. */
    int ROW = 3;

    /**
     * An entry's changes: the number of the evaluation that made them, then the effects in order.
     */
    static byte[] encode(long evaluation, List<Effect> effects) {
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES + BYTES * effects.size());
        out.putLong(evaluation);
        for (Effect effect : effects) {
            switch (effect) {
                case Put put -> put(out, 0, put.cell().index(), put.value(), 0);
                case Push push -> put(out, 1, push.sequence(), push.element(), 0);
                case Remove remove -> put(out, 2, remove.sequence(), 0, 0);
                case PutRow(long key, Optional<Row> put) -> {
                    Row row = put.orElse(Row.NONE);
                    int what = ROW + row.columns();
                    put(out, what, /* first= */ key, /* second= */ row.first(), row.second());
                }
            }
        }
        return out.array();
    }

    private static void put(ByteBuffer out, int what, long first, long second, long third) {
        out.put((byte) what).putLong(first).putLong(second).putLong(third);
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
            long third = in.getLong();
            effects.add(
                    switch (what) {
                        case 0 -> new Put(Cell.of((int) first), second);
                        case 1 -> new Push(first, second);
                        case 2 -> new Remove(first);
                        case ROW -> new PutRow(first, Optional.empty());
                        default ->
                                new PutRow(first, Optional.of(new Row(what - ROW, second, third)));
                    });
        }
        return effects;
    }
}
