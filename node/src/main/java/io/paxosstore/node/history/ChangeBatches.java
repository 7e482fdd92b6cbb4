package io.paxosstore.node.history;

import java.nio.ByteBuffer;

/**
 * Changes one after the other, each with its length (u32) before it; so they are handed over and
 * kept. Stateless.
 */
public final class ChangeBatches {
    /** What a change takes in a batch besides its own bytes. */
    public static final int LENGTH_BYTES = Integer.BYTES;

    private ChangeBatches() {}

    /** Is shown where a change lies in a batch. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Is shown one.
         *
         * @param at its place for {@link ChangeFormat}
         */
        void change(ByteBuffer batch, int at);
    }

    /** Shows all changes, the oldest first. */
    public static void forEach(ByteBuffer batch, Visitor visitor) {
        int at = batch.position();
        while (batch.limit() - at > LENGTH_BYTES) {
            int length = batch.getInt(at);
            visitor.change(batch, at + LENGTH_BYTES);
            at += LENGTH_BYTES + length;
        }
    }
}
