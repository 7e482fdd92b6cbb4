package io.paxosstore.node.scan;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.util.Arrays;

/**
 * Names of a space that follow each other in the order of their slots' places and, within a slot,
 * of their bytes.
 *
 * @param space the space's number
 * @param prefix what all names begin with
 * @param first the place of the first slot
 * @param from of that slot, names below this one are none of them
 * @param last the place of the last slot, at least {@code first}
 * @param to of that slot, names from this one on are none of them; empty for the whole slot
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
public record KeyRange(int space, byte[] prefix, int first, byte[] from, int last, byte[] to) {
    /** Whether a name of the slot at a place is one of them. */
    boolean has(int place, EntityKey key) {
        byte[] name = key.key();
        return key.isOf(space, prefix)
                && (place != first || Arrays.compareUnsigned(name, from) >= 0)
                && (place != last || to.length == 0 || Arrays.compareUnsigned(name, to) < 0);
    }

    /** Whether the slot at a place is among theirs. */
    public boolean hasPlace(int place) {
        return place >= first && place <= last;
    }

    /** Whether all makes sense. */
    public boolean isValid() {
        return first <= last && last < Slots.COUNT;
    }
}
