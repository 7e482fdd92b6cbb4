package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaValue;

/** Loops over numbers: registers hold the number, the limit, the step, and the variable. */
final class Loops {
    private Loops() {}

    static void prepare(Run run, LuaValue[] stack, int a) {
        LuaNumber start = run.number(stack[a]);
        LuaNumber limit = run.number(stack[a + 1]);
        LuaNumber step = run.number(stack[a + 2]);
        if (start == null || limit == null || step == null) {
            String what = start == null ? "initial value" : limit == null ? "limit" : "step";
            throw ScriptError.at("'for' " + what + " must be a number");
        }
        stack[a] = LuaValue.valueOf(start.todouble() - step.todouble());
        stack[a + 1] = limit;
        stack[a + 2] = step;
    }

    /** Goes on; false if the loop is over. */
    static boolean next(LuaValue[] stack, int a) {
        double step = stack[a + 2].todouble();
        double next = stack[a].todouble() + step;
        double limit = stack[a + 1].todouble();
        if (step > 0 ? next > limit : limit > next) {
            return false;
        }
        if (Double.isNaN(next) || Double.isNaN(limit)) {
            return false;
        }
        stack[a] = LuaValue.valueOf(next);
        stack[a + 3] = stack[a];
        return true;
    }
}
