package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

import java.util.ArrayList;
import java.util.List;

/** The functions of {@code struct}: numbers and strings as C's structures have them. */
final class StructLibrary {
    private static final int BITS = 8;

    private StructLibrary() {}

    static LuaTable table() {
        return new Builtin.Library()
                .add("pack", StructLibrary::pack)
                .add("unpack", StructLibrary::unpack)
                .add("size", StructLibrary::size)
                .table();
    }

    private static Varargs pack(Run run, Args in) {
        StructFormat format = new StructFormat(run, in);
        StringOutput out = new StringOutput(run);
        int argument = 2;
        while (format.next()) {
            out.addZeros(format.gap(out.size()));
            switch (format.option()) {
                case 'x' -> out.add(0);
                case 'f' -> {
                    int bits = Float.floatToIntBits((float) in.number(argument));
                    put(out, bits, 4, format.isBigEndian());
                    argument++;
                }
                case 'd' -> {
                    long bits = Double.doubleToLongBits(in.number(argument));
                    put(out, bits, 8, format.isBigEndian());
                    argument++;
                }
                case 'c', 's' -> {
                    LuaString string = in.string(argument);
                    argument++;
                    int length = format.size() == 0 ? string.m_length : (int) format.size();
                    if (string.m_length < length) {
                        throw in.bad(argument, "string too short");
                    }
                    out.add(string, 0, length);
                    if (format.option() == 's') {
                        out.add(0);
                    }
                }
                default -> {
                    put(out, whole(in.number(argument)), (int) format.size(), format.isBigEndian());
                    argument++;
                }
            }
        }
        return out.string();
    }

    /** The bits of a whole number: of one without a sign if it is more than 63 bits have. */
    private static long whole(double number) {
        return number >= 0x1p63 ? (long) (number - 0x1p63) ^ Long.MIN_VALUE : (long) number;
    }

    private static void put(StringOutput out, long bits, int size, boolean isBigEndian) {
        for (int i = 0; i < size; i++) {
            int place = isBigEndian ? size - 1 - i : i;
            out.add(place < Long.BYTES ? (int) (bits >>> (place * BITS)) : 0);
        }
    }

    private static Varargs size(Run run, Args in) {
        StructFormat format = new StructFormat(run, in);
        long position = 0;
        while (format.next()) {
            position += format.gap(position);
            if (format.option() == 's') {
                throw in.bad(1, "option 's' has no fixed size");
            }
            if (format.option() == 'c' && format.size() == 0) {
                throw in.bad(1, "option 'c0' has no fixed size");
            }
            position += format.size();
        }
        return LuaValue.valueOf((double) position);
    }

    private static Varargs unpack(Run run, Args in) {
        StructFormat format = new StructFormat(run, in);
        LuaString data = in.string(2);
        if (in.integer(3, 1) < 1) {
            throw in.bad(3, "offset must be 1 or greater");
        }
        long position = in.integer(3, 1) - 1;
        List<LuaValue> results = new ArrayList<>();
        while (format.next()) {
            position += format.gap(position);
            long size = format.size();
            check(in, data, position, size);
            if (results.size() >= TableAccess.RESULTS_MAX) {
                throw ScriptError.at("stack overflow (too many results)");
            }
            int from = (int) position;
            switch (format.option()) {
                case 'x' -> {}
                case 'f' -> {
                    int bits = (int) bits(data, from, 4, format.isBigEndian());
                    results.add(LuaValue.valueOf((double) Float.intBitsToFloat(bits)));
                }
                case 'd' -> {
                    long bits = bits(data, from, 8, format.isBigEndian());
                    results.add(LuaValue.valueOf(Double.longBitsToDouble(bits)));
                }
                case 'c' -> {
                    if (size == 0) {
                        if (results.isEmpty() || !(results.getLast() instanceof LuaNumber length)) {
                            throw ScriptError.at("format 'c0' needs a previous size");
                        }
                        size = (long) length.todouble();
                        results.removeLast();
                        check(in, data, position, size);
                    }
                    results.add(StringLibrary.copy(run, data, from, (int) (from + size)));
                }
                case 's' -> {
                    int end = data.indexOf((byte) 0, from);
                    if (end < 0) {
                        run.chargeEachByte(data.m_length - from);
                        throw ScriptError.at("unfinished string in data");
                    }
                    results.add(StringLibrary.copy(run, data, from, end));
                    size = end - from + 1L;
                }
                default ->
                        results.add(
                                number(
                                        bits(data, from, (int) size, format.isBigEndian()),
                                        (int) size,
                                        Character.isLowerCase(format.option())));
            }
            position += size;
        }
        results.add(LuaValue.valueOf((double) position + 1));
        return LuaValue.varargsOf(results.toArray(LuaValue[]::new));
    }

    private static void check(Args in, LuaString data, long position, long size) {
        if (size < 0 || size > data.m_length || position > data.m_length - size) {
            throw in.bad(2, "data string too short");
        }
    }

    private static long bits(LuaString data, int from, int size, boolean isBigEndian) {
        long bits = 0;
        for (int i = 0; i < size; i++) {
            bits = bits << BITS | data.luaByte(from + (isBigEndian ? i : size - 1 - i));
        }
        return bits;
    }

    private static LuaValue number(long bits, int size, boolean isSigned) {
        if (isSigned) {
            int unused = Math.max(0, Long.SIZE - size * BITS);
            return LuaValue.valueOf((double) (bits << unused >> unused));
        }
        return Numbers.unsigned(bits);
    }
}
