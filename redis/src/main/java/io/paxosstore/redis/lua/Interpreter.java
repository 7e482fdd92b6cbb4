package io.paxosstore.redis.lua;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Lua;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Upvaldesc;
import org.luaj.vm2.Varargs;

import java.util.Arrays;

/** Executes the instructions of one function of a script, whose registers are its own. */
final class Interpreter {
    private static final int CONSTANT = 0x100;

    private final Run run;
    private Closure closure;
    private LuaValue[] stack = {};
    private LuaValue[] constants = {};
    private Varargs arguments;
    private Cells cells = new Cells(stack);

    /** Values behind the registers below {@link #openAt}, of a call with any number of results. */
    private Varargs open = LuaValue.NONE;

    private int openAt;
    private int pc;

    private Interpreter(Run run, Closure closure, Varargs arguments) {
        this.run = run;
        this.closure = closure;
        this.arguments = arguments;
    }

    static Varargs execute(Run run, Closure closure, Varargs arguments) {
        return new Interpreter(run, closure, arguments).execute();
    }

    private Varargs execute() {
        try {
            Varargs results = null;
            while (results == null) {
                enter();
                results = instructions();
            }
            return results;
        } catch (ScriptError e) {
            if (e.culprit() != null) {
                run.instructions(pc); // all that are before this one are looked at
                e.named(
                        VariableNames.of(
                                closure.prototype, pc, stack, closure.upvalues, e.culprit()));
            }
            if (VariableNames.isMethodCall(closure.prototype, pc)) {
                e.isOfMethod();
            }
            e.leaves(Values.text(closure.prototype.source), line());
            throw e;
        } catch (LuaError e) {
            ScriptError error = ScriptError.at(String.valueOf(e.getMessage()));
            error.leaves(Values.text(closure.prototype.source), line());
            throw error;
        }
    }

    private int line() {
        int[] lines = closure.prototype.lineinfo;
        return pc < lines.length ? lines[pc] : 0;
    }

    private void enter() {
        Prototype prototype = closure.prototype;
        stack = new LuaValue[prototype.maxstacksize];
        Arrays.fill(stack, LuaValue.NIL);
        constants = prototype.k;
        cells = new Cells(stack);
        for (int i = 0; i < prototype.numparams; i++) {
            stack[i] = arguments.arg(i + 1);
        }
        pc = 0;
    }

    /** The results; null if another function is to be executed in place of this one. */
    private @Nullable Varargs instructions() {
        int[] code = closure.prototype.code;
        while (true) {
            run.instruction();
            int i = code[pc];
            int a = (i >> 6) & 0xff;
            switch (i & 0x3f) {
                case Lua.OP_MOVE -> stack[a] = stack[i >>> 23];
                case Lua.OP_LOADK -> stack[a] = constants[i >>> 14];
                case Lua.OP_LOADKX -> {
                    pc++;
                    stack[a] = constants[code[pc] >>> 6];
                }
                case Lua.OP_LOADBOOL -> {
                    stack[a] = i >>> 23 == 0 ? LuaValue.FALSE : LuaValue.TRUE;
                    pc += c(i) == 0 ? 0 : 1;
                }
                case Lua.OP_LOADNIL -> Arrays.fill(stack, a, a + (i >>> 23) + 1, LuaValue.NIL);
                case Lua.OP_GETUPVAL -> stack[a] = closure.upvalues[i >>> 23].get();
                case Lua.OP_SETUPVAL -> closure.upvalues[i >>> 23].set(stack[a]);
                case Lua.OP_GETTABUP ->
                        stack[a] =
                                Operators.index(run, closure.upvalues[i >>> 23].get(), value(c(i)));
                case Lua.OP_GETTABLE ->
                        stack[a] = Operators.index(run, stack[i >>> 23], value(c(i)));
                case Lua.OP_SETTABUP ->
                        Operators.setIndex(
                                run, closure.upvalues[a].get(), value(i >>> 23), value(c(i)));
                case Lua.OP_SETTABLE ->
                        Operators.setIndex(run, stack[a], value(i >>> 23), value(c(i)));
                case Lua.OP_NEWTABLE -> stack[a] = run.newTable();
                case Lua.OP_SELF -> {
                    LuaValue object = stack[i >>> 23];
                    LuaValue method = Operators.index(run, object, value(c(i)));
                    stack[a + 1] = object;
                    stack[a] = method;
                }
                case Lua.OP_ADD, Lua.OP_SUB, Lua.OP_MUL, Lua.OP_DIV, Lua.OP_MOD, Lua.OP_POW ->
                        stack[a] =
                                Operators.arithmetic(run, i & 0x3f, value(i >>> 23), value(c(i)));
                case Lua.OP_UNM -> {
                    LuaValue operand = stack[i >>> 23];
                    stack[a] = Operators.arithmetic(run, Lua.OP_UNM, operand, operand);
                }
                case Lua.OP_NOT ->
                        stack[a] = stack[i >>> 23].toboolean() ? LuaValue.FALSE : LuaValue.TRUE;
                case Lua.OP_LEN -> stack[a] = Operators.length(stack[i >>> 23]);
                case Lua.OP_CONCAT -> stack[a] = Operators.concatenate(run, stack, i >>> 23, c(i));
                case Lua.OP_JMP -> {
                    pc += (i >>> 14) - 0x1ffff;
                    if (a > 0) {
                        cells.leave(a - 1);
                    }
                }
                case Lua.OP_EQ ->
                        skipUnless(Operators.equal(run, value(i >>> 23), value(c(i))) == (a != 0));
                case Lua.OP_LT ->
                        skipUnless(Operators.less(run, value(i >>> 23), value(c(i))) == (a != 0));
                case Lua.OP_LE ->
                        skipUnless(
                                Operators.lessOrEqual(run, value(i >>> 23), value(c(i)))
                                        == (a != 0));
                case Lua.OP_TEST -> skipUnless(stack[a].toboolean() == (c(i) != 0));
                case Lua.OP_TESTSET -> {
                    LuaValue tested = stack[i >>> 23];
                    if (tested.toboolean() == (c(i) != 0)) {
                        stack[a] = tested;
                    } else {
                        pc++;
                    }
                }
                case Lua.OP_CALL -> take(a, c(i), run.call(stack[a], operands(a + 1, i >>> 23)));
                case Lua.OP_TAILCALL -> {
                    Varargs operands = operands(a + 1, i >>> 23);
                    if (!(stack[a] instanceof Closure next)) {
                        return run.call(stack[a], operands);
                    }
                    closure = next;
                    arguments = operands;
                    return null;
                }
                case Lua.OP_RETURN -> {
                    return operands(a, i >>> 23);
                }
                case Lua.OP_FORLOOP -> {
                    if (Loops.next(stack, a)) {
                        pc += (i >>> 14) - 0x1ffff;
                    }
                }
                case Lua.OP_FORPREP -> {
                    Loops.prepare(run, stack, a);
                    pc += (i >>> 14) - 0x1ffff;
                }
                case Lua.OP_TFORCALL -> {
                    Varargs results =
                            run.call(stack[a], LuaValue.varargsOf(stack[a + 1], stack[a + 2]));
                    for (int j = 1; j <= c(i); j++) {
                        stack[a + 2 + j] = results.arg(j);
                    }
                }
                case Lua.OP_TFORLOOP -> {
                    if (!stack[a + 1].isnil()) {
                        stack[a] = stack[a + 1];
                        pc += (i >>> 14) - 0x1ffff;
                    }
                }
                case Lua.OP_SETLIST -> setList(i, a, code);
                case Lua.OP_CLOSURE -> stack[a] = closure(closure.prototype.p[i >>> 14]);
                case Lua.OP_VARARG -> variable(a, i >>> 23);
                default -> throw new IllegalStateException("No instruction: " + (i & 0x3f));
            }
            pc++;
        }
    }

    private static int c(int instruction) {
        return (instruction >> 14) & 0x1ff;
    }

    /** A register or a constant. */
    private LuaValue value(int operand) {
        return operand >= CONSTANT ? constants[operand & 0xff] : stack[operand];
    }

    private void skipUnless(boolean holds) {
        if (!holds) {
            pc++;
        }
    }

    /** The values of registers: one less than the count, or if it is 0 all that are open. */
    private Varargs operands(int from, int countPlusOne) {
        if (countPlusOne > 0) {
            return switch (countPlusOne) {
                case 1 -> LuaValue.NONE;
                case 2 -> stack[from];
                default ->
                        LuaValue.varargsOf(
                                Arrays.copyOfRange(stack, from, from + countPlusOne - 1));
            };
        }
        int count = openAt - from;
        int more = open.narg();
        run.instructions(more);
        LuaValue[] all = Arrays.copyOfRange(stack, from, from + count + more);
        for (int i = 0; i < more; i++) {
            all[count + i] = open.arg(i + 1);
        }
        return LuaValue.varargsOf(all);
    }

    /** Takes the results of a call. */
    private void take(int a, int countPlusOne, Varargs results) {
        if (countPlusOne == 0) {
            open = results;
            openAt = a;
        } else if (countPlusOne == 2) {
            stack[a] = results.arg1();
        } else {
            for (int i = 1; i < countPlusOne; i++) {
                stack[a + i - 1] = results.arg(i);
            }
        }
    }

    private void variable(int a, int countPlusOne) {
        int fixed = closure.prototype.numparams;
        if (countPlusOne == 0) {
            open = arguments.subargs(fixed + 1);
            openAt = a;
        } else {
            for (int i = 1; i < countPlusOne; i++) {
                stack[a + i - 1] = arguments.arg(fixed + i);
            }
        }
    }

    private void setList(int instruction, int a, int[] code) {
        int block = c(instruction);
        if (block == 0) {
            pc++;
            block = code[pc];
        }
        int offset = (block - 1) * Lua.LFIELDS_PER_FLUSH;
        Varargs elements = operands(a + 1, instruction >>> 23 == 0 ? 0 : (instruction >>> 23) + 1);
        LuaTable table = (LuaTable) stack[a];
        run.allocate((long) elements.narg() * Run.OBJECT_BYTES / 2);
        for (int i = 1; i <= elements.narg(); i++) {
            table.rawset(offset + i, elements.arg(i));
        }
    }

    private LuaValue closure(Prototype prototype) {
        Upvaldesc[] wanted = prototype.upvalues;
        run.allocate(Run.OBJECT_BYTES);
        Closure.Cell[] upvalues = new Closure.Cell[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            int index = wanted[i].idx;
            upvalues[i] = wanted[i].instack ? cells.at(index) : closure.upvalues[index];
        }
        return new Closure(prototype, upvalues);
    }
}
