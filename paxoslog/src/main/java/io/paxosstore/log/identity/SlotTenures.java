package io.paxosstore.log.identity;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.SortedMap;

/**
 * Since when this node votes in each slot, and where it does not any more: what it wrote of a slot
 * before it left counts no more, wherever a copy of it may still lie (Rules M4, M10). Immutable.
 *
 * <p>A tenure is the time from a node's coming to a slot to its leaving. It has the number of the
 * incarnation in which the node came, 0 if it has voted there from the beginning; every record of a
 * later tenure names it. No two tenures of a slot have the same number: whoever voted there in an
 * incarnation begins another one before it comes again.
 */
public final class SlotTenures {
    /** The node votes from the beginning wherever it does. */
    public static final SlotTenures FIRST = new SlotTenures(new int[0]);

    private static final int LEFT = -1;

    // By slot; empty when all are 0.
    private final int[] numbers;

    private SlotTenures(int[] numbers) {
        this.numbers = numbers;
    }

    static SlotTenures of(SortedMap<Integer, SlotRecord> records) {
        int[] numbers = new int[Slots.ALL];
        records.forEach((slot, record) ->
                numbers[slot] = record.standing() == SlotStanding.NONE ? LEFT : record.tenure());
        return Arrays.stream(numbers).allMatch(number -> number == 0)
                ? FIRST
                : new SlotTenures(numbers);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SlotTenures that && Arrays.equals(numbers, that.numbers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(numbers);
    }

    /** What a record of this entity that is written now has to name; 0 for nothing. */
    public int of(EntityKey key) {
        return numbers.length == 0 ? 0 : Math.max(0, numbers[Slots.of(key)]);
    }

    /** Whether a record counts: the node votes in the entity's slot, and wrote it since it came. */
    public boolean counts(EntityKey key, int tenure) {
        return numbers.length == 0 ? tenure == 0 : numbers[Slots.of(key)] == tenure;
    }

    /** Whether the node is known to vote in the slot no more. */
    public boolean isLeft(int slot) {
        return numbers.length != 0 && numbers[slot] == LEFT;
    }

    /** Whether it votes no more in some slot. */
    public boolean isAnyLeft() {
        return Arrays.stream(numbers).anyMatch(number -> number == LEFT);
    }
}
