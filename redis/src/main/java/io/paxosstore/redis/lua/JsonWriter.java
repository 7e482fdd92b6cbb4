package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a value as JSON. Used once. */
final class JsonWriter {
    /** An array of more places than this is one only if enough of them have a value. */
    private static final int SPARSE_SAFE = 10;

    private static final int SPARSE_RATIO = 2;

    private final Run run;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    JsonWriter(Run run) {
        this.run = run;
    }

    LuaString write(LuaValue value) {
        append(value, 0);
        run.allocateString(out.size());
        return Values.string(out.toByteArray());
    }

    @SuppressWarnings("ReferenceEquality") // there is one value that stands for null
    private void append(LuaValue value, int depth) {
        run.instruction();
        switch (value) {
            case LuaString string -> string(string);
            case LuaNumber number -> number(number);
            case LuaTable table -> table(table, depth + 1);
            default -> {
                if (value == JsonLibrary.NULL || value.isnil()) {
                    put("null");
                } else if (value.isboolean()) {
                    put(value.toboolean() ? "true" : "false");
                } else {
                    throw refused(value.typename(), "type not supported");
                }
            }
        }
        if (out.size() > Run.STRING_BYTES_MAX) {
            run.allocateString(out.size());
        }
    }

    private static ScriptError refused(String type, String why) {
        return ScriptError.at("Cannot serialise " + type + ": " + why);
    }

    private void put(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void number(LuaNumber number) {
        double real = number.todouble();
        if (Double.isNaN(real) || Double.isInfinite(real)) {
            throw refused("number", "must not be NaN or Inf");
        }
        put(Numbers.text(number));
    }

    private void table(LuaTable table, int depth) {
        if (depth > JsonLibrary.DEPTH_MAX) {
            throw ScriptError.at("Cannot serialise, excessive nesting (" + depth + ")");
        }
        int length = arrayLength(table);
        if (length > 0) {
            for (int i = 1; i <= length; i++) {
                out.write(i == 1 ? '[' : ',');
                append(table.rawget(i), depth);
            }
            out.write(']');
            return;
        }
        out.write('{');
        boolean isFirst = true;
        for (Varargs next = table.next(LuaValue.NIL);
                !next.arg1().isnil();
                next = table.next(next.arg1())) {
            if (!isFirst) {
                out.write(',');
            }
            isFirst = false;
            key(next.arg1());
            out.write(':');
            append(next.arg(2), depth);
        }
        out.write('}');
    }

    private void key(LuaValue key) {
        if (key instanceof LuaNumber number) {
            out.write('"');
            number(number);
            out.write('"');
        } else if (key instanceof LuaString string) {
            string(string);
        } else {
            throw refused("table", "table key must be a number or string");
        }
    }

    /** How long a table is as an array; 0 if it is none. */
    private int arrayLength(LuaTable table) {
        double greatest = 0;
        int items = 0;
        for (Varargs next = table.next(LuaValue.NIL);
                !next.arg1().isnil();
                next = table.next(next.arg1())) {
            run.instruction();
            double key = next.arg1() instanceof LuaNumber number ? number.todouble() : 0;
            if (key < 1 || key != Math.floor(key)) {
                return 0;
            }
            greatest = Math.max(greatest, key);
            items++;
        }
        if (greatest > (double) items * SPARSE_RATIO && greatest > SPARSE_SAFE) {
            throw refused("table", "excessively sparse array");
        }
        return (int) greatest;
    }

    private void string(LuaString string) {
        run.chargeBytes(string.m_length);
        if ((long) out.size() + string.m_length > Run.STRING_BYTES_MAX) {
            run.allocateString((long) out.size() + string.m_length);
        }
        out.write('"');
        for (int i = 0; i < string.m_length; i++) {
            int one = string.luaByte(i);
            switch (one) {
                case '"', '\\', '/' -> {
                    out.write('\\');
                    out.write(one);
                }
                case '\b' -> put("\\b");
                case '\t' -> put("\\t");
                case '\n' -> put("\\n");
                case '\f' -> put("\\f");
                case '\r' -> put("\\r");
                default -> {
                    if (one < ' ' || one == 127) {
                        put("\\u%04x".formatted(one));
                    } else {
                        out.write(one);
                    }
                }
            }
        }
        out.write('"');
    }
}
