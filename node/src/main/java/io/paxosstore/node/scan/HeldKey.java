package io.paxosstore.node.scan;

import io.paxosstore.protocol.key.EntityKey;

import java.util.Arrays;

/**
 * A key as this node holds it.
 *
 * @param place of its slot
 * @param version the newest entry known to be chosen; 0 for none
 * @param isSettled whether that is all that is held of it
 * @param bytes about how many bytes its value has
 */
record HeldKey(int place, EntityKey key, long version, boolean isSettled, int bytes)
        implements Comparable<HeldKey> {
    @Override
    public int compareTo(HeldKey other) {
        return place != other.place
                ? Integer.compare(place, other.place)
                : Arrays.compareUnsigned(key.key(), other.key.key());
    }

    byte[] name() {
        return key.key();
    }

    /** The same where nothing is known of a later version. */
    HeldKey unsettled() {
        return new HeldKey(place, key, version, false, bytes);
    }
}
