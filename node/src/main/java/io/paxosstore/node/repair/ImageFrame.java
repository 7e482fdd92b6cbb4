package io.paxosstore.node.repair;

import io.paxosstore.protocol.key.EntityKey;

/** How an entity's image travels from one node to another (Rules C1, C2). */
public sealed interface ImageFrame {
    /** The sender's number for the image. */
    long id();

    /**
     * A page, in order.
     *
     * @param index from 0
     * @param bytes as the engine made it
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Page(long id, EntityKey key, int index, byte[] bytes) implements ImageFrame {}

    /**
     * Asks for the page after those that have come.
     *
     * @param index the page's; {@link #WHOLE} for another image, in place of appended elements;
     *     {@link #NONE} for no more of this one
     */
    record Next(long id, int index) implements ImageFrame {
        /** Asks for the whole image: page 0 comes without being asked for otherwise. */
        static final int WHOLE = 0;

        /** No image has so many pages: who does not know what this means takes no notice of it. */
        static final int NONE = Integer.MAX_VALUE;
    }
}
