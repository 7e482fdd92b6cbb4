package io.paxosstore.log.record;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The decoded head of a record (see {@link RecordFormat}), or what a hint file says of it. Reused
 * from record to record; not thread-safe.
 */
public final class RecordHead {
    private final CRC32C crc = new CRC32C();
    private final VarintReader reader = new VarintReader();

    private int start;
    private int length;
    private int flags;
    private boolean first;
    private int checksum;
    private int space;
    private int keyAt;
    private int keyLength;
    private long entry;
    private long version;
    private long promised;
    private long accepted;
    private long stamp;
    private int tenure;
    private int proposer;
    private int incarnation;
    private long sequence;
    private int valueCrc;

    /**
     * Decodes and checks the head at {@code at}.
     *
     * @param limit where the bytes end; a head that reaches beyond is taken as bad
     * @param room how many bytes a record could take here
     * @param segmentId the segment's id and
     * @param offset the place in it, which the checksum covers
     * @return whether there is an intact head
     */
    public boolean parse(byte[] bytes, int at, int limit, int room, long segmentId, int offset) {
        if (limit - at < RecordFormat.FIXED_BYTES) {
            return false;
        }
        int word = VarintReader.getInt(bytes, at + RecordFormat.LENGTH_AT);
        start = at;
        length = word >>> 8;
        flags = word & 0xff;
        if (length <= RecordFormat.FIXED_BYTES
                || length > room
                || Location.padded(length) > Location.RECORD_BYTES_MAX) {
            return false;
        }
        int headEnd = isRecord() ? parseFields(bytes, at, limit) : parseEnd(at, limit);
        if (headEnd < 0) {
            return false;
        }
        crc.reset();
        crc.update(bytes, at + RecordFormat.LENGTH_AT, headEnd - at - RecordFormat.LENGTH_AT);
        checksum = (int) crc.getValue();
        int mask = checksum ^ VarintReader.getInt(bytes, at);
        first = mask == RecordFormat.mask(segmentId, offset, true);
        return first || mask == RecordFormat.mask(segmentId, offset, false);
    }

    private int parseEnd(int at, int limit) {
        boolean whole = length == RecordFormat.SEAL_BYTES && limit - at >= length;
        boolean one = flags == RecordFormat.FLAG_SEAL || flags == RecordFormat.FLAG_MARK;
        return whole && one ? at + length : -1;
    }

    private int parseFields(byte[] bytes, int at, int limit) {
        reader.reset(bytes, at + RecordFormat.FIXED_BYTES, Math.min(limit, at + length));
        keyLength = reader.varint32();
        space = reader.varint32();
        entry = reader.varint();
        version = entry - RecordFormat.unzigzag(reader.varint());
        promised = reader.varint();
        accepted = (flags & RecordFormat.FLAG_SAME_NUMBERS) != 0 ? promised : reader.varint();
        stamp = (flags & RecordFormat.FLAG_STAMPED) != 0 ? reader.varint() : 0;
        tenure = (flags & RecordFormat.FLAG_TENURED) != 0 ? reader.varint32() : 0;
        if (hasValue()) {
            proposer = reader.varint32();
            incarnation = reader.varint32();
            sequence = reader.varint();
            valueCrc = reader.fixedInt();
        }
        keyAt = reader.position();
        reader.skip(keyLength);
        boolean whole = hasValue() || keyEnd() == at + length;
        return reader.failed() || !whole ? -1 : keyEnd();
    }

    /** Takes what a hint file says: enough to know which record is the newest of its entity. */
    public void hinted(
            int hintedFlags,
            int hintedSpace,
            int hintedKeyAt,
            int hintedKeyLength,
            long hintedEntry,
            long hintedVersion,
            long hintedPromised,
            long hintedAccepted,
            long hintedStamp,
            int hintedTenure) {
        flags = hintedFlags;
        space = hintedSpace;
        keyAt = hintedKeyAt;
        keyLength = hintedKeyLength;
        entry = hintedEntry;
        version = hintedVersion;
        promised = hintedPromised;
        accepted = hintedAccepted;
        stamp = hintedStamp;
        tenure = hintedTenure;
    }

    /** Whether it is a record of an entity, and neither a seal nor a mark. */
    public boolean isRecord() {
        return (flags & (RecordFormat.FLAG_SEAL | RecordFormat.FLAG_MARK)) == 0;
    }

    /** Whether it is the last record of a file. */
    public boolean isSeal() {
        return (flags & RecordFormat.FLAG_SEAL) != 0;
    }

    /** Whether it ended the amnesia of its entity (Rule A2). */
    public boolean isRebuilt() {
        return (flags & RecordFormat.FLAG_REBUILT) != 0;
    }

    /** Whether it is a floor (Rule A2): nothing but a chosen record of its entry is better. */
    public boolean isFloor() {
        return promised == LogRecord.FLOOR;
    }

    /** Whether its value is the chosen one of its entry. */
    public boolean isChosen() {
        return (flags & RecordFormat.FLAG_CHOSEN) != 0;
    }

    /** Whether it has a value. */
    public boolean hasValue() {
        return (flags & RecordFormat.FLAG_HAS_VALUE) != 0;
    }

    /** Whether the record began a write: all before it was durable by then. */
    public boolean isFirst() {
        return first;
    }

    /** The checksum of the head as it was before masking. */
    public int checksum() {
        return checksum;
    }

    /** The flags, as {@link RecordFormat} has them. */
    public int flags() {
        return flags;
    }

    /** The bytes that the record takes in the file. */
    public int paddedLength() {
        return Location.padded(length);
    }

    /** The space of its entity. */
    public int space() {
        return space;
    }

    /** Where the key begins in the bytes that were parsed. */
    public int keyAt() {
        return keyAt;
    }

    /** The length of the key in bytes. */
    public int keyLength() {
        return keyLength;
    }

    /** Where the key ends, the head too, and the payload begins. */
    public int keyEnd() {
        return keyAt + keyLength;
    }

    /** The length of the payload in bytes; 0 without a value. */
    public int payloadLength() {
        return length - (keyEnd() - start);
    }

    /** The entry id. */
    public long entry() {
        return entry;
    }

    /** The newest entry known to be chosen when it was written. */
    public long version() {
        return version;
    }

    /** The promise number m. */
    public long promised() {
        return promised;
    }

    /** The accepted number n; 0 for none. */
    public long accepted() {
        return accepted;
    }

    /** The stamp; 0 for none. */
    public long stamp() {
        return stamp;
    }

    /** The tenure in which it was written; 0 for the first. */
    public int tenure() {
        return tenure;
    }

    /** The id of the value, if there is one. */
    public ValueId valueId() {
        return new ValueId(proposer, incarnation, sequence);
    }

    /** The checksum of the value, if there is one. */
    public int valueCrc() {
        return valueCrc;
    }

    /** The entity; copies the key out of the bytes that were parsed. */
    public EntityKey entity(byte[] bytes) {
        return new EntityKey(space, Arrays.copyOfRange(bytes, keyAt, keyEnd()));
    }

    /**
     * The order of records of one entry (see {@link LogRecord}): chosen, then floors, then
     * accepted, then promised; then what was written later about an amnesiac entity.
     *
     * @return above 0 if this one is the better, below 0 if the other is
     */
    public int compareWith(RecordHead other) {
        int byChosen = Boolean.compare(isChosen(), other.isChosen());
        if (byChosen != 0) {
            return byChosen;
        }
        int byFloor = isChosen() ? 0 : Boolean.compare(isFloor(), other.isFloor());
        if (byFloor != 0) {
            return byFloor;
        }
        // Of chosen records one that was learnt again is better, whatever its numbers.
        int byStamp = Long.compare(stamp, other.stamp);
        if (isChosen() && byStamp != 0) {
            return byStamp;
        }
        int byAccepted = Long.compare(accepted, other.accepted);
        if (byAccepted != 0) {
            return byAccepted;
        }
        int byPromised = Long.compare(promised, other.promised);
        return byPromised != 0 ? byPromised : byStamp;
    }
}
