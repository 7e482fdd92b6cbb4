package io.paxosstore.core;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Holds items until a time of their own, to the millisecond, rounded up. Adding and firing cost the
 * same however many there are. Not thread-safe.
 */
final class TimerWheel<T> {
    private static final int SLOTS = 1024;
    static final long SLOT_NANOS = 1_000_000L;

    /** The farthest time ahead that can be asked for. */
    static final long SPAN_NANOS = (SLOTS - 2) * SLOT_NANOS;

    private final List<List<T>> slots = new ArrayList<>(SLOTS);
    private long currentSlot = Long.MIN_VALUE;
    private int size;

    TimerWheel() {
        for (int i = 0; i < SLOTS; i++) {
            slots.add(new ArrayList<>());
        }
    }

    /** Adds an item, at most {@link #SPAN_NANOS} ahead; one that is added twice fires twice. */
    void add(T item, long nowNanos, long atNanos) {
        if (size == 0) {
            currentSlot = Math.floorDiv(nowNanos, SLOT_NANOS);
        }
        long wanted = Math.ceilDiv(atNanos, SLOT_NANOS);
        long slot = Math.clamp(wanted, currentSlot + 1, currentSlot + SLOTS - 1);
        slots.get(Math.floorMod(slot, SLOTS)).add(item);
        size++;
    }

    /** Takes out everything that is due and passes it on; what is added meanwhile stays. */
    void fire(long nowNanos, Consumer<T> due) {
        long nowSlot = Math.floorDiv(nowNanos, SLOT_NANOS);
        while (currentSlot < nowSlot && size > 0) {
            currentSlot++;
            List<T> slot = slots.get(Math.floorMod(currentSlot, SLOTS));
            if (!slot.isEmpty()) {
                List<T> firing = List.copyOf(slot);
                size -= firing.size();
                slot.clear();
                firing.forEach(due);
            }
        }
        currentSlot = Math.max(currentSlot, nowSlot);
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
