package io.paxosstore.node.call;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

/**
 * Which names of keys or entities are wanted: in the order of their slots' places, and within a
 * slot in the order of their bytes.
 *
 * @param space the space's number
 * @param place of the first slot, see {@link Slots#place}; below {@link Slots#COUNT}
 * @param from of that slot, names below this one are not wanted
 * @param prefix what all names begin with
 * @param keysMax most names of the answer, at least 1
 * @param valueBytesMax how much values may bring, if they are wanted, about; 0 if they are not
 * @param deadlineNanos when nobody waits for it any more, on the monotonic clock
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
public record KeysQuery(
        int space,
        int place,
        byte[] from,
        byte[] prefix,
        int keysMax,
        int valueBytesMax,
        long deadlineNanos) {
    /** Asks for names alone. */
    public KeysQuery(
            int space, int place, byte[] from, byte[] prefix, int keysMax, long deadlineNanos) {
        this(space, place, from, prefix, keysMax, 0, deadlineNanos);
    }

    /** The slot where the answer begins. */
    public int slot() {
        return Slots.atPlace(place);
    }

    /** Whether a name is one of them, unless it lies before the begin. */
    public boolean wants(EntityKey key) {
        return key.isOf(space, prefix);
    }
}
