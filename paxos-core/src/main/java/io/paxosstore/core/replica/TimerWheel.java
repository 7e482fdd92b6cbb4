package io.paxosstore.core.replica;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Holds items until a time of their own, to the millisecond, rounded up: never less long, also when
 * the process stood still meanwhile. Adding and firing cost the same however many there are. Not
 * thread-safe.
 */
final class TimerWheel<T> {
    private static final int SLOTS = 1024;
    static final long SLOT_NANOS = 1_000_000L;

    /** The farthest time ahead that can be asked for. */
    static final long SPAN_NANOS = (SLOTS - 2) * SLOT_NANOS;

    /** An item with its time. */
    private record Timed<T>(T item, long atNanos) {}

    /**
     * What is due in the same millisecond. An array that is left behind is emptied: arrays grow old
     * in the heap, and a collector of young objects keeps all that old ones refer to, also those
     * that nobody refers to any more.
     */
    private static final class Slot<T> {
        private static final int ITEMS_INITIAL = 16;
        private static final @Nullable Object[] NO_ITEMS = {};

        private @Nullable Object[] items = NO_ITEMS;
        private int size;

        boolean isEmpty() {
            return size == 0;
        }

        void add(T item) {
            if (size == items.length) {
                @Nullable Object[] full = items;
                items = Arrays.copyOf(full, Math.max(ITEMS_INITIAL, 2 * size));
                Arrays.fill(full, null);
            }
            items[size] = item;
            size++;
        }

        /** Passes everything on; what is added meanwhile stays. */
        void drainTo(Consumer<T> due) {
            int count = size;
            @Nullable Object[] drained = items;
            items = NO_ITEMS;
            size = 0;
            for (int i = 0; i < count; i++) {
                due.accept(item(drained[i]));
                drained[i] = null;
            }
            if (size == 0) {
                items = drained;
            }
        }

        @SuppressWarnings("unchecked")
        private T item(@Nullable Object item) {
            return (T) Objects.requireNonNull(item);
        }
    }

    private final List<Slot<T>> slots = new ArrayList<>(SLOTS);

    /** Items beyond the wheel's span as long as overdue ones keep the wheel from turning. */
    private List<Timed<T>> beyond = new ArrayList<>();

    private long currentSlot = Long.MIN_VALUE;
    private int size;

    TimerWheel() {
        for (int i = 0; i < SLOTS; i++) {
            slots.add(new Slot<>());
        }
    }

    /** Adds an item, at most {@link #SPAN_NANOS} ahead; one that is added twice fires twice. */
    void add(T item, long nowNanos, long atNanos) {
        turnTo(Math.floorDiv(nowNanos, SLOT_NANOS));
        long slot = Math.max(Math.ceilDiv(atNanos, SLOT_NANOS), currentSlot + 1);
        if (slot >= currentSlot + SLOTS) {
            beyond.add(new Timed<>(item, atNanos));
        } else {
            slots.get(Math.floorMod(slot, SLOTS)).add(item);
            size++;
        }
    }

    /** Passes slots in which nothing is: otherwise the span would end short of what it says. */
    private void turnTo(long nowSlot) {
        if (size == 0) {
            currentSlot = Math.max(currentSlot, nowSlot);
        }
        while (currentSlot < nowSlot
                && slots.get(Math.floorMod(currentSlot + 1, SLOTS)).isEmpty()) {
            currentSlot++;
        }
    }

    /** Takes out everything that is due and passes it on; what is added meanwhile stays. */
    void fire(long nowNanos, Consumer<T> due) {
        long nowSlot = Math.floorDiv(nowNanos, SLOT_NANOS);
        while (currentSlot < nowSlot && size > 0) {
            currentSlot++;
            Slot<T> slot = slots.get(Math.floorMod(currentSlot, SLOTS));
            size -= slot.size;
            slot.drainTo(due);
        }
        currentSlot = Math.max(currentSlot, nowSlot);
        List<Timed<T>> waiting = beyond;
        if (!waiting.isEmpty()) {
            beyond = new ArrayList<>();
            for (Timed<T> one : waiting) {
                if (one.atNanos() <= nowNanos) {
                    due.accept(one.item());
                } else {
                    add(one.item(), nowNanos, one.atNanos());
                }
            }
        }
    }

    /** When something is due next; {@link Long#MAX_VALUE} when the wheel is empty. */
    long nextNanos() {
        if (size == 0) {
            return Long.MAX_VALUE;
        }
        long slot = currentSlot + 1;
        while (slots.get(Math.floorMod(slot, SLOTS)).isEmpty()) {
            slot++;
        }
        return slot * SLOT_NANOS;
    }
}
