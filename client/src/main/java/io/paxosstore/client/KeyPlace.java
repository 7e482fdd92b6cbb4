package io.paxosstore.client;

import io.paxosstore.protocol.key.Slots;

import java.util.Arrays;

/**
 * Where a scan over keys or entities goes on: in the order of their slots' places, those of one
 * slot in the order of their bytes. It is the same on all nodes, whatever becomes of the cluster
 * meanwhile.
 *
 * <pre>
 *  as the beginning of a {@link Cursor}: u16 place | name; its end is the prefix of all names
 * </pre>
 *
 * @param place of the slot; {@link Slots#COUNT} at the end
 * @param from the first name that is left of that slot
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record KeyPlace(int place, byte[] from) {
    private static final byte[] FIRST = {};

    /** The place of the first name with a prefix. */
    static KeyPlace first(byte[] prefix) {
        int place = Slots.isTagged(prefix) ? Slots.place(Slots.of(prefix)) : 0;
        return new KeyPlace(place, FIRST);
    }

    /** The place of a name. */
    static KeyPlace of(byte[] name) {
        return new KeyPlace(Slots.place(Slots.of(name)), name);
    }

    /** Whether no name with this prefix is left. */
    boolean isEnd(byte[] prefix) {
        int end = Slots.isTagged(prefix) ? first(prefix).place + 1 : Slots.COUNT;
        return place >= end;
    }

    Cursor cursor(byte[] prefix) {
        byte[] bytes = new byte[Short.BYTES + from.length];
        bytes[0] = (byte) (place >>> Byte.SIZE);
        bytes[1] = (byte) place;
        System.arraycopy(from, 0, bytes, Short.BYTES, from.length);
        return new Cursor(bytes, prefix);
    }

    /**
     * The place that a cursor names.
     *
     * @throws IllegalArgumentException if it is not one of a scan over keys or entities
     */
    static KeyPlace of(Cursor cursor) {
        byte[] bytes = cursor.from();
        int place =
                bytes.length < Short.BYTES
                        ? Slots.COUNT
                        : ((bytes[0] & 0xff) << Byte.SIZE) | (bytes[1] & 0xff);
        if (place >= Slots.COUNT) {
            throw new IllegalArgumentException(
                    "This is no cursor of a scan over keys or entities; use one that such a scan"
                            + " of the same space returned.");
        }
        return new KeyPlace(place, Arrays.copyOfRange(bytes, Short.BYTES, bytes.length));
    }
}
