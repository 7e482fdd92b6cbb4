package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Finds attempts by correlation id: the lower bits name a slot, the upper ones count how many ids
 * were given, so that a late answer of a slot's earlier user is told apart. Bounded by the calls in
 * flight times the attempts of each. Not thread-safe.
 */
final class AttemptTable {
    private static final int SLOT_BITS = 20;
    private static final int SLOTS_MAX = 1 << SLOT_BITS;
    private static final int SLOTS_INITIAL = 64;

    private @Nullable Attempt[] attempts = new @Nullable Attempt[SLOTS_INITIAL];
    private int[] freeSlots = new int[SLOTS_INITIAL];
    private int freeCount;
    private long counter;

    AttemptTable() {
        addFree(0);
    }

    /** Gives the attempt a correlation id, never 0. */
    void register(Attempt attempt) {
        if (freeCount == 0) {
            grow();
        }
        int slot = freeSlots[--freeCount];
        attempts[slot] = attempt;
        attempt.correlation = ++counter << SLOT_BITS | slot;
    }

    /** The attempt that waits for this answer; null when none does any more. */
    @Nullable Attempt find(long correlation) {
        int slot = (int) (correlation & (SLOTS_MAX - 1));
        Attempt attempt = slot < attempts.length ? attempts[slot] : null;
        return attempt != null && attempt.correlation == correlation ? attempt : null;
    }

    /** Forgets a registered attempt. */
    void release(Attempt attempt) {
        int slot = (int) (attempt.correlation & (SLOTS_MAX - 1));
        attempts[slot] = null;
        freeSlots[freeCount++] = slot;
    }

    private void grow() {
        int used = attempts.length;
        if (used == SLOTS_MAX) {
            throw new IllegalStateException("More than " + SLOTS_MAX + " attempts at once");
        }
        attempts = Arrays.copyOf(attempts, used * 2);
        freeSlots = new int[used * 2];
        addFree(used);
    }

    private void addFree(int from) {
        for (int slot = attempts.length - 1; slot >= from; slot--) {
            freeSlots[freeCount++] = slot;
        }
    }
}
