package io.paxosstore.lsm.store;

import io.paxosstore.protocol.bytes.ByteWriter;

import java.util.Map;
import java.util.Objects;

/**
 * A write to be: records put and removed, which take effect in this order, in one atomic step
 * ({@link Rocks#write}). Not thread-safe.
 *
 * <p>They are gathered in the bytes of RocksDB's own batches, which are also those of its log and
 * do not change: to hand each record over would be a call into native code, and three copies. Such
 * a batch begins with its sequence number (u64, which RocksDB fills in) and the count of its
 * records (u32), both little-endian; {@code BatchTest} compares the bytes with RocksDB's.
 *
 * <pre>
 *  put           u8 1 | key | value          in another family than the first: u8 5 | id | ...
 *  delete        u8 0 | key                                                    u8 4 | id | ...
 *  delete range  u8 15 | from | to                                             u8 14 | id | ...
 *  id: varint; key, value, from, to: varint length, bytes
 * </pre>
 */
final class Batch {
    private static final int COUNT_AT = Long.BYTES;
    static final int HEADER_BYTES = COUNT_AT + Integer.BYTES;
    private static final int FIRST_BYTES = 256;

    private final Map<Family, Integer> familyIds;
    private final ByteWriter out = new ByteWriter(FIRST_BYTES);
    private int count;

    /**
     * An empty one.
     *
     * @param familyIds RocksDB's
     */
    Batch(Map<Family, Integer> familyIds) {
        this.familyIds = familyIds;
        clear();
    }

    /** Forgets all that has been added. */
    void clear() {
        out.clear();
        out.putLong(0).putInt(0);
        count = 0;
    }

    /** What it was once, to return to. */
    record Mark(int size, int count) {}

    /** What it is now. */
    Mark mark() {
        return new Mark(out.size(), count);
    }

    /** Forgets all that has been added since. */
    void returnTo(Mark mark) {
        out.truncate(mark.size());
        count = mark.count();
    }

    /** Bytes of all records. */
    int size() {
        return out.size() - HEADER_BYTES;
    }

    /** Adds a record, or takes the place of one. */
    void put(Family family, byte[] key, byte[] value) {
        begin(family, 1, 5);
        out.putBytes(key).putBytes(value);
    }

    /** Removes a record. */
    void delete(Family family, byte[] key) {
        begin(family, 0, 4);
        out.putBytes(key);
    }

    /** Removes all records from one key to below another. */
    void deleteRange(Family family, byte[] from, byte[] to) {
        begin(family, 15, 14);
        out.putBytes(from).putBytes(to);
    }

    /** Removes all data under a number. */
    void deleteData(long number) {
        deleteRange(Family.HEADS, Keys.number(number), Keys.number(number + 1));
        deleteRange(Family.DATA, Keys.number(number), Keys.number(number + 1));
    }

    private void begin(Family family, int tagOfFirst, int tag) {
        int id = Objects.requireNonNull(familyIds.get(family));
        if (id == 0) {
            out.putByte(tagOfFirst);
        } else {
            out.putByte(tag).putVarint(id);
        }
        count++;
    }

    /** The bytes of RocksDB's batch. */
    byte[] toBytes() {
        out.putIntAt(COUNT_AT, Integer.reverseBytes(count));
        return out.toBytes();
    }
}
