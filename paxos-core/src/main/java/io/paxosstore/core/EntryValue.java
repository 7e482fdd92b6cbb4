package io.paxosstore.core;

import java.util.zip.CRC32C;

/**
 * The value of one entry: its id and its encoded payload. Immutable; the payload is not copied, so
 * that a value is encoded once and its bytes serve the log, the wire and the readers.
 */
public final class EntryValue {
    private final ValueId id;
    private final byte[] payload;
    private final int crc;

    private EntryValue(ValueId id, byte[] payload, int crc) {
        this.id = id;
        this.payload = payload;
        this.crc = crc;
    }

    /** Makes a new value and computes its checksum. */
    public static EntryValue of(ValueId id, byte[] payload) {
        return new EntryValue(id, payload, checksum(id, payload));
    }

    /**
     * Rebuilds a value that was read from disk or received (Rule K9).
     *
     * @param crc the checksum that came with it; compare with {@link #isIntact()} before use
     */
    public static EntryValue received(ValueId id, byte[] payload, int crc) {
        return new EntryValue(id, payload, crc);
    }

    public ValueId id() {
        return id;
    }

    /** The encoded payload, not a copy. */
    public byte[] payload() {
        return payload;
    }

    /** CRC32C over the id and the payload. */
    public int crc() {
        return crc;
    }

    /** Whether the checksum matches the bytes (Rule K9). */
    public boolean isIntact() {
        return crc == checksum(id, payload);
    }

    private static int checksum(ValueId id, byte[] payload) {
        CRC32C crc = new CRC32C();
        byte[] head = new byte[16];
        putInt(head, 0, id.proposer());
        putInt(head, 4, id.incarnation());
        putInt(head, 8, (int) (id.sequence() >>> 32));
        putInt(head, 12, (int) id.sequence());
        crc.update(head, 0, head.length);
        crc.update(payload, 0, payload.length);
        return (int) crc.getValue();
    }

    private static void putInt(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
    }

    @Override
    public String toString() {
        return "value " + id + " (" + payload.length + " bytes)";
    }
}
