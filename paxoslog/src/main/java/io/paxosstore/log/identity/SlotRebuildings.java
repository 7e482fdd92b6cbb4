package io.paxosstore.log.identity;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.util.Arrays;

/**
 * Which slots are being rebuilt (Rule M4): of their entities those alone vote that were rebuilt
 * since. Immutable.
 *
 * <p>Each rebuilding of a slot has a number of its own, by which whoever remembers what was rebuilt
 * finds out that it counts no more.
 */
public final class SlotRebuildings {
    /** No slot is. */
    public static final SlotRebuildings NONE = new SlotRebuildings(new int[0], 0);

    /** What {@link #of} says of a slot that is not being rebuilt. */
    public static final int NO_REBUILDING = 0;

    // By slot; empty when no slot is being rebuilt.
    private final int[] numbers;
    private final int last;

    private SlotRebuildings(int[] numbers, int last) {
        this.numbers = numbers;
        this.last = last;
    }

    /**
     * The number of the rebuilding under way in a slot; {@link #NO_REBUILDING} when there is none.
     */
    public int of(int slot) {
        return numbers.length == 0 ? NO_REBUILDING : numbers[slot];
    }

    /**
     * The number of the rebuilding under way in an entity's slot; quick when there is none at all.
     */
    public int of(EntityKey key) {
        return numbers.length == 0 ? NO_REBUILDING : numbers[Slots.of(key)];
    }

    /** Whether a slot is being rebuilt. */
    public boolean isUnderWay(int slot) {
        return of(slot) != NO_REBUILDING;
    }

    /** Whether an entity's slot is being rebuilt; quick when there is none at all. */
    public boolean isUnderWay(EntityKey key) {
        return of(key) != NO_REBUILDING;
    }

    /** Whether no slot is being rebuilt. */
    public boolean isNone() {
        return numbers.length == 0;
    }

    /** The same with the next number for these slots, whether or not they have one now. */
    SlotRebuildings begun(int[] slots) {
        if (slots.length == 0) {
            return this;
        }
        int[] next = numbers.length == 0 ? new int[Slots.ALL] : numbers.clone();
        for (int slot : slots) {
            next[slot] = last + 1;
        }
        return new SlotRebuildings(next, last + 1);
    }

    /** The same without these slots. */
    SlotRebuildings ended(int[] slots) {
        if (Arrays.stream(slots).noneMatch(this::isUnderWay)) {
            return this;
        }
        int[] next = numbers.clone();
        for (int slot : slots) {
            next[slot] = NO_REBUILDING;
        }
        boolean none = Arrays.stream(next).allMatch(number -> number == NO_REBUILDING);
        return new SlotRebuildings(none ? new int[0] : next, last);
    }
}
