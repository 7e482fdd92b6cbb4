package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaValue;

/** The local variables of one function that functions within it know. Not thread-safe. */
final class Cells {
    private static final Closure.Cell[] NONE = {};

    private final LuaValue[] stack;
    private Closure.Cell[] cells = NONE;

    /**
     * @param stack where the variables lie
     */
    Cells(LuaValue[] stack) {
        this.stack = stack;
    }

    /** The variable in a register. */
    Closure.Cell at(int register) {
        if (cells.length == 0) {
            cells = new Closure.Cell[stack.length];
        }
        if (cells[register] == null) {
            cells[register] = new Closure.Cell(stack, register);
        }
        return cells[register];
    }

    /** A block ends whose variables lie in the registers from this one on. */
    void leave(int from) {
        for (int i = from; i < cells.length; i++) {
            if (cells[i] != null) {
                cells[i].leave();
                cells[i] = null;
            }
        }
    }
}
