package io.paxosstore.redis.type;

import java.util.Arrays;
import java.util.List;

/** Finds the elements of a list that equal one. Used once. */
final class ListMatches implements ListElements.Visitor {
    private final byte[] wanted;
    private final long most;
    private long count;
    private long first = Long.MAX_VALUE;
    private long last = -1;

    /**
     * @param most after so many it ends; 0 or less for all
     */
    ListMatches(byte[] wanted, long most) {
        this.wanted = wanted;
        this.most = most;
    }

    @Override
    public boolean visit(long index, byte[] element) {
        if (Arrays.equals(element, wanted)) {
            count++;
            first = Math.min(first, index);
            last = Math.max(last, index);
        }
        return most <= 0 || count < most;
    }

    /** How many there are. */
    long count() {
        return count;
    }

    /** The least index of one. */
    long first() {
        return first;
    }

    /** The greatest index of one. */
    long last() {
        return last;
    }

    /** The elements that are none. */
    List<byte[]> without(List<byte[]> elements) {
        return elements.stream().filter(element -> !Arrays.equals(element, wanted)).toList();
    }
}
