package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaFunction;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;

/** A function of a script. Not thread-safe. */
final class Closure extends LuaFunction {
    final Prototype prototype;
    final Cell[] upvalues;

    Closure(Prototype prototype, Cell[] upvalues) {
        this.prototype = prototype;
        this.upvalues = upvalues;
    }

    /** A local variable that functions within its own know. */
    static final class Cell {
        private LuaValue[] array;
        private int index;

        /** The variable that lies here. */
        Cell(LuaValue[] array, int index) {
            this.array = array;
            this.index = index;
        }

        LuaValue get() {
            return array[index];
        }

        void set(LuaValue value) {
            array[index] = value;
        }

        /** The variable's place is to be used for another. */
        void leave() {
            array = new LuaValue[] {array[index]};
            index = 0;
        }
    }
}
