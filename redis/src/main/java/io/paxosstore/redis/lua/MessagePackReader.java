package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** Reads values of MessagePack. Used once. */
final class MessagePackReader {
    private static final int DEPTH_MAX = 1000;

    private final Run run;
    private final LuaString data;
    private int at;

    MessagePackReader(Run run, LuaString data, int at) {
        this.run = run;
        this.data = data;
        this.at = at;
    }

    boolean isAtEnd() {
        return at == data.m_length;
    }

    int position() {
        return at;
    }

    /**
     * The next value.
     *
     * @throws ScriptError if there is none
     */
    LuaValue read() {
        return read(0);
    }

    private LuaValue read(int depth) {
        run.instruction();
        if (depth > DEPTH_MAX) {
            throw ScriptError.at("stack overflow");
        }
        int type = (int) bits(1);
        if (type < 0x80) {
            return LuaValue.valueOf(type);
        }
        if (type >= 0xe0) {
            return LuaValue.valueOf((byte) type);
        }
        if (type < 0x90) {
            return map(type & 0xf, depth);
        }
        if (type < 0xa0) {
            return array(type & 0xf, depth);
        }
        if (type < 0xc0) {
            return string(type & 0x1f);
        }
        return switch (type) {
            case 0xc0 -> LuaValue.NIL;
            case 0xc2 -> LuaValue.FALSE;
            case 0xc3 -> LuaValue.TRUE;
            case 0xca -> LuaValue.valueOf((double) Float.intBitsToFloat((int) bits(4)));
            case 0xcb -> LuaValue.valueOf(Double.longBitsToDouble(bits(8)));
            case 0xcc -> LuaValue.valueOf((double) bits(1));
            case 0xcd -> LuaValue.valueOf((double) bits(2));
            case 0xce -> LuaValue.valueOf((double) bits(4));
            case 0xcf -> Numbers.unsigned(bits(8));
            case 0xd0 -> LuaValue.valueOf((byte) bits(1));
            case 0xd1 -> LuaValue.valueOf((short) bits(2));
            case 0xd2 -> LuaValue.valueOf((int) bits(4));
            case 0xd3 -> LuaValue.valueOf((double) bits(8));
            case 0xc4, 0xd9 -> string(bits(1));
            case 0xc5, 0xda -> string(bits(2));
            case 0xc6, 0xdb -> string(bits(4));
            case 0xdc -> array(bits(2), depth);
            case 0xdd -> array(bits(4), depth);
            case 0xde -> map(bits(2), depth);
            case 0xdf -> map(bits(4), depth);
            default -> throw ScriptError.at("Bad data format in input.");
        };
    }

    private void need(long bytes) {
        if (bytes > data.m_length - at) {
            throw ScriptError.at("Missing bytes in input.");
        }
    }

    private long bits(int bytes) {
        need(bytes);
        long bits = 0;
        for (int i = 0; i < bytes; i++) {
            bits = bits << 8 | data.luaByte(at + i);
        }
        at += bytes;
        return bits;
    }

    private LuaValue string(long length) {
        need(length);
        LuaString string = StringLibrary.copy(run, data, at, (int) (at + length));
        at += (int) length;
        return string;
    }

    private LuaValue array(long count, int depth) {
        need(count);
        LuaTable table = run.newTable();
        for (int i = 1; i <= count; i++) {
            Operators.rawSet(run, table, LuaValue.valueOf(i), read(depth + 1));
        }
        return table;
    }

    private LuaValue map(long count, int depth) {
        need(count);
        LuaTable table = run.newTable();
        for (long i = 0; i < count; i++) {
            LuaValue key = read(depth + 1);
            Operators.rawSet(run, table, key, read(depth + 1));
        }
        return table;
    }
}
