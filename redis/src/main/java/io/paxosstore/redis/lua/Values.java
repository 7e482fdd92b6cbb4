package io.paxosstore.redis.lua;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Conversions between values of Lua and of Java. Strings of Lua are bytes; text is ISO 8859-1. */
public final class Values {
    private Values() {}

    /** A string of these bytes, which must not be changed afterwards. */
    public static LuaString string(byte[] bytes) {
        return LuaString.valueUsing(bytes);
    }

    /** A string of text whose characters are bytes. */
    public static LuaString string(String text) {
        return LuaString.valueUsing(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The bytes of a string, copied. */
    public static byte[] bytes(LuaString string) {
        return Arrays.copyOfRange(
                string.m_bytes, string.m_offset, string.m_offset + string.m_length);
    }

    /** What {@code tostring} makes of a value without metamethods. */
    public static String text(LuaValue value) {
        if (value instanceof LuaString string) {
            return new String(
                    string.m_bytes, string.m_offset, string.m_length, StandardCharsets.ISO_8859_1);
        }
        if (value instanceof LuaNumber number) {
            return Numbers.text(number);
        }
        return switch (value.type()) {
            case LuaValue.TNIL -> "nil";
            case LuaValue.TBOOLEAN -> value.toboolean() ? "true" : "false";
            case LuaValue.TUSERDATA -> "userdata: (nil)";
            default -> value.typename() + ": 0x" + hexadecimal(System.identityHashCode(value));
        };
    }

    /** A number of 32 bits as eight hexadecimal digits. */
    static String hexadecimal(int bits) {
        String digits = Integer.toHexString(bits);
        return "0".repeat(Integer.BYTES * 2 - digits.length()) + digits;
    }

    /** The bytes of a string, which must not be changed: copied only if it is part of another. */
    static byte[] shared(LuaString string) {
        return string.m_length == string.m_bytes.length ? string.m_bytes : bytes(string);
    }

    /** A value as a string, if it is a string or a number; else null. */
    public static @Nullable LuaString asString(LuaValue value) {
        if (value instanceof LuaString string) {
            return string;
        }
        return value instanceof LuaNumber number ? string(Numbers.text(number)) : null;
    }

    /** A value as a number, if it is a number or a string that is one; else null. */
    public static @Nullable LuaNumber asNumber(LuaValue value) {
        if (value instanceof LuaNumber number) {
            return number;
        }
        return value instanceof LuaString string ? Numbers.parse(text(string)) : null;
    }

    /** A field of a table, whatever its metatable says. */
    public static LuaValue field(LuaTable table, String name) {
        return table.rawget(string(name));
    }

    /** Compares bytes without signs. */
    static int compare(LuaString a, LuaString b) {
        return Arrays.compareUnsigned(
                a.m_bytes,
                a.m_offset,
                a.m_offset + a.m_length,
                b.m_bytes,
                b.m_offset,
                b.m_offset + b.m_length);
    }
}
