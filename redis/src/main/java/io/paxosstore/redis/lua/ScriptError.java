package io.paxosstore.redis.lua;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/** An error of a script, which the script itself may catch. */
public final class ScriptError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private transient LuaValue value;
    private transient @Nullable LuaValue culprit;
    private transient @Nullable Argument argument;
    private boolean isOfOperator;
    private int levels;
    private int line;
    private String source = "";

    /** An argument that a function of a library does not take. */
    private record Argument(int index, String function, String why) {
        String text(boolean isMethod) {
            int shown = isMethod ? index - 1 : index;
            return shown == 0 && isMethod
                    ? "calling '" + function + "' on bad self (" + why + ")"
                    : "bad argument #" + shown + " to '" + function + "' (" + why + ")";
        }
    }

    private ScriptError(LuaValue value, int levels) {
        super(null, null, false, false);
        this.value = value;
        this.levels = levels;
    }

    /** An error whose message begins with the line of the script that is being executed. */
    public static ScriptError at(String message) {
        return new ScriptError(Values.string(message), 1);
    }

    /** An error of any value, which stays as it is. */
    public static ScriptError of(LuaValue value) {
        return new ScriptError(value, 0);
    }

    /**
     * An error whose message begins with a line of the script.
     *
     * @param levels 1 for the function that is being executed, 2 for the one that called it, and so
     *     on; 0 for no line
     */
    static ScriptError of(LuaString message, int levels) {
        return new ScriptError(message, levels);
    }

    /** An operator could not do something. */
    static ScriptError operator(String message) {
        ScriptError error = at(message);
        error.isOfOperator = true;
        return error;
    }

    /** A function of a library does not take an argument. */
    static ScriptError argument(int index, String function, String why) {
        Argument argument = new Argument(index, function, why);
        ScriptError error = at(argument.text(false));
        error.argument = argument;
        return error;
    }

    /**
     * A value is of a type that something cannot be done with.
     *
     * @param what cannot be done, such as {@code index}
     */
    static ScriptError operand(String what, LuaValue culprit) {
        ScriptError error = operator(what);
        error.culprit = culprit;
        return error;
    }

    /** The value that is of the wrong type, until {@link #named}; else null. */
    @Nullable LuaValue culprit() {
        return culprit;
    }

    /**
     * Says which variable it is that has the wrong type.
     *
     * @param name such as {@code local 'x'}; null if it has none
     */
    void named(@Nullable String name) {
        LuaValue of = culprit;
        if (of != null) {
            String type = "a " + of.typename() + " value";
            String whole = name == null ? type : name + " (" + type + ")";
            value = Values.string("attempt to " + Values.text(value) + " " + whole);
            culprit = null;
        }
    }

    /** A function of a library was called as a method: its first argument is not counted. */
    void isOfMethod() {
        if (argument != null && line == 0) {
            value = Values.string(argument.text(true));
        }
    }

    /** It leaves a function of a library: an operator's error there is not of a line. */
    void leavesLibrary() {
        if (isOfOperator && line == 0) {
            named(null);
            levels = 0;
        }
    }

    /** It leaves a function of the script that was executing this line. */
    void leaves(String ofSource, int atLine) {
        if (line == 0) {
            line = atLine;
            source = ofSource;
        }
        if (levels > 0) {
            levels--;
            if (levels == 0) {
                value =
                        Values.string(
                                Chunks.shown(ofSource) + ":" + atLine + ": " + Values.text(value));
            }
        }
    }

    /** What the script gets to see. */
    public LuaValue value() {
        named(null);
        return value;
    }

    /** The line that it began at; 0 if none was executed. */
    public int line() {
        return line;
    }

    /** The name of what the line is of, as it was compiled. */
    public String source() {
        return source;
    }

    @Override
    public String getMessage() {
        return Values.text(value());
    }
}
