package io.paxosstore.client;

import io.paxosstore.protocol.key.Slots;

import java.util.Arrays;

/**
 * Where a scan over keys or entities goes on: in the order of their slots' places, those of one
 * slot in the order of their bytes. It is the same on all nodes, whatever becomes of the cluster
 * meanwhile.
 *
 * <pre>
 *  as the beginning of a {@link Cursor}: u8 254 | u16 place | name; its end is the prefix
 * </pre>
 *
 * @param place of the slot; {@link Slots#COUNT} at the end
 * @param from the first name that is left of that slot
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record KeyPlace(int place, byte[] from) {
    private static final byte[] FIRST = {};

    /** Begins no key in UTF-8, so that cursors of other scans are told from these, as a rule. */
    private static final byte KIND = (byte) 254;

    private static final int HEAD_BYTES = 1 + Short.BYTES;

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
        byte[] bytes = new byte[HEAD_BYTES + from.length];
        bytes[0] = KIND;
        bytes[1] = (byte) (place >>> Byte.SIZE);
        bytes[2] = (byte) place;
        System.arraycopy(from, 0, bytes, HEAD_BYTES, from.length);
        return new Cursor(bytes, prefix);
    }

    /**
     * The place that a cursor names.
     *
     * @param prefix of the cursor
     * @throws IllegalArgumentException if it is not one of a scan over keys or entities
     */
    static KeyPlace of(Cursor cursor, byte[] prefix) {
        byte[] bytes = cursor.from();
        if (bytes.length >= HEAD_BYTES && bytes[0] == KIND) {
            int place = ((bytes[1] & 0xff) << Byte.SIZE) | (bytes[2] & 0xff);
            byte[] from = Arrays.copyOfRange(bytes, HEAD_BYTES, bytes.length);
            KeyPlace named = new KeyPlace(place, from);
            boolean isOfName = from.length == 0 || of(from).place == place;
            if (isOfName && place >= first(prefix).place && !named.isEnd(prefix)) {
                return named;
            }
        }
        throw new IllegalArgumentException(
                "This is no cursor of a scan over keys or entities; use one that such a scan of the"
                        + " same space returned.");
    }
}
