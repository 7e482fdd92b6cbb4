package io.paxosstore.log;

import io.paxosstore.protocol.key.EntityKey;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Gives each of the first {@link #SPACES_MAX} spaces that come a cell of its own, and the others
 * one together: what is counted by space takes bounded memory, and makes a bounded number of series
 * for Prometheus. A cell is never taken back. Written by one thread, read by any.
 */
public final class SpaceCells {
    /** Spaces that have cells of their own. */
    public static final int SPACES_MAX = 128;

    /** The number that stands for all other spaces: that of the system, which has no cell. */
    public static final int OTHERS = EntityKey.SYSTEM_SPACE;

    /** Twice as many as are used, and a power of two: a space is found after a probe or two. */
    private static final int OWN = 2 * SPACES_MAX;

    /** How many cells there are: that of the others is the last one. */
    public static final int COUNT = OWN + 1;

    /** Spreads the numbers of spaces, which follow each other, by multiplication. */
    private static final int SPREAD = 0x9E3779B9;

    /** Where a free cell has {@link #OTHERS}. */
    private final AtomicIntegerArray spaces = new AtomicIntegerArray(OWN);

    private int spacesHeld;

    /** The cell of a space that is not the system's; for the one thread that writes. */
    public int of(int space) {
        int cell = (space * SPREAD) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(OWN));
        while (true) {
            int held = spaces.getPlain(cell);
            if (held == space) {
                return cell;
            }
            if (held == OTHERS) {
                if (spacesHeld == SPACES_MAX) {
                    return OWN;
                }
                spacesHeld++;
                spaces.setOpaque(cell, space);
                return cell;
            }
            cell = (cell + 1) % OWN;
        }
    }

    /**
     * The space of a cell, or {@link #OTHERS}; for whoever has read, with acquire, what the writer
     * wrote for the cell with release.
     */
    public int space(int cell) {
        return cell == OWN ? OTHERS : spaces.getOpaque(cell);
    }
}
