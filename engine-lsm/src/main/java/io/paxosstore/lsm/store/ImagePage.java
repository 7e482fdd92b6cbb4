package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.ByteReader;
import io.paxosstore.lsm.model.ByteWriter;
import io.paxosstore.lsm.model.MalformedRecordException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * A page of an entity's image.
 *
 * <pre>
 *  u8 format (1) | u8 flags (1 first, 2 last) | varint index |
 *  head (first): bytes metadata, see {@link EntityMeta}; number and sequence are the sender's
 *  varint count | per record: bytes key, bytes value
 * </pre>
 *
 * @param index of the page, from 0
 * @param last whether it is the last page
 * @param head what the image is of; null but for the first page
 * @param records the next records in the order of their keys
 */
public record ImagePage(int index, boolean last, @Nullable Head head, List<KeyValue> records) {
    private static final int FORMAT = 1;
    private static final int FIRST = 1;
    private static final int LAST = 2;

    /**
     * What an image is of.
     *
     * @param applied the entry whose state it is
     * @param checksum the checksum there
     */
    public record Head(AppliedEntry applied, int checksum) {}

    /** A record. */
    @SuppressWarnings("ArrayRecordComponent") // on its way to a write batch
    public record KeyValue(byte[] key, byte[] value) {}

    static byte[] encode(
            int index, boolean last, @Nullable EntityMeta meta, List<KeyValue> records) {
        ByteWriter out = new ByteWriter(1024);
        out.putByte(FORMAT).putByte((meta != null ? FIRST : 0) | (last ? LAST : 0));
        out.putVarint(index);
        if (meta != null) {
            out.putBytes(meta.encode());
        }
        out.putVarint(records.size());
        for (KeyValue record : records) {
            out.putBytes(record.key()).putBytes(record.value());
        }
        return out.toBytes();
    }

    /**
     * The page of these bytes.
     *
     * @throws MalformedRecordException if they are none
     */
    public static ImagePage decode(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        int format = in.getByte();
        int flags = in.getByte();
        if (format != FORMAT || flags > (FIRST | LAST)) {
            throw new MalformedRecordException(
                    "An image page has the format " + format + " and the flags " + flags + ".");
        }
        long index = in.getVarint();
        if (index < 0 || index > Integer.MAX_VALUE || (index == 0) != ((flags & FIRST) != 0)) {
            throw new MalformedRecordException("An image page has the index " + index + ".");
        }
        Head head = null;
        if ((flags & FIRST) != 0) {
            EntityMeta meta = EntityMeta.decode(in.getBytes());
            head = new Head(meta.applied(), meta.checksum());
        }
        int count = in.getCount();
        List<KeyValue> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(new KeyValue(in.getBytes(), in.getBytes()));
        }
        in.end();
        return new ImagePage((int) index, (flags & LAST) != 0, head, records);
    }
}
