package io.paxosstore.lsm.store;

import io.paxosstore.core.ValueId;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * What is known of one entity: its newest metadata, small records as they are there, and keys that
 * it is known not to have. When the records would be too many, all are forgotten. Call with the
 * entity's lock held.
 *
 * <p>It is written over again and again, for this entity and later for another, and all that
 * differs in length lies in one array of bytes: objects that live for some seconds, or references
 * to them, are what makes collections of garbage long.
 *
 * <pre>
 *  bytes: id of the entity | request table | count times record
 *  record: key length: u16 | value length, 0xffff for none: u16 | key | value
 * </pre>
 */
final class RecentEntity {
    /** Stands for a key without a value; known by its identity. */
    static final byte[] NONE = {};

    /** A longer value is not worth its place. */
    private static final int VALUE_BYTES_MAX = 1024;

    /**
     * Nor is a longer element of an object: there are many, each of them is looked up rarely, and
     * they drive out what every operation reads, of this entity and of others.
     */
    private static final int ELEMENT_BYTES_MAX = 48;

    /** All records of an entity. */
    private static final int RECORDS_BYTES_MAX = 4096;

    /** What it takes beside its bytes. */
    private static final int OBJECT_BYTES = 128;

    private static final int HEAD_BYTES = 4;
    private static final int NO_VALUE = 0xffff;
    private static final int BYTES_STEP = 128;

    /** An array is made anew where less than this share of it would be used. */
    private static final int SPARSE = 4;

    private boolean used;
    private int counted;
    private long generation;
    private int space;
    private long number;
    private long sequence;
    private int checksum;
    private long entry;
    private int proposer;
    private int incarnation;
    private long valueSequence;
    private long clockMillis;

    private byte[] bytes = NONE;
    private int idLength;
    private int tableEnd;
    private int end;

    /** About how many bytes it takes. */
    int size() {
        return OBJECT_BYTES + bytes.length;
    }

    /** The bytes by which it has grown since this was asked the last time. */
    int takeGrowth() {
        int growth = size() - counted;
        counted = size();
        return growth;
    }

    /** The bytes that {@link #takeGrowth} has told of, all together. */
    int counted() {
        return counted;
    }

    /** Whether it was used since this was asked the last time. */
    boolean takeUsed() {
        boolean was = used;
        used = false;
        return was;
    }

    void use() {
        used = true;
    }

    /** Another number whenever the metadata, or a record without it, has changed. */
    long generation() {
        return generation;
    }

    boolean is(EntityKey entity) {
        return space == entity.space()
                && Arrays.equals(bytes, 0, idLength, entity.key(), 0, entity.key().length);
    }

    /** Becomes what is known of an entity, without any record. */
    void become(EntityKey entity, EntityMeta meta, long newGeneration) {
        space = entity.space();
        byte[] id = entity.key();
        byte[] table = meta.applied().requestTable();
        end = 0;
        room(id.length + table.length);
        System.arraycopy(id, 0, bytes, 0, id.length);
        idLength = id.length;
        tableEnd = idLength;
        end = idLength;
        goOn(meta, newGeneration);
    }

    /** The entity has other metadata; its records are those they were. */
    void goOn(EntityMeta meta, long newGeneration) {
        AppliedEntry applied = meta.applied();
        generation = newGeneration;
        number = meta.number();
        sequence = meta.sequence();
        checksum = meta.checksum();
        entry = applied.entry();
        proposer = applied.proposal().proposer();
        incarnation = applied.proposal().incarnation();
        valueSequence = applied.proposal().sequence();
        clockMillis = applied.clockMillis();
        byte[] table = applied.requestTable();
        int newTableEnd = idLength + table.length;
        int records = end - tableEnd;
        if (newTableEnd > tableEnd) {
            room(newTableEnd + records);
        }
        System.arraycopy(bytes, tableEnd, bytes, newTableEnd, records);
        System.arraycopy(table, 0, bytes, idLength, table.length);
        tableEnd = newTableEnd;
        end = newTableEnd + records;
        room(end);
    }

    EntityStand stand() {
        return new EntityStand(number, entry, checksum);
    }

    EntityMeta meta() {
        ValueId proposal = new ValueId(proposer, incarnation, valueSequence);
        byte[] table = Arrays.copyOfRange(bytes, idLength, tableEnd);
        AppliedEntry applied = new AppliedEntry(entry, proposal, clockMillis, table);
        return new EntityMeta(number, sequence, checksum, applied);
    }

    /** The value of a key, or {@link #NONE}; null if it is not known. */
    byte @Nullable [] record(byte[] key) {
        int at = find(key);
        if (at < 0) {
            return null;
        }
        int length = valueLength(at);
        int value = at + HEAD_BYTES + key.length;
        return length == NO_VALUE ? NONE : Arrays.copyOfRange(bytes, value, value + length);
    }

    /**
     * A record was read.
     *
     * @param value null if there is none
     */
    void read(byte[] key, byte @Nullable [] value) {
        if (isKept(key)) {
            put(key, value);
        }
    }

    /** An entry was applied: from now on the records are those after it. */
    void applied(EntityChanges changes) {
        for (EntityChanges.Change change : changes.changes()) {
            switch (change) {
                case EntityChanges.Put put -> read(put.key(), put.value());
                case EntityChanges.Delete delete -> read(delete.key(), null);
                case EntityChanges.DeleteRange _ -> end = tableEnd;
            }
        }
    }

    /** What is looked up by its key; the rest is walked over. */
    private static boolean isKept(byte[] key) {
        return key.length < NO_VALUE
                && !KeyLayout.isExpiry(key)
                && !KeyLayout.isFieldDeadline(key)
                && !KeyLayout.isScored(key);
    }

    private void put(byte[] key, byte @Nullable [] value) {
        int before = find(key);
        if (before >= 0) {
            int next = next(before);
            System.arraycopy(bytes, next, bytes, before, end - next);
            end -= next - before;
        }
        int valueBytes = value == null ? 0 : value.length;
        int length = HEAD_BYTES + key.length + valueBytes;
        int valueMax = KeyLayout.isElement(key) ? ELEMENT_BYTES_MAX : VALUE_BYTES_MAX;
        if (valueBytes > valueMax || length > RECORDS_BYTES_MAX) {
            return;
        }
        if (end - tableEnd + length > RECORDS_BYTES_MAX) {
            end = tableEnd;
        }
        room(end + length);
        putShort(end, key.length);
        putShort(end + 2, value == null ? NO_VALUE : valueBytes);
        System.arraycopy(key, 0, bytes, end + HEAD_BYTES, key.length);
        if (value != null) {
            System.arraycopy(value, 0, bytes, end + HEAD_BYTES + key.length, valueBytes);
        }
        end += length;
    }

    /** Where the record of a key begins; -1 if it is not known. */
    private int find(byte[] key) {
        for (int at = tableEnd; at < end; at = next(at)) {
            int from = at + HEAD_BYTES;
            if (getShort(at) == key.length
                    && Arrays.equals(bytes, from, from + key.length, key, 0, key.length)) {
                return at;
            }
        }
        return -1;
    }

    private int next(int at) {
        int value = valueLength(at);
        return at + HEAD_BYTES + getShort(at) + (value == NO_VALUE ? 0 : value);
    }

    private int valueLength(int at) {
        return getShort(at + 2);
    }

    private int getShort(int at) {
        return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
    }

    private void putShort(int at, int value) {
        bytes[at] = (byte) (value >>> 8);
        bytes[at + 1] = (byte) value;
    }

    /** Makes room for so many bytes, no fewer than {@link #end}, up to which they are kept. */
    private void room(int length) {
        boolean isSparse = bytes.length > SPARSE * (length + BYTES_STEP);
        if (length > bytes.length || isSparse) {
            int rounded = (length + BYTES_STEP - 1) / BYTES_STEP * BYTES_STEP;
            byte[] grown = new byte[rounded];
            System.arraycopy(bytes, 0, grown, 0, end);
            bytes = grown;
        }
    }
}
