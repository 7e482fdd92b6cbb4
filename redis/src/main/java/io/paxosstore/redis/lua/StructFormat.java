package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaString;

/** Walks through the format of {@code struct.pack} and {@code struct.unpack}. Used once. */
final class StructFormat {
    private static final int INTEGER_BYTES_MAX = 32;
    private static final int ALIGNMENT_MAX = 8;
    private static final String FIXED = "bBhHlLTfdxciIs";

    private final Run run;
    private final Args in;
    private final LuaString format;
    private int at;
    private int alignment = 1;
    private boolean isBigEndian;
    private char option;
    private long size;

    StructFormat(Run run, Args in) {
        this.run = run;
        this.in = in;
        this.format = in.string(1);
    }

    /** Goes to the next option that stands for bytes; false if there is none. */
    boolean next() {
        while (at < format.m_length) {
            run.instruction();
            option = (char) format.luaByte(at);
            at++;
            if (FIXED.indexOf(option) >= 0) {
                size = sizeOf();
                return true;
            }
            control();
        }
        return false;
    }

    char option() {
        return option;
    }

    /** How many bytes it has; 0 if that is not said. */
    long size() {
        return size;
    }

    boolean isBigEndian() {
        return isBigEndian;
    }

    /** How many bytes are left out before it. */
    int gap(long position) {
        if (size == 0 || option == 'c' || option == 's') {
            return 0;
        }
        long unit = Math.min(size, alignment);
        return (int) ((unit - (position & (unit - 1))) & (unit - 1));
    }

    private long sizeOf() {
        return switch (option) {
            case 'b', 'B', 'x' -> 1;
            case 'h', 'H' -> 2;
            case 'f' -> 4;
            case 'l', 'L', 'T', 'd' -> 8;
            case 'c' -> number(1);
            case 'i', 'I' -> {
                long bytes = number(4);
                if (bytes > INTEGER_BYTES_MAX) {
                    throw ScriptError.at(
                            "integral size "
                                    + bytes
                                    + " is larger than limit of "
                                    + INTEGER_BYTES_MAX);
                }
                yield bytes;
            }
            default -> 0;
        };
    }

    private void control() {
        switch (option) {
            case ' ' -> {}
            case '>' -> isBigEndian = true;
            case '<' -> isBigEndian = false;
            case '!' -> {
                long wanted = number(ALIGNMENT_MAX);
                if (Long.bitCount(wanted) != 1) {
                    throw ScriptError.at("alignment " + wanted + " is not a power of 2");
                }
                alignment = (int) wanted;
            }
            default -> throw in.bad(1, "invalid format option '" + option + "'");
        }
    }

    private boolean isDigit() {
        return at < format.m_length && format.luaByte(at) >= '0' && format.luaByte(at) <= '9';
    }

    private long number(int otherwise) {
        if (!isDigit()) {
            return otherwise;
        }
        long number = 0;
        while (isDigit()) {
            run.instruction();
            number = number * 10 + format.luaByte(at) - '0';
            at++;
            if (number > Integer.MAX_VALUE) {
                throw ScriptError.at("integral size overflow");
            }
        }
        return number;
    }
}
