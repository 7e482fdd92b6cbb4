package io.paxosstore.redis.lua;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Lua;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;

/** Finds out what a script calls a value that an instruction could do nothing with. */
final class VariableNames {
    private static final String GLOBALS = "_ENV";
    private static final int DEPTH_MAX = 16;

    private final Prototype prototype;

    private VariableNames(Prototype prototype) {
        this.prototype = prototype;
    }

    /**
     * The name of an operand of the instruction.
     *
     * @param culprit the operand
     * @return such as {@code local 'x'}; null if it has none
     */
    static @Nullable String of(
            Prototype prototype,
            int pc,
            LuaValue[] stack,
            Closure.Cell[] upvalues,
            @Nullable LuaValue culprit) {
        int i = prototype.code[pc];
        VariableNames names = new VariableNames(prototype);
        return switch (Lua.GET_OPCODE(i)) {
            case Lua.OP_GETTABUP -> names.upvalue(Lua.GETARG_B(i), upvalues, culprit);
            case Lua.OP_SETTABUP -> names.upvalue(Lua.GETARG_A(i), upvalues, culprit);
            case Lua.OP_SETTABLE, Lua.OP_CALL, Lua.OP_TAILCALL ->
                    names.register(pc, stack, culprit, Lua.GETARG_A(i));
            case Lua.OP_GETTABLE, Lua.OP_SELF, Lua.OP_LEN, Lua.OP_UNM ->
                    names.register(pc, stack, culprit, Lua.GETARG_B(i));
            case Lua.OP_ADD, Lua.OP_SUB, Lua.OP_MUL, Lua.OP_DIV, Lua.OP_MOD, Lua.OP_POW ->
                    names.register(pc, stack, culprit, Lua.GETARG_B(i), Lua.GETARG_C(i));
            case Lua.OP_CONCAT -> {
                String name = null;
                for (int r = Lua.GETARG_B(i); name == null && r <= Lua.GETARG_C(i); r++) {
                    name = names.register(pc, stack, culprit, r);
                }
                yield name;
            }
            default -> null;
        };
    }

    /** Whether an instruction calls a method. */
    static boolean isMethodCall(Prototype prototype, int pc) {
        int i = pc < prototype.code.length ? prototype.code[pc] : 0;
        int operation = Lua.GET_OPCODE(i);
        if (operation != Lua.OP_CALL && operation != Lua.OP_TAILCALL) {
            return false;
        }
        String name = new VariableNames(prototype).name(pc, Lua.GETARG_A(i), 0);
        return name != null && name.startsWith("method ");
    }

    @SuppressWarnings("ReferenceEquality") // which place holds this very value
    private @Nullable String upvalue(
            int index, Closure.Cell[] upvalues, @Nullable LuaValue culprit) {
        return upvalues[index].get() == culprit ? "upvalue '" + upvalueName(index) + "'" : null;
    }

    @SuppressWarnings("ReferenceEquality") // which place holds this very value
    private @Nullable String register(
            int pc, LuaValue[] stack, @Nullable LuaValue culprit, int... registers) {
        for (int register : registers) {
            if (register < stack.length && stack[register] == culprit) {
                return name(pc, register, 0);
            }
        }
        return null;
    }

    private String upvalueName(int index) {
        LuaString name = prototype.upvalues[index].name;
        return name == null ? "?" : Values.text(name);
    }

    private @Nullable String name(int before, int register, int depth) {
        LuaString local = prototype.getlocalname(register + 1, before);
        if (local != null) {
            return "local '" + Values.text(local) + "'";
        }
        int pc = lastSetting(before, register);
        if (pc < 0 || depth > DEPTH_MAX) {
            return null;
        }
        int i = prototype.code[pc];
        return switch (Lua.GET_OPCODE(i)) {
            case Lua.OP_MOVE ->
                    Lua.GETARG_B(i) < Lua.GETARG_A(i) ? name(pc, Lua.GETARG_B(i), depth + 1) : null;
            case Lua.OP_GETTABUP ->
                    (upvalueName(Lua.GETARG_B(i)).equals(GLOBALS) ? "global '" : "field '")
                            + constant(Lua.GETARG_C(i))
                            + "'";
            case Lua.OP_GETTABLE -> "field '" + constant(Lua.GETARG_C(i)) + "'";
            case Lua.OP_SELF -> "method '" + constant(Lua.GETARG_C(i)) + "'";
            case Lua.OP_GETUPVAL -> "upvalue '" + upvalueName(Lua.GETARG_B(i)) + "'";
            default -> null;
        };
    }

    private String constant(int operand) {
        if (!Lua.ISK(operand)) {
            return "?";
        }
        LuaValue constant = prototype.k[Lua.INDEXK(operand)];
        return constant instanceof LuaString name ? Values.text(name) : "?";
    }

    /** The last instruction before this one that has set a register; -1 if there is none. */
    private int lastSetting(int before, int register) {
        int last = -1;
        for (int pc = 0; pc < before; pc++) {
            int i = prototype.code[pc];
            int a = Lua.GETARG_A(i);
            boolean sets =
                    switch (Lua.GET_OPCODE(i)) {
                        case Lua.OP_LOADNIL -> a <= register && register <= a + Lua.GETARG_B(i);
                        case Lua.OP_TFORCALL -> register >= a + 2;
                        case Lua.OP_CALL, Lua.OP_TAILCALL -> register >= a;
                        case Lua.OP_TEST -> register == a;
                        case Lua.OP_JMP, Lua.OP_SETLIST -> false;
                        default -> Lua.testAMode(Lua.GET_OPCODE(i)) && register == a;
                    };
            if (sets) {
                last = pc;
            }
            pc += skipped(i, pc, before);
        }
        return last;
    }

    /** How many instructions behind one are not looked at. */
    private static int skipped(int instruction, int pc, int before) {
        if (Lua.GET_OPCODE(instruction) == Lua.OP_JMP) {
            int to = pc + 1 + Lua.GETARG_sBx(instruction);
            return pc < to && to <= before ? Lua.GETARG_sBx(instruction) : 0;
        }
        boolean hasExtra =
                Lua.GET_OPCODE(instruction) == Lua.OP_SETLIST && Lua.GETARG_C(instruction) == 0;
        return hasExtra ? 1 : 0;
    }
}
