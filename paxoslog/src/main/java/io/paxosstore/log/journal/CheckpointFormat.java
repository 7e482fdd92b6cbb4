package io.paxosstore.log.journal;

import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.VarintReader;
import io.paxosstore.log.segment.SegmentTable;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * A checkpoint: the index of all shards, as it was when a place of the journal was reached, or
 * later.
 *
 * <pre>
 * header:
 *  0  u64 magic "PXSJCKP1"
 *  8  u32 format version
 * 12  128 bits, the store's UUID
 * 28  u64 position: segment id * 2^27 + offset / 8; a start scans from there on
 * 36  u32 CRC32C of bytes 0 to 35
 * 40  blocks, each: u32 length of the content, u32 CRC32C of length and content, content
 *     the last has the highest bit of its length set; its content: u64 number of entities
 *
 * content: entities, each:
 *     varints: key length, space, version, proven version, durable version, stamp, tenure, entries
 *     entries, ascending, each varints: (entry - entry before) * 2 + (1 if chosen),
 *         segment id, offset / 8, padded length / 8
 *     key
 * </pre>
 *
 * <p>Big-endian. An entity lies in one block. Format version 1 has no tenures: all are 0.
 */
final class CheckpointFormat {
    static final String FILE = "CHECKPOINT";
    static final int FORMAT_VERSION = 2;

    /** The last format without tenures. */
    static final int UNTENURED_VERSION = 1;

    static final int HEADER_BYTES = 40;
    static final int BLOCK_HEADER_BYTES = 8;
    static final int END_FLAG = 1 << 31;

    private static final long MAGIC = 0x5058534a434b5031L;
    private static final int VERSION_AT = 8;
    private static final int POSITION_AT = 28;
    private static final int CHECKED_BYTES = 36;
    private static final int VARINT_BYTES_MAX = 10;
    private static final int ENTITY_VARINTS = 8;
    private static final int ENTRY_VARINTS = 4;

    private CheckpointFormat() {}

    static ByteBuffer header(UUID store, long position) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.putLong(MAGIC).putInt(FORMAT_VERSION);
        header.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        header.putLong(position);
        header.putInt(checksum(header.array(), 0, CHECKED_BYTES));
        return header.flip();
    }

    /** The position that a header states; -1 when it is damaged, or of another store. */
    static long position(byte[] header, UUID store) {
        ByteBuffer in = ByteBuffer.wrap(header);
        if (header.length < HEADER_BYTES
                || in.getInt(CHECKED_BYTES) != checksum(header, 0, CHECKED_BYTES)
                || in.getLong() != MAGIC
                || !isKnown(in.getInt())
                || !store.equals(new UUID(in.getLong(), in.getLong()))) {
            return -1;
        }
        return in.getLong(POSITION_AT);
    }

    private static boolean isKnown(int version) {
        return version == FORMAT_VERSION || version == UNTENURED_VERSION;
    }

    /**
     * Whether entities name their tenure, as a header states that {@link #position} has checked.
     */
    static boolean isTenured(byte[] header) {
        return ByteBuffer.wrap(header).getInt(VERSION_AT) != UNTENURED_VERSION;
    }

    /** Fills in the length and the checksum of a block whose content lies behind its header. */
    static ByteBuffer finish(ByteBuffer block, int flags) {
        block.flip();
        block.putInt(0, block.limit() - BLOCK_HEADER_BYTES | flags);
        CRC32C crc = new CRC32C();
        crc.update(block.slice(0, Integer.BYTES));
        crc.update(block.slice(BLOCK_HEADER_BYTES, block.limit() - BLOCK_HEADER_BYTES));
        block.putInt(Integer.BYTES, (int) crc.getValue());
        return block;
    }

    /** The last block. */
    static ByteBuffer end(long entities) {
        ByteBuffer block = ByteBuffer.allocate(BLOCK_HEADER_BYTES + Long.BYTES);
        block.putLong(BLOCK_HEADER_BYTES, entities).position(block.capacity());
        return finish(block, END_FLAG);
    }

    /** Whether a block's content matches its header. */
    static boolean isIntact(byte[] header, byte[] content, int length) {
        CRC32C crc = new CRC32C();
        crc.update(header, 0, Integer.BYTES);
        crc.update(content, 0, length);
        return (int) crc.getValue() == VarintReader.getInt(header, Integer.BYTES);
    }

    private static int checksum(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    /** The most bytes that an entity takes. */
    static int bytesMax(EntityIndex index, int ref, EntityKey key) {
        int varints = ENTITY_VARINTS + ENTRY_VARINTS * index.slots().size(ref);
        return varints * VARINT_BYTES_MAX + key.key().length;
    }

    /** Encodes an entity. */
    static void encode(
            EntityIndex index,
            int ref,
            EntityKey key,
            int tenure,
            SegmentTable segments,
            ByteBuffer target) {
        EntrySlots slots = index.slots();
        RecordFormat.putVarint(target, key.key().length);
        RecordFormat.putVarint(target, Integer.toUnsignedLong(key.space()));
        RecordFormat.putVarint(target, index.version(ref));
        RecordFormat.putVarint(target, index.proven(ref));
        RecordFormat.putVarint(target, index.durable(ref));
        RecordFormat.putVarint(target, index.life(ref));
        RecordFormat.putVarint(target, Integer.toUnsignedLong(tenure));
        RecordFormat.putVarint(target, slots.size(ref));
        long before = 0;
        for (int i = 0; i < slots.size(ref); i++) {
            long entry = slots.entry(ref, i);
            long at = slots.location(ref, i);
            RecordFormat.putVarint(
                    target, (entry - before) << 1 | (slots.isChosen(ref, i) ? 1 : 0));
            RecordFormat.putVarint(target, segments.of(at).id());
            RecordFormat.putVarint(target, Location.offset(at) >>> 3);
            RecordFormat.putVarint(target, Location.length(at) >>> 3);
            before = entry;
        }
        target.put(key.key());
    }

    /** What loading does with the entities of a checkpoint. */
    interface Loader {
        /**
         * An entity; its entries follow. Those of one that is not wanted do too.
         *
         * @param life the stamp of its newest rebuilt record
         * @param tenure that of its records
         */
        void entity(EntityKey key, long version, long proven, long durable, long life, int tenure);

        /** An entry of that entity. */
        void entry(long entry, boolean chosen, long segmentId, int offset, int length);
    }

    /**
     * Decodes the entities of a block.
     *
     * @param tenured whether they name their tenure
     * @return how many there are; -1 when the content makes no sense
     */
    static int decode(byte[] content, int length, boolean tenured, @Nullable Loader loader) {
        VarintReader in = new VarintReader();
        int entities = 0;
        int at = 0;
        while (at < length) {
            in.reset(content, at, length);
            int keyLength = in.varint32();
            int space = in.varint32();
            long version = in.varint();
            long proven = in.varint();
            long durable = in.varint();
            long life = in.varint();
            int tenure = tenured ? in.varint32() : 0;
            int entries = in.varint32();
            int entriesAt = in.position();
            for (int i = 0; i < entries * ENTRY_VARINTS && !in.failed(); i++) {
                in.varint();
            }
            int keyAt = in.position();
            in.skip(keyLength);
            if (in.failed()) {
                return -1;
            }
            at = in.position();
            entities++;
            if (loader != null) {
                byte[] key = new byte[keyLength];
                System.arraycopy(content, keyAt, key, 0, keyLength);
                loader.entity(new EntityKey(space, key), version, proven, durable, life, tenure);
                in.reset(content, entriesAt, keyAt);
                load(in, entries, loader);
            }
        }
        return entities;
    }

    private static void load(VarintReader in, int entries, Loader loader) {
        long entry = 0;
        for (int i = 0; i < entries; i++) {
            long packed = in.varint();
            entry += packed >>> 1;
            long segmentId = in.varint();
            int offset = in.varint32() << 3;
            loader.entry(entry, (packed & 1) != 0, segmentId, offset, in.varint32() << 3);
        }
    }
}
