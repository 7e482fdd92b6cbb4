package io.paxosstore.redis.lua;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaDouble;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Varargs;

import java.util.Map;
import java.util.function.LongConsumer;

/**
 * One run of a script: its global variables, and what it has used until now. Not thread-safe.
 *
 * <p>A run ends with a {@link ScriptError}, which the script may catch, or with whatever the meter
 * throws, which it may not.
 */
public final class Run {
    /** Most bytes of one string. */
    public static final int STRING_BYTES_MAX = 16 << 20;

    /** Most bytes of all strings and tables that a script makes, also those it forgets. */
    public static final long BYTES_MAX = 64L << 20;

    /** What a table, a function, or a new field takes, about. */
    static final int OBJECT_BYTES = 64;

    /** Most functions that are being executed at once. */
    private static final int DEPTH_MAX = 200;

    /** So many instructions take as long as so many steps of the meter. */
    private static final int INSTRUCTIONS = 128;

    private static final long STEPS = 64;
    private static final long BYTES_PER_STEP = 64;
    private static final long BYTES_LOOKED_AT_PER_STEP = 16;
    private static final long FIELDS_PER_STEP = 16;

    private final LongConsumer meter;
    private final Object host;
    private final ReadOnlyTable globals = new ReadOnlyTable(true);
    private final Randomness random = new Randomness();
    private final JsonSettings json = new JsonSettings();
    private int instructions;
    private int depth;
    private long bytes;

    /**
     * @param meter is told of steps, some tens of nanoseconds each, and throws an exception to end
     *     the script
     * @param host for the functions of those who run the script, see {@link #host}
     * @param own global variables of this script, besides those of all scripts
     */
    public Run(LongConsumer meter, Object host, Map<String, LuaValue> own) {
        this.meter = meter;
        this.host = host;
        Libraries.GLOBALS.forEach(globals::put);
        own.forEach(globals::put);
        globals.put("_G", globals);
    }

    /**
     * Executes a script.
     *
     * @throws ScriptError if it fails
     */
    public Varargs execute(Prototype script) {
        try {
            return call(function(script), LuaValue.NONE);
        } catch (LuaError e) {
            throw ScriptError.at(String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            throw ScriptError.at("stack overflow");
        }
    }

    /** A script as a function. */
    LuaValue function(Prototype script) {
        Closure.Cell globalsCell = new Closure.Cell(new LuaValue[] {globals}, 0);
        return new Closure(script, new Closure.Cell[] {globalsCell});
    }

    /** What the run was made with. */
    public <T> T host(Class<T> type) {
        return type.cast(host);
    }

    /** The numbers of {@code math.random}. */
    Randomness random() {
        return random;
    }

    /** The settings of {@code cjson}. */
    JsonSettings json() {
        return json;
    }

    /** Calls a function, or whatever has a metamethod for that. */
    Varargs call(LuaValue function, Varargs args) {
        depth++;
        try {
            if (depth > DEPTH_MAX) {
                throw ScriptError.at("stack overflow");
            }
            return switch (function) {
                case Closure closure -> Interpreter.execute(this, closure, args);
                case Builtin builtin -> {
                    instruction();
                    instructions(args.narg());
                    yield call(builtin, args);
                }
                default -> call(Operators.callable(function), function, args);
            };
        } finally {
            depth--;
        }
    }

    private Varargs call(Builtin builtin, Varargs args) {
        try {
            return builtin.call(this, args);
        } catch (ScriptError e) {
            e.leavesLibrary();
            throw e;
        }
    }

    private Varargs call(LuaValue metamethod, LuaValue self, Varargs args) {
        return call(metamethod, LuaValue.varargsOf(self, args));
    }

    /** Counts one instruction. */
    void instruction() {
        instructions--;
        if (instructions < 0) {
            instructions = INSTRUCTIONS;
            meter.accept(STEPS);
        }
    }

    /** Counts work that takes as long as so many instructions. */
    void instructions(long count) {
        charge(count * STEPS / INSTRUCTIONS);
    }

    /** Counts work whose amount the script decides. */
    public void charge(long steps) {
        if (steps > 0) {
            meter.accept(steps);
        }
    }

    /** Counts work on so many bytes. */
    public void chargeBytes(long count) {
        charge(count / BYTES_PER_STEP);
    }

    /**
     * Counts bytes that the script needs memory for.
     *
     * @throws ScriptError if they are too many
     */
    public void allocate(long count) {
        bytes += count;
        if (bytes > BYTES_MAX) {
            throw ScriptError.at(
                    "not enough memory: a script may make strings and tables of "
                            + BYTES_MAX
                            + " bytes");
        }
        if (count > BYTES_PER_STEP) {
            chargeBytes(count);
        }
    }

    /**
     * Counts a string before it is made.
     *
     * @throws ScriptError if it is too long
     */
    public void allocateString(long length) {
        if (length > STRING_BYTES_MAX) {
            throw ScriptError.at(
                    "a string of "
                            + length
                            + " bytes is too long: the most are "
                            + STRING_BYTES_MAX);
        }
        allocate(length + OBJECT_BYTES / 2);
    }

    /** Counts bytes each of which is looked at by itself. */
    public void chargeEachByte(long count) {
        charge(count / BYTES_LOOKED_AT_PER_STEP);
    }

    /** A value as a string, if it is a string or a number; else null. What it takes is counted. */
    @Nullable LuaString string(LuaValue value) {
        if (value instanceof LuaDouble number) {
            charge(Numbers.stepsOfText(number.todouble()));
        }
        return Values.asString(value);
    }

    /**
     * A value as a number, if it is a number or a string that is one; else null. What it takes is
     * counted.
     */
    @Nullable LuaNumber number(LuaValue value) {
        if (value instanceof LuaString text) {
            charge(Numbers.stepsOfReading(text.m_length));
        }
        return Values.asNumber(value);
    }

    /** Counts looking for a key in a table, which compares all its bytes. */
    void chargeKey(LuaValue key) {
        if (key instanceof LuaString string && string.m_length >= BYTES_PER_STEP) {
            chargeBytes(string.m_length);
        }
    }

    /**
     * What comes behind a key in a table. That a table has become empty shows when its first field
     * is looked for, among all that there were.
     */
    Varargs next(LuaTable table, LuaValue key) {
        instruction();
        if (key.isnil() && table instanceof ScriptTable own) {
            charge(own.room() / FIELDS_PER_STEP);
        }
        return table.next(key);
    }

    /** About how many bytes the script has used. */
    long bytes() {
        return bytes;
    }

    /** A new table. */
    public LuaTable newTable() {
        allocate(OBJECT_BYTES);
        return new ScriptTable();
    }
}
