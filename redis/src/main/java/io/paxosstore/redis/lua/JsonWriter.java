package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** Writes a value as JSON. Used once. */
final class JsonWriter {
    private static final int FIRST_PRINTED = ' ';
    private static final int DELETE = 127;

    private final Run run;
    private final JsonSettings settings;
    private final StringOutput out;

    JsonWriter(Run run, JsonSettings settings) {
        this.run = run;
        this.settings = settings;
        this.out = new StringOutput(run);
    }

    LuaString write(LuaValue value) {
        append(value, 0);
        return out.string();
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
                    out.add("null");
                } else if (value.isboolean()) {
                    out.add(value.toboolean() ? "true" : "false");
                } else {
                    throw refused(value.typename(), "type not supported");
                }
            }
        }
    }

    private static ScriptError refused(String type, String why) {
        return ScriptError.at("Cannot serialise " + type + ": " + why);
    }

    private void number(LuaNumber number) {
        double real = number.todouble();
        if (!Double.isNaN(real) && !Double.isInfinite(real)) {
            run.charge(Numbers.stepsOfText(real));
            out.add(Numbers.text(real, settings.precision()));
            return;
        }
        switch (settings.encodeInvalid()) {
            case "on" -> out.add(Double.isNaN(real) ? "nan" : Numbers.text(real));
            case "null" -> out.add("null");
            default -> throw refused("number", "must not be NaN or Inf");
        }
    }

    private void table(LuaTable table, int depth) {
        if (depth > settings.encodeDepth()) {
            throw ScriptError.at("Cannot serialise, excessive nesting (" + depth + ")");
        }
        int length = arrayLength(table);
        if (length > 0) {
            for (int i = 1; i <= length; i++) {
                out.add(i == 1 ? '[' : ',');
                append(table.rawget(i), depth);
            }
            out.add(']');
            return;
        }
        out.add('{');
        boolean isFirst = true;
        for (Varargs next = run.next(table, LuaValue.NIL);
                !next.arg1().isnil();
                next = run.next(table, next.arg1())) {
            if (!isFirst) {
                out.add(',');
            }
            isFirst = false;
            key(next.arg1());
            out.add(':');
            append(next.arg(2), depth);
        }
        out.add('}');
    }

    private void key(LuaValue key) {
        if (key instanceof LuaNumber number) {
            out.add('"');
            number(number);
            out.add('"');
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
        for (Varargs next = run.next(table, LuaValue.NIL);
                !next.arg1().isnil();
                next = run.next(table, next.arg1())) {
            double key = next.arg1() instanceof LuaNumber number ? number.todouble() : 0;
            if (key < 1 || key != Math.floor(key) || Double.isInfinite(key)) {
                return 0;
            }
            greatest = Math.max(greatest, key);
            items++;
        }
        if (settings.isSparse(greatest, items)) {
            if (settings.sparseAsObject()) {
                return 0;
            }
            throw refused("table", "excessively sparse array");
        }
        return (int) Math.min(greatest, Integer.MAX_VALUE - 1);
    }

    private void string(LuaString string) {
        run.chargeEachByte(string.m_length);
        out.add('"');
        for (int i = 0; i < string.m_length; i++) {
            int one = string.luaByte(i);
            switch (one) {
                case '"', '\\', '/' -> {
                    out.add('\\');
                    out.add(one);
                }
                case '\b' -> out.add("\\b");
                case '\t' -> out.add("\\t");
                case '\n' -> out.add("\\n");
                case '\f' -> out.add("\\f");
                case '\r' -> out.add("\\r");
                default -> {
                    if (one < FIRST_PRINTED || one == DELETE) {
                        out.add("\\u" + Values.hexadecimal(one).substring(4));
                    } else {
                        out.add(one);
                    }
                }
            }
        }
        out.add('"');
    }
}
