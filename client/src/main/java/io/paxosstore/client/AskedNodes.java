package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.util.BitSet;

/**
 * The nodes that were asked in this round, by their {@link Node#index}. A round ends when a node is
 * asked again: then it is the first of the next. However many nodes there are, none is taken for
 * another. Owned by the network thread.
 */
final class AskedNodes {
    /** The first nodes, one bit each: few clusters have more, and every call has such a set. */
    private long first;

    private @Nullable BitSet others;

    boolean contains(int index) {
        if (index < Long.SIZE) {
            return (first & 1L << index) != 0;
        }
        return others != null && others.get(index - Long.SIZE);
    }

    /** A node is asked: again if it is one of this round, which then ends. */
    void ask(int index) {
        if (contains(index)) {
            clear();
        }
        add(index);
    }

    /** A node belongs to this round, which goes on even if it did before. */
    void add(int index) {
        if (index < Long.SIZE) {
            first |= 1L << index;
            return;
        }
        if (others == null) {
            others = new BitSet();
        }
        others.set(index - Long.SIZE);
    }

    /** Whether none was asked in this round. */
    boolean isEmpty() {
        return first == 0 && (others == null || others.isEmpty());
    }

    /** As if this node had not been asked in this round. */
    void forget(int index) {
        if (index < Long.SIZE) {
            first &= ~(1L << index);
        } else if (others != null) {
            others.clear(index - Long.SIZE);
        }
    }

    /** A new round begins. */
    void clear() {
        first = 0;
        others = null;
    }
}
