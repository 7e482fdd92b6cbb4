package io.paxosstore.log.identity;

/**
 * What is true of a store or not, as {@link StoreIdentity} records it: bits 1, 2, 4 and 8.
 *
 * @param reborn whether the node has ever lost a store, or part of one, or this one was made before
 *     slots had the right to entry 1
 * @param open whether it was opened and not closed since; a killed node leaves it so
 * @param entered whether it has ever entered an epoch of a slot: then the file SLOTS must be there
 * @param rejoined whether the node has stood, since it lost its store, in all epochs of a topology
 *     that it read then (Rule M8); of a store that rebuilds only
 */
public record StoreFlags(boolean reborn, boolean open, boolean entered, boolean rejoined) {
    private static final int REBORN = 1;
    private static final int OPEN = 2;
    private static final int ENTERED = 4;
    private static final int REJOINED = 8;

    static StoreFlags of(int bits) {
        return new StoreFlags(
                (bits & REBORN) != 0,
                (bits & OPEN) != 0,
                (bits & ENTERED) != 0,
                (bits & REJOINED) != 0);
    }

    int bits() {
        return (reborn ? REBORN : 0)
                | (open ? OPEN : 0)
                | (entered ? ENTERED : 0)
                | (rejoined ? REJOINED : 0);
    }

    StoreFlags withReborn(boolean is) {
        return new StoreFlags(is, open, entered, rejoined);
    }

    StoreFlags withOpen(boolean is) {
        return new StoreFlags(reborn, is, entered, rejoined);
    }

    StoreFlags withEntered() {
        return new StoreFlags(reborn, open, true, rejoined);
    }

    StoreFlags withRejoined(boolean is) {
        return new StoreFlags(reborn, open, entered, is);
    }
}
