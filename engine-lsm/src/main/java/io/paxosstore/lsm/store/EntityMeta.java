package io.paxosstore.lsm.store;

import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

/**
 * What a store knows of an entity besides its data.
 *
 * <pre>
 *  u8 format (1) | u64 number | varint entry | varint sequence | varint clock | u32 checksum |
 *  varint proposer | varint incarnation | varint value sequence | request table to the end
 * </pre>
 *
 * @param number under which the data is kept; an image brings a new one
 * @param sequence the store's sequence number of the newest write, see {@link LsmStore#flush}
 * @param checksum CRC32C chain over the entries' ids and changes: equal on all replicas at equal
 *     entries
 * @param applied the newest entry applied
 */
public record EntityMeta(long number, long sequence, int checksum, AppliedEntry applied) {
    private static final int FORMAT = 1;

    byte[] encode() {
        ByteWriter out = new ByteWriter(48 + applied.requestTable().length);
        out.putByte(FORMAT).putLong(number);
        out.putVarint(applied.entry()).putVarint(sequence).putVarint(applied.clockMillis());
        out.putInt(checksum);
        out.putVarint(Integer.toUnsignedLong(applied.proposal().proposer()));
        out.putVarint(Integer.toUnsignedLong(applied.proposal().incarnation()));
        out.putVarint(applied.proposal().sequence());
        return out.putRaw(applied.requestTable()).toBytes();
    }

    static EntityMeta decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int format = in.getByte();
        if (format != FORMAT) {
            throw new MalformedBytesException("Entity metadata has the format " + format + ".");
        }
        long number = in.getLong();
        long entry = in.getVarint();
        long sequence = in.getVarint();
        long clock = in.getVarint();
        int checksum = in.getInt();
        ValueId proposal = new ValueId((int) in.getVarint(), (int) in.getVarint(), in.getVarint());
        return new EntityMeta(
                number, sequence, checksum, new AppliedEntry(entry, proposal, clock, in.getRest()));
    }
}
