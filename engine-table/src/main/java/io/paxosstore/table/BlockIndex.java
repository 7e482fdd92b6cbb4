package io.paxosstore.table;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The sparse index of a main table: the keys under which its blocks lie, in one record beside the
 * schema, so that a point read gets the one block it needs instead of seeking it. It is written
 * with the blocks, in the same atomic write.
 *
 * <p>A record that became longer than {@link #BYTES_MAX} is given up: then blocks are found by a
 * seek, as in a table whose record is missing because nothing was merged yet. Immutable.
 *
 * <pre>
 *  u8 kind: 0 given up
 *           1 u32 CRC32C of all that follows | u16 blocks | their keys, see {@link KeyList}
 * </pre>
 */
final class BlockIndex {
    /** Longest record: what each step of a merge writes anew besides its blocks. */
    static final int BYTES_MAX = 4096;

    private static final byte[] GIVEN_UP = {0};
    private static final byte LISTED = 1;
    private static final int COUNT_AT = Checksum.HEAD_BYTES;
    private static final int KEYS_AT = COUNT_AT + Short.BYTES;

    /** A key takes two bytes of the record at least, so more cannot fit. */
    private static final int BLOCKS_MAX = BYTES_MAX / Short.BYTES;

    private final KeyList keys;

    private BlockIndex(KeyList keys) {
        this.keys = keys;
    }

    /**
     * The index of a table; null if it has none.
     *
     * @throws MalformedBytesException if it is damaged
     */
    static @Nullable BlockIndex of(TableView view) {
        byte[] record = record(view);
        return record == null || isGivenUp(record) ? null : decode(record);
    }

    private static byte @Nullable [] record(TableView view) {
        return view.get(Region.BLOCKS, new byte[0]);
    }

    private static boolean isGivenUp(byte[] record) {
        return Arrays.equals(record, GIVEN_UP);
    }

    private static BlockIndex decode(byte[] record) {
        if (!Checksum.isRight(record, LISTED)) {
            throw new MalformedBytesException(
                    "The index of a main table, " + record.length + " bytes, is damaged.");
        }
        int count = ByteBuffer.wrap(record).getShort(COUNT_AT) & 0xffff;
        return new BlockIndex(new KeyList(record, KEYS_AT, count));
    }

    /**
     * The record that takes the place of the one there is when blocks change.
     *
     * @param removed keys of blocks that go
     * @param added keys of blocks that come
     */
    static byte[] after(TableView view, Collection<byte[]> removed, Collection<byte[]> added) {
        byte[] record = record(view);
        if (record != null && isGivenUp(record)) {
            return GIVEN_UP;
        }
        List<byte[]> before = record == null ? ofBlocks(view) : decode(record).keys();
        TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        keys.addAll(before);
        removed.forEach(keys::remove);
        keys.addAll(added);
        return keys.size() > BLOCKS_MAX ? GIVEN_UP : encode(List.copyOf(keys));
    }

    /** What is listed if it was not yet: as many blocks as may be, and one more. */
    private static List<byte[]> ofBlocks(TableView view) {
        List<byte[]> keys = new ArrayList<>();
        try (RecordCursor cursor = view.scan(Region.MAIN, new byte[0], null)) {
            while (keys.size() <= BLOCKS_MAX && cursor.next()) {
                keys.add(cursor.key());
            }
        }
        return keys;
    }

    private static byte[] encode(List<byte[]> keys) {
        ByteWriter out = new ByteWriter(256);
        out.putByte(LISTED).putInt(0);
        out.putByte(keys.size() >>> Byte.SIZE).putByte(keys.size());
        KeyList.put(out, keys);
        if (out.size() > BYTES_MAX) {
            return GIVEN_UP;
        }
        byte[] record = out.toBytes();
        Checksum.put(record);
        return record;
    }

    /** The keys of all blocks. */
    List<byte[]> keys() {
        List<byte[]> all = new ArrayList<>(keys.count());
        for (int place = 0; place < keys.count(); place++) {
            all.add(keys.key(place));
        }
        return all;
    }

    /** The key of the only block that may have a row; null if no block may. */
    byte @Nullable [] blockOf(byte[] rowKey) {
        int place = keys.below(rowKey);
        return place == keys.count() ? null : keys.key(place);
    }
}
