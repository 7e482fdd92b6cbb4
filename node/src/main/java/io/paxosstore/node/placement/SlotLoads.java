package io.paxosstore.node.placement;

import io.paxosstore.protocol.key.Slots;

import java.util.Arrays;

/**
 * What the slots of a cluster carry, of each slot once, whoever serves it: requests per second, and
 * bytes at one voter. Immutable; arrays are copied.
 */
public final class SlotLoads {
    private final double[] requests;
    private final long[] bytes;

    /**
     * @param requests by slot, per second, at least 0
     * @param bytes by slot, at one voter, at least 0
     * @throws IllegalArgumentException when there are too few or too many, or one is negative
     */
    public SlotLoads(double[] requests, long[] bytes) {
        boolean fits =
                requests.length == Slots.COUNT
                        && bytes.length == Slots.COUNT
                        && Arrays.stream(requests).allMatch(each -> each >= 0 && each < 1e15)
                        && Arrays.stream(bytes).allMatch(each -> each >= 0);
        if (!fits) {
            throw new IllegalArgumentException(
                    "Loads are given of each of the "
                            + Slots.COUNT
                            + " slots, in requests per second and bytes, from 0.");
        }
        this.requests = requests.clone();
        this.bytes = bytes.clone();
    }

    /** Requests per second of a slot. */
    public double requests(int slot) {
        return requests[slot];
    }

    /** Bytes of a slot at one voter. */
    public long bytes(int slot) {
        return bytes[slot];
    }

    /** Requests per second of all slots. */
    public double requests() {
        return Arrays.stream(requests).sum();
    }

    /** Bytes of all slots, each counted once. */
    public double bytes() {
        return Arrays.stream(bytes).asDoubleStream().sum();
    }
}
