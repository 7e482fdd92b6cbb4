package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.AppendedElements;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * A page of an entity's image.
 *
 * <pre>
 *  u8 format (1) | u8 flags (1 first, 2 last, 4 appended elements; first only) | varint index |
 *  head (first): bytes metadata, see {@link EntityMeta}; number and sequence are the sender's
 *  varint above (appended elements)
 *  varint count | per record: bytes key, bytes value
 * </pre>
 *
 * @param index of the page, from 0
 * @param last whether it is the last page
 * @param head what the image is of; null but for the first page
 * @param records the next records in the order of their keys
 */
public record ImagePage(
        int index, boolean last, @Nullable Head head, List<EntityChanges.Put> records) {
    private static final int FORMAT = 1;
    private static final int FIRST = 1;
    private static final int LAST = 2;
    private static final int APPENDED = 4;

    /**
     * Most bytes of all records of appended elements together, which both ends hold in memory; more
     * are sent as a whole image.
     */
    public static final int APPENDED_BYTES_MAX = 4 << 20;

    /**
     * What an image is of.
     *
     * @param applied the entry whose state it is
     * @param checksum the checksum there
     * @param above the version whose holder lacks what comes, see {@link AppendedElements}; 0 if it
     *     is the whole image
     */
    public record Head(AppliedEntry applied, int checksum, long above) {
        /** Whether it is no whole image. */
        boolean isOfAppended() {
            return above > 0 && above < applied.entry();
        }
    }

    /** The first page. */
    static byte[] encodeFirst(
            boolean last, EntityMeta meta, long above, List<EntityChanges.Put> records) {
        ByteWriter out = new ByteWriter(1024);
        out.putByte(FORMAT).putByte(FIRST | (last ? LAST : 0) | (above > 0 ? APPENDED : 0));
        out.putVarint(0).putBytes(meta.encode());
        if (above > 0) {
            out.putVarint(above);
        }
        return encode(out, records);
    }

    /** A later page. */
    static byte[] encode(int index, boolean last, List<EntityChanges.Put> records) {
        ByteWriter out = new ByteWriter(1024);
        out.putByte(FORMAT).putByte(last ? LAST : 0).putVarint(index);
        return encode(out, records);
    }

    private static byte[] encode(ByteWriter out, List<EntityChanges.Put> records) {
        out.putVarint(records.size());
        for (EntityChanges.Put record : records) {
            out.putBytes(record.key()).putBytes(record.value());
        }
        return out.toBytes();
    }

    /**
     * The page of these bytes.
     *
     * @throws MalformedBytesException if they are none
     */
    public static ImagePage decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int format = in.getByte();
        int flags = in.getByte();
        if (format != FORMAT || flags > (FIRST | LAST | APPENDED)) {
            throw new MalformedBytesException(
                    "An image page has the format " + format + " and the flags " + flags + ".");
        }
        long index = in.getVarint();
        boolean first = (flags & FIRST) != 0;
        boolean appended = (flags & APPENDED) != 0;
        if (index < 0 || index > Integer.MAX_VALUE || (index == 0) != first) {
            throw new MalformedBytesException("An image page has the index " + index + ".");
        }
        Head head = null;
        if (first) {
            EntityMeta meta = EntityMeta.decode(in.getBytes());
            head = new Head(meta.applied(), meta.checksum(), appended ? in.getVarint() : 0);
        }
        if (appended && (head == null || !head.isOfAppended())) {
            throw new MalformedBytesException("A page of appended elements is above nothing.");
        }
        int count = in.getCount();
        List<EntityChanges.Put> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(new EntityChanges.Put(in.getBytes(), in.getBytes()));
        }
        in.end();
        return new ImagePage((int) index, (flags & LAST) != 0, head, records);
    }
}
