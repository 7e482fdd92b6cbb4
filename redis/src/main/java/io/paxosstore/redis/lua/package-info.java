/**
 * Lua 5.1 for scripts that nobody trusts: instructions, memory and depth are counted. The compiler
 * and the values are LuaJ's; instructions, operators and libraries are made here, since each of
 * them has to count.
 */
@NullMarked
package io.paxosstore.redis.lua;

import org.jspecify.annotations.NullMarked;
