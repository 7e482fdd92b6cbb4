package io.paxosstore.redis.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What one call of a SCAN command returns: the first elements in the order of their positions, as
 * many as there is room for. The least position that was left out is where the next call begins, so
 * elements of one position are kept or left out together. Not thread-safe.
 */
public final class ScanWindow<E> {
    /** The end of a window that has left nothing out. */
    public static final long NO_END = Long.MAX_VALUE;

    private final long bytesMax;
    private final TreeMap<Long, List<Kept<E>>> kept = new TreeMap<>();
    private long elementsMax;
    private long elements;
    private long bytes;
    private long end = NO_END;

    private record Kept<E>(E element, long bytes) {}

    /**
     * A window.
     *
     * @param elementsMax how many elements it has room for
     * @param bytesMax how many bytes
     */
    public ScanWindow(long elementsMax, long bytesMax) {
        this.elementsMax = elementsMax;
        this.bytesMax = bytesMax;
    }

    /** Changes for how many elements there is room; what has been left out stays out. */
    public void elementsMax(long most) {
        elementsMax = most;
    }

    /**
     * Takes up one element; the last ones go as long as there is no room for all.
     *
     * @param position below {@link #NO_END}
     * @param itsBytes what it takes
     * @return false if it lies behind the end
     */
    public boolean add(long position, E element, long itsBytes) {
        if (position >= end) {
            return false;
        }
        kept.computeIfAbsent(position, _ -> new ArrayList<>(1)).add(new Kept<>(element, itsBytes));
        elements++;
        bytes += itsBytes;
        while (kept.size() > 1 && isTooLarge()) {
            removeLast();
        }
        return true;
    }

    /** Whether there is more than there is room for: then all of it has one position. */
    public boolean isTooLarge() {
        return elements > elementsMax || bytes > bytesMax;
    }

    private void removeLast() {
        Map.Entry<Long, List<Kept<E>>> last = kept.lastEntry();
        kept.remove(last.getKey());
        end = last.getKey();
        for (Kept<E> one : last.getValue()) {
            elements--;
            bytes -= one.bytes();
        }
    }

    /** The least position that was left out; {@link #NO_END} if none was. */
    public long end() {
        return end;
    }

    /** How many bytes the elements have. */
    public long bytes() {
        return bytes;
    }

    /** Gives the elements in their order. */
    public void forEach(Consumer<? super E> taker) {
        for (List<Kept<E>> alike : kept.values()) {
            for (Kept<E> one : alike) {
                taker.accept(one.element());
            }
        }
    }
}
