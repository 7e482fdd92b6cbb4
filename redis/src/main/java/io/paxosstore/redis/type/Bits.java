package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

/** Commands on the bits of strings. */
public final class Bits {
    private static final byte[] NOTHING = {};

    private Bits() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("bitmap")
                .write(
                        "SETBIT",
                        4,
                        KeyPositions.FIRST,
                        "2.2.0",
                        "Sets a bit of a string and returns the one before",
                        Bits::set,
                        Flag.DENYOOM)
                .read(
                        "GETBIT",
                        3,
                        KeyPositions.FIRST,
                        "2.2.0",
                        "Returns a bit of a string",
                        Bits::get,
                        Flag.FAST)
                .read(
                        "BITCOUNT",
                        -2,
                        KeyPositions.FIRST,
                        "2.6.0",
                        "Counts the bits of a string that are set",
                        Bits::count)
                .read(
                        "BITPOS",
                        -3,
                        KeyPositions.FIRST,
                        "2.8.7",
                        "Finds the first bit of a string that is set, or that is not",
                        Bits::position)
                .write(
                        "BITOP",
                        -4,
                        new KeyPositions.Fixed(2, -1, 1),
                        "2.6.0",
                        "Combines the bits of strings and keeps the result",
                        BitOperation::execute,
                        Flag.DENYOOM)
                .write(
                        "BITFIELD",
                        -2,
                        KeyPositions.FIRST,
                        "3.2.0",
                        "Reads and writes numbers of any width in a string",
                        (keys, in) -> new BitfieldCommand(keys, in, true).execute(),
                        Flag.DENYOOM)
                .read(
                        "BITFIELD_RO",
                        -2,
                        KeyPositions.FIRST,
                        "6.0.0",
                        "Reads numbers of any width in a string",
                        (keys, in) -> new BitfieldCommand(keys, in, false).execute(),
                        Flag.FAST);
    }

    private static Reply set(Keyspace keys, Arguments in) {
        long offset = BitOffset.of(in.bytes(2));
        int bit = (int) in.integer(3, 0, 1, "ERR bit is not an integer or out of range");
        byte[] key = in.bytes(1);
        Result.Value before = keys.string(key);
        byte[] old = before.value() == null ? NOTHING : before.value();
        byte[] bytes = StringLength.grown(old, BitOffset.bytes(offset));
        int bitBefore = bit(bytes, offset);
        boolean isChange = bytes.length != old.length || bitBefore != bit;
        int mask = 0x80 >> (offset & 7);
        int at = (int) (offset >> 3);
        bytes[at] = (byte) (bit == 1 ? bytes[at] | mask : bytes[at] & ~mask);
        keys.putString(key, bytes, before.deadlineMillis());
        if (isChange) {
            keys.event(EventClass.STRING, "setbit", key);
        }
        return new Reply.Number(bitBefore);
    }

    /** A bit; 0 behind the end. */
    static int bit(byte[] bytes, long offset) {
        long at = offset >> 3;
        return at >= bytes.length ? 0 : bytes[(int) at] >> (7 - (offset & 7)) & 1;
    }

    private static Reply get(Keyspace keys, Arguments in) {
        long offset = BitOffset.of(in.bytes(2));
        byte[] value = keys.string(in.bytes(1)).value();
        return new Reply.Number(value == null ? 0 : bit(value, offset));
    }

    private static Reply count(Keyspace keys, Arguments in) {
        byte[] value = keys.string(in.bytes(1)).value();
        if (value == null) {
            return new Reply.Number(0);
        }
        BitRange range = BitRange.all(value);
        if (in.count() == 4 || in.count() == 5) {
            long from = in.integer(2);
            long to = in.integer(3);
            if (from < 0 && to < 0 && from > to) {
                return new Reply.Number(0);
            }
            range = BitRange.of(value, from, to, isBits(in, 4));
        } else if (in.count() != 2) {
            throw RedisError.syntax();
        }
        return new Reply.Number(range.count(value));
    }

    /** Whether a range is counted in bits. */
    private static boolean isBits(Arguments in, int index) {
        boolean isBits = in.is(index, "BIT");
        if (!isBits && index < in.count() && !in.is(index, "BYTE")) {
            throw RedisError.syntax();
        }
        return isBits;
    }

    private static Reply position(Keyspace keys, Arguments in) {
        long bit = in.integer(2);
        if (bit != 0 && bit != 1) {
            throw new RedisError("ERR The bit argument must be 1 or 0.");
        }
        byte[] value = keys.string(in.bytes(1)).value();
        if (value == null) {
            return new Reply.Number(bit == 1 ? -1 : 0);
        }
        if (in.count() > 6) {
            throw RedisError.syntax();
        }
        BitRange range = BitRange.all(value);
        boolean hasEnd = in.count() > 4;
        if (in.count() > 3) {
            long from = in.integer(3);
            boolean isBits = isBits(in, 5);
            range = BitRange.of(value, from, hasEnd ? in.integer(4) : -1, isBits);
        }
        return new Reply.Number(position(range, value, (int) bit, hasEnd));
    }

    /** Behind a string whose end was not asked for, all bits are 0. */
    private static long position(BitRange range, byte[] value, int bit, boolean hasEnd) {
        if (range.isEmpty()) {
            return -1;
        }
        long found = range.first(value, bit);
        return found < 0 && bit == 0 && !hasEnd ? 8L * value.length : found;
    }
}
