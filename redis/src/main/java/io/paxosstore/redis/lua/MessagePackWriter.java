package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** Writes values as MessagePack. Used once. */
final class MessagePackWriter {
    /** What lies deeper is written as nil. */
    private static final int DEPTH_MAX = 16;

    private final Run run;
    private final StringOutput out;

    MessagePackWriter(Run run) {
        this.run = run;
        this.out = new StringOutput(run);
    }

    LuaValue write(Args in) {
        if (in.count() == 0) {
            throw in.bad(0, "MessagePack pack needs input.");
        }
        for (int i = 1; i <= in.count(); i++) {
            append(in.value(i), 0);
        }
        return out.string();
    }

    private void append(LuaValue value, int depth) {
        run.instruction();
        switch (value) {
            case LuaString string -> string(string);
            case LuaNumber number -> number(number.todouble());
            case LuaTable table when depth < DEPTH_MAX -> table(table, depth);
            default -> {
                boolean isTrue = value.isboolean() && value.toboolean();
                out.add(value.isboolean() ? (isTrue ? 0xc3 : 0xc2) : 0xc0);
            }
        }
    }

    private void put(int type, long bits, int bytes) {
        out.add(type);
        for (int i = bytes - 1; i >= 0; i--) {
            out.add((int) (bits >>> (8 * i)));
        }
    }

    private void string(LuaString string) {
        int length = string.m_length;
        if (length < 32) {
            out.add(0xa0 | length);
        } else if (length <= 0xff) {
            put(0xd9, length, 1);
        } else if (length <= 0xffff) {
            put(0xda, length, 2);
        } else {
            put(0xdb, length, 4);
        }
        out.add(string);
    }

    private void number(double number) {
        if (number == Math.rint(number) && Math.abs(number) < 0x1p63) {
            whole((long) number);
        } else if ((float) number == number) {
            put(0xca, Float.floatToIntBits((float) number), 4);
        } else {
            put(0xcb, Double.doubleToLongBits(number), 8);
        }
    }

    private void whole(long number) {
        if (number >= 0) {
            if (number <= 127) {
                out.add((int) number);
            } else if (number <= 0xff) {
                put(0xcc, number, 1);
            } else if (number <= 0xffff) {
                put(0xcd, number, 2);
            } else {
                put(number <= 0xffffffffL ? 0xce : 0xcf, number, number <= 0xffffffffL ? 4 : 8);
            }
        } else if (number >= -32) {
            out.add((int) number);
        } else if (number >= Byte.MIN_VALUE) {
            put(0xd0, number, 1);
        } else if (number >= Short.MIN_VALUE) {
            put(0xd1, number, 2);
        } else {
            boolean isShort = number >= Integer.MIN_VALUE;
            put(isShort ? 0xd2 : 0xd3, number, isShort ? 4 : 8);
        }
    }

    private void size(long count, int small, int large) {
        if (count < 16) {
            out.add(small | (int) count);
        } else if (count <= 0xffff) {
            put(large, count, 2);
        } else {
            put(large + 1, count, 4);
        }
    }

    private void table(LuaTable table, int depth) {
        int items = 0;
        double greatest = 0;
        boolean isArray = true;
        for (Varargs next = run.next(table, LuaValue.NIL);
                !next.arg1().isnil();
                next = run.next(table, next.arg1())) {
            double key = next.arg1() instanceof LuaNumber number ? number.todouble() : 0;
            isArray &= key >= 1 && key == Math.floor(key);
            greatest = Math.max(greatest, key);
            items++;
        }
        if (isArray && greatest == items) {
            size(items, 0x90, 0xdc);
            for (int i = 1; i <= items; i++) {
                append(table.rawget(i), depth + 1);
            }
            return;
        }
        size(items, 0x80, 0xde);
        for (Varargs next = run.next(table, LuaValue.NIL);
                !next.arg1().isnil();
                next = run.next(table, next.arg1())) {
            append(next.arg1(), depth + 1);
            append(next.arg(2), depth + 1);
        }
    }
}
