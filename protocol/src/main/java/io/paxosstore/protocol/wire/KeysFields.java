package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.key.Slots;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The bodies of LIST_KEYS, READ_KEYS, KEYS_LISTED and KEYS_READ. */
final class KeysFields {
    /** Next place, length of the next name, count. */
    static final int FIXED_BYTES = 8;

    /** Version, expiry, length of the value. */
    private static final int VALUE_BYTES = 20;

    private KeysFields() {}

    static int bytes(Response.KeysListed listed) {
        int bytes = FIXED_BYTES + listed.nextFrom().length;
        for (byte[] key : listed.keys()) {
            bytes += Short.BYTES + key.length;
        }
        return bytes;
    }

    static int bytes(Response.KeysRead read) {
        int bytes = FIXED_BYTES + read.nextFrom().length;
        for (ReadKey key : read.keys()) {
            byte[] value = key.value();
            bytes += Short.BYTES + 1 + key.name().length;
            bytes += value == null ? 0 : VALUE_BYTES + value.length;
        }
        return bytes;
    }

    private static void putHead(ByteBuffer out, int nextPlace, byte[] nextFrom, int count) {
        if (count > Wire.KEYS_MAX) {
            throw new IllegalArgumentException(
                    "%d keys do not fit; the limit is %d.".formatted(count, Wire.KEYS_MAX));
        }
        out.putShort((short) nextPlace);
        Fields.putShort(out, nextFrom);
        out.putInt(count);
    }

    static void put(ByteBuffer out, Response.KeysListed listed) {
        putHead(out, listed.nextPlace(), listed.nextFrom(), listed.keys().size());
        listed.keys().forEach(key -> Fields.putShort(out, key));
    }

    static void put(ByteBuffer out, Response.KeysRead read) {
        putHead(out, read.nextPlace(), read.nextFrom(), read.keys().size());
        for (ReadKey key : read.keys()) {
            byte[] value = key.value();
            Fields.putShort(out, key.name());
            out.put((byte) (value == null ? 0 : 1));
            if (value != null) {
                out.putLong(key.version()).putLong(key.expiresAtMillis());
                Fields.putLong(out, value);
            }
        }
    }

    static void put(ByteBuffer out, Request.ListKeys list) {
        out.putInt(list.deadlineMillis()).putInt(list.space());
        out.putShort((short) list.place()).putInt(list.keysMax());
        Fields.putShort(out, list.from());
        Fields.putShort(out, list.prefix());
        if (list.valueBytesMax() > 0) {
            out.putInt(list.valueBytesMax());
        }
    }

    static Request getRequest(long correlation, boolean isRead, ByteBuffer in)
            throws MalformedFrameException {
        int deadlineMillis = Fields.getCount(in, "deadline");
        int space = Fields.getInt(in);
        int place = Fields.getUnsignedShort(in);
        if (place >= Slots.COUNT) {
            throw new MalformedFrameException(
                    "A list of keys begins at place "
                            + place
                            + "; places are 0 to "
                            + (Slots.COUNT - 1)
                            + ".");
        }
        int keysMax = Fields.getCount(in, "count");
        if (keysMax < 1 || keysMax > Wire.KEYS_MAX) {
            throw new MalformedFrameException(
                    "A list of " + keysMax + " keys is asked for; use 1 to " + Wire.KEYS_MAX + ".");
        }
        byte[] from = Fields.getShortBytes(in);
        byte[] prefix = Fields.getShortBytes(in);
        int bytes = isRead ? Fields.getCount(in, "bytes of values") : 0;
        if (isRead && bytes == 0) {
            throw new MalformedFrameException("Values of no bytes are to be read.");
        }
        return new Request.ListKeys(
                correlation, deadlineMillis, space, place, from, prefix, keysMax, bytes);
    }

    private static int getPlace(ByteBuffer in) throws MalformedFrameException {
        int place = Fields.getUnsignedShort(in);
        if (place > Slots.COUNT) {
            throw new MalformedFrameException("A list of keys ends at place " + place + ".");
        }
        return place;
    }

    private static int getCount(ByteBuffer in) throws MalformedFrameException {
        int count = Fields.getCount(in, "count");
        if (count > Wire.KEYS_MAX) {
            throw new MalformedFrameException("A list has " + count + " keys.");
        }
        return count;
    }

    static Response getListed(long correlation, ByteBuffer in) throws MalformedFrameException {
        int nextPlace = getPlace(in);
        byte[] nextFrom = Fields.getShortBytes(in);
        int count = getCount(in);
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(Fields.getShortBytes(in));
        }
        return new Response.KeysListed(correlation, nextPlace, nextFrom, keys);
    }

    static Response getRead(long correlation, ByteBuffer in) throws MalformedFrameException {
        int nextPlace = getPlace(in);
        byte[] nextFrom = Fields.getShortBytes(in);
        int count = getCount(in);
        List<ReadKey> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] name = Fields.getShortBytes(in);
            keys.add(
                    Fields.getBoolean(in)
                            ? new ReadKey(
                                    name,
                                    Fields.getLong(in),
                                    Fields.getLong(in),
                                    Fields.getLongBytes(in))
                            : ReadKey.unread(name));
        }
        return new Response.KeysRead(correlation, nextPlace, nextFrom, keys);
    }
}
