package io.paxosstore.log.record;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.ValueId;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Encodes the records of data files. Not thread-safe.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |          checksum: CRC32C(head) XOR placement mask            |
 * +-----------------------------------------------+---------------+
 * |          length, without padding              |     flags     |
 * +-----------------------------------------------+---------------+
 * |  varints: key length, space, entry, zigzag(entry - version),  |
 * |  promised, accepted (unless SAME_NUMBERS), stamp (if STAMPED),|
 * |  tenure (if TENURED)                                          |
 * +---------------------------------------------------------------+
 * |  HAS_VALUE: varints proposer, incarnation, sequence; u32 crc  |
 * +---------------------------------------------------------------+
 * |  key                                                          |
 * +---------------------------------------------------------------+
 * |  HAS_VALUE: payload                  zero padding to 8 bytes  |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Big-endian. The head is everything from the length to the end of the key; the payload is
 * covered by the value's own CRC32C, which is part of the head (Rules D5, K9), so a record whose
 * payload is damaged still names its entity.
 *
 * <p>The placement mask ({@link #mask}) depends on the segment's id and the record's offset in it:
 * a record of a former life of a recycled segment, or a copy inside somebody's payload, does not
 * check, but for one of four billion. Its low bit says that the record is the first of a write, by
 * which recovery knows that everything before it was durable.
 */
public final class RecordFormat {
    /** The longest key, in bytes. */
    public static final int KEY_BYTES_MAX = (1 << 16) - 1;

    /** The greatest entry id. */
    public static final long ENTRY_MAX = (1L << 48) - 1;

    /**
     * The largest payload of a value, in bytes: whatever nodes are configured to, none makes a
     * larger one. A key's value of 4 MiB and its recent requests take 6 MiB (Rule E2).
     */
    public static final int PAYLOAD_BYTES_MAX = 7 << 20;

    /** Where in a record its length and its flags lie. */
    public static final int LENGTH_AT = 4;

    /** Checksum, length and flags. */
    public static final int FIXED_BYTES = 8;

    /** The value is the chosen one of its entry. */
    public static final int FLAG_CHOSEN = 1;

    static final int FLAG_HAS_VALUE = 1 << 1;

    /** The accepted number equals the promised one and is left out. */
    static final int FLAG_SAME_NUMBERS = 1 << 2;

    /** The last record of a segment: a u64 count of its records, and nothing else. */
    static final int FLAG_SEAL = 1 << 3;

    /** A stamp follows: a number that the engine gives and reads. */
    public static final int FLAG_STAMPED = 1 << 4;

    /** Ended the entity's amnesia (Rule A2). */
    static final int FLAG_REBUILT = 1 << 5;

    /**
     * All before it was durable: written when the log falls idle, as the begin of the next write.
     * Has the form of a seal.
     */
    static final int FLAG_MARK = 1 << 6;

    /** The number of the tenure follows in which the record was written, if that is not 0. */
    public static final int FLAG_TENURED = 1 << 7;

    /** The size of a seal, and of a mark. */
    public static final int SEAL_BYTES = FIXED_BYTES + Long.BYTES;

    /** The greatest size of a head without its key: eleven varints and a checksum. */
    public static final int HEAD_BYTES_MAX =
            FIXED_BYTES + 3 + 5 + 10 + 10 + 10 + 10 + 10 + 5 + 5 + 5 + 10 + 4;

    private final CRC32C crc = new CRC32C();

    /** The most bytes that a record can take, padding included. */
    public static int bytesMax(int keyBytes, int payloadBytes) {
        return Location.padded(HEAD_BYTES_MAX + keyBytes + payloadBytes);
    }

    /** What the checksum of a record is XORed with. */
    public static int mask(long segmentId, int offset, boolean first) {
        long z = segmentId * 0x9e3779b97f4a7c15L + (offset | (first ? 1 : 0));
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return (int) ((z ^ (z >>> 31)) >>> 32);
    }

    /**
     * Encodes a record at the buffer's position, with a checksum that is not masked yet.
     *
     * @param stamp the stamp, 0 for none
     * @param tenure the tenure (see {@code SlotTenures}), 0 for none
     * @return how many bytes it took, padding included
     */
    public int encode(LogRecord record, long stamp, int tenure, ByteBuffer target) {
        int start = target.position();
        byte[] key = record.key().key();
        EntryValue value = record.value();
        int flags = record.chosen() ? FLAG_CHOSEN : 0;
        if (record.accepted() == record.promised()) {
            flags |= FLAG_SAME_NUMBERS;
        }
        target.position(start + FIXED_BYTES);
        putVarint(target, key.length);
        putVarint(target, Integer.toUnsignedLong(record.key().space()));
        putVarint(target, record.entry());
        putVarint(target, zigzag(record.entry() - record.version()));
        putVarint(target, record.promised());
        if (record.accepted() != record.promised()) {
            putVarint(target, record.accepted());
        }
        if (stamp != 0) {
            flags |= FLAG_STAMPED;
            putVarint(target, stamp);
        }
        if (tenure != 0) {
            flags |= FLAG_TENURED;
            putVarint(target, Integer.toUnsignedLong(tenure));
        }
        if (record.rebuilt()) {
            flags |= FLAG_REBUILT;
        }
        if (value != null) {
            flags |= FLAG_HAS_VALUE;
            ValueId id = value.id();
            putVarint(target, Integer.toUnsignedLong(id.proposer()));
            putVarint(target, Integer.toUnsignedLong(id.incarnation()));
            putVarint(target, id.sequence());
            target.putInt(value.crc());
        }
        target.put(key);
        int headEnd = target.position();
        int length = headEnd - start + (value == null ? 0 : value.payload().length);
        target.putInt(start + LENGTH_AT, length << 8 | flags);
        target.putInt(start, checksum(target, start + LENGTH_AT, headEnd));
        target.position(headEnd);
        if (value != null) {
            target.put(value.payload());
        }
        for (int padding = Location.padded(length) - length; padding > 0; padding--) {
            target.put((byte) 0);
        }
        return Location.padded(length);
    }

    /** Encodes a seal for a place in a segment. */
    public static ByteBuffer seal(long segmentId, int offset, long records) {
        return end(FLAG_SEAL, segmentId, offset, records);
    }

    /** Encodes a mark for a place in a segment. */
    public static ByteBuffer mark(long segmentId, int offset, long records) {
        return end(FLAG_MARK, segmentId, offset, records);
    }

    private static ByteBuffer end(int flag, long segmentId, int offset, long records) {
        ByteBuffer seal = ByteBuffer.allocate(SEAL_BYTES);
        seal.putInt(LENGTH_AT, SEAL_BYTES << 8 | flag);
        seal.putLong(FIXED_BYTES, records);
        CRC32C crc = new CRC32C();
        crc.update(seal.array(), LENGTH_AT, SEAL_BYTES - LENGTH_AT);
        seal.putInt(0, (int) crc.getValue() ^ mask(segmentId, offset, true));
        return seal;
    }

    /**
     * Masks the checksums of encoded records for the place they go to.
     *
     * @param records holds records from 0 to its limit
     * @param first whether the first of them begins a write
     */
    public static void place(ByteBuffer records, long segmentId, int offset, boolean first) {
        boolean begins = first;
        int at = 0;
        while (at < records.limit()) {
            int masked = records.getInt(at) ^ mask(segmentId, offset + at, begins);
            records.putInt(at, masked);
            begins = false;
            at += Location.padded(records.getInt(at + LENGTH_AT) >>> 8);
        }
    }

    /**
     * Sets the chosen flag of an encoded, unmasked record and renews its checksum.
     *
     * @param at where the record begins
     * @param headEnd where its head ends, with the key
     */
    public void setChosen(ByteBuffer records, int at, int headEnd) {
        records.putInt(at + LENGTH_AT, records.getInt(at + LENGTH_AT) | FLAG_CHOSEN);
        int limit = records.limit();
        int position = records.position();
        records.putInt(at, checksum(records, at + LENGTH_AT, headEnd));
        records.limit(limit).position(position);
    }

    private int checksum(ByteBuffer buffer, int from, int to) {
        int limit = buffer.limit();
        crc.reset();
        buffer.limit(to).position(from);
        crc.update(buffer);
        buffer.limit(limit);
        return (int) crc.getValue();
    }

    /** Writes an unsigned LEB128 number, lowest 7 bits first. */
    public static void putVarint(ByteBuffer target, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            target.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        target.put((byte) rest);
    }

    /** Maps small signed numbers to small unsigned ones. */
    public static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    /** The inverse of {@link #zigzag}. */
    public static long unzigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }

    /** The value of a record, not yet checked; null when it has none. */
    public static @Nullable EntryValue value(RecordHead head, byte[] bytes) {
        if (!head.hasValue()) {
            return null;
        }
        byte[] payload = new byte[head.payloadLength()];
        System.arraycopy(bytes, head.keyEnd(), payload, 0, payload.length);
        return EntryValue.received(head.valueId(), payload, head.valueCrc());
    }
}
