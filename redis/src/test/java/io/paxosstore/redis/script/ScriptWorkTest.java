package io.paxosstore.redis.script;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.MemoryRedis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

/**
 * What functions do is counted by what they do it to: a few calls of them with long strings are
 * more work than a few instructions.
 */
class ScriptWorkTest {
    private static final String LONG = "local s = string.rep('x', 1048576) ";
    private static final String MANY = "local t = {} for i = 1, 7000 do t[i] = i end ";

    private final MemoryRedis redis = new MemoryRedis();

    private String eval(String script) {
        return assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> redis.run("EVAL", script, "0"));
    }

    private void assertCounted(String before, String call, int times, long steps) {
        redis.workMax(steps);
        String reply = eval(before + "for i = 1, " + times + " do " + call + " end return 1");
        assertTrue(reply.contains("entities.work-max"), () -> call + " -> " + reply);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "struct.size(s)",
                "struct.size(c)",
                "pcall(struct.size, c)",
                "pcall(struct.pack, c)",
                "pcall(struct.unpack, 's', s)",
                "pcall(struct.pack, 'i' .. d, 1)",
                "string.format(s)",
                "string.find(s, 'y', 1, true)",
                "string.find('y', s)",
                "string.find('xy', '[' .. s .. ']')",
                "string.match(s, 'x-y')",
                "string.gsub(s, 'y', '')",
                "string.upper(s)",
                "string.lower(s)",
                "string.reverse(s)",
                "string.rep(s, 2)",
                "string.sub(s, 2)",
                "return s .. i",
                "tonumber(s)",
                "tonumber(d)",
                "tonumber(d, 16)",
                "pcall(math.max, d)",
                "pcall(bit.tobit, s)",
                "local x = d + 1",
                "local x = s == u",
                "local x = s < u",
                "local x = s <= u",
                "rawequal(s, u)",
                "local x = k[u]",
                "k[u] = i",
                "rawget(k, u)",
                "rawset(k, u, i)",
                "pcall(error, s)",
                "pcall(assert, false, s)",
                "pcall(loadstring, 'x', s)",
                "pcall(load, function() return s end)",
                "pcall(table.concat, {s, s, {}})",
                "table.concat({s, s})",
                "cjson.encode(s)",
                "pcall(cjson.encode, {s, function() end})",
                "pcall(cjson.decode, s)",
                "cjson.decode('\"' .. s .. '\"')",
                "cjson.decode(d)",
                "cmsgpack.pack(s)",
                "cmsgpack.unpack(p)",
                "redis.sha1hex(s)",
                "redis.error_reply(s)",
                "redis.pcall(s)",
                "redis.pcall('get', s)",
                "pcall(redis.acl_check_cmd, s)"
            })
    void longStrings(String call) {
        String before =
                LONG
                        + "local u = s .. '' local d = string.rep('1', 1048576)"
                        + " local c = string.rep('>', 1048576) local k = {[s] = 1}"
                        + " local p = cmsgpack.pack(s) ";
        assertCounted(before, call.replace("return s .. i", "local x = s .. i"), 40, 500_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "string.byte(s, 1, 7000)",
                "unpack(t)",
                "select('#', unpack(t))",
                "select(-1, unpack(t))",
                "string.char(unpack(b))",
                "math.max(unpack(t))",
                "bit.band(unpack(t))",
                "pcall(unpack, t)",
                "(function(...) return ... end)(unpack(t))"
            })
    void manyValues(String call) {
        String before = LONG + MANY + "local b = {} for i = 1, 7000 do b[i] = 65 end ";
        assertCounted(before, "local _ = " + call, 100, 250_000);
    }

    @Test
    void numbersWithManyDigits() {
        String number = "local d = '0.' .. string.rep('1', 800) local n = 5e-324 ";
        assertCounted(number, "local x = d + 0", 1000, 100_000);
        assertCounted(number, "local x = n .. ''", 2000, 100_000);
        assertCounted(number, "local x = string.format('%.17g', n)", 2000, 100_000);
        assertCounted(number, "local x = tostring(n)", 2000, 100_000);
    }

    /** All that was in it is gone through to find that nothing is. */
    @Test
    void aTableThatHasBecomeEmpty() {
        String table =
                "local t = {} for i = 1, 20000 do t['k' .. i] = i end"
                        + " for i = 1, 20000 do t['k' .. i] = nil end ";
        assertCounted(table, "next(t)", 1000, 1_000_000);
    }

    /** Where only the beginning is looked at, the length of the rest does not count. */
    @Test
    void whatIsNotLookedAtIsNotCounted() {
        redis.workMax(100_000);
        String reply =
                eval(
                        LONG
                                + "for i = 1, 5000 do s:find('^y') s:match('^x') s:byte(7) end"
                                + " return #s");
        assertTrue(reply.equals(":1048576"), reply);
    }
}
