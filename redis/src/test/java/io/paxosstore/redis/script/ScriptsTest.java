package io.paxosstore.redis.script;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.redis.MemoryRedis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What scripts can do and what they cannot; {@code ScriptDifferenceTest} compares with Redis. */
class ScriptsTest {
    private static final String K = "{tag}k";

    private final MemoryRedis redis = new MemoryRedis();

    private String eval(String script, String... keysAndArguments) {
        String[] words = new String[3 + keysAndArguments.length];
        words[0] = "EVAL";
        words[1] = script;
        words[2] = Integer.toString(keysAndArguments.length == 0 ? 0 : 1);
        System.arraycopy(keysAndArguments, 0, words, 3, keysAndArguments.length);
        return redis.run(words);
    }

    @Test
    void keysAndArguments() {
        assertEquals("+OK", eval("return redis.call('set', KEYS[1], ARGV[1])", K, "v"));
        assertEquals("$1 v", redis.run("GET", K));
        assertEquals(
                "-ERR value is not an integer or out of range", redis.run("EVAL", "return 1", "x"));
        assertEquals("-ERR Number of keys can't be negative", redis.run("EVAL", "return 1", "-1"));
        assertEquals(
                "-ERR Number of keys can't be greater than number of args",
                redis.run("EVAL", "return 1", "2", "a"));
        assertEquals(
                "-ERR wrong number of arguments for 'eval' command", redis.run("EVAL", "return"));
    }

    @Test
    void stringsAreBytes() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        List<byte[]> command =
                List.of(
                        "EVAL".getBytes(UTF_8),
                        ("redis.call('set', KEYS[1], ARGV[1] .. '') local v = redis.call('get',"
                                        + " KEYS[1]) return v:sub(1, 128) .. v:sub(129) .. #v")
                                .getBytes(UTF_8),
                        "1".getBytes(UTF_8),
                        K.getBytes(UTF_8),
                        all);
        String expected = "$259\r\n" + new String(all, ISO_8859_1) + "256\r\n";
        assertArrayEquals(expected.getBytes(ISO_8859_1), redis.run(command));
        byte[] text = {'r', 'e', 't', 'u', 'r', 'n', ' ', '"', (byte) 0xff, (byte) 0xe9, '"'};
        assertArrayEquals(
                new byte[] {'$', '2', '\r', '\n', (byte) 0xff, (byte) 0xe9, '\r', '\n'},
                redis.run(List.of("EVAL".getBytes(UTF_8), text, "0".getBytes(UTF_8))));
    }

    private String told(int version, String script) {
        redis.version(version);
        byte[] reply =
                redis.run(
                        List.of(
                                "EVAL".getBytes(UTF_8),
                                script.getBytes(ISO_8859_1),
                                "0".getBytes(UTF_8)));
        return new String(reply, ISO_8859_1);
    }

    /** As Redis 7.0 answers them, byte by byte. */
    @Test
    void repliesMayBeOfAnyBytes() {
        String verbatim = "return {verbatim_string={string='a\\255b', format='%s'}}";
        assertEquals("$3\r\na\u00ffb\r\n", told(2, verbatim.formatted("mkd")));
        assertEquals("=7\r\nmkd:a\u00ffb\r\n", told(3, verbatim.formatted("mkd")));
        assertEquals("=7\r\nx  :a\u00ffb\r\n", told(3, verbatim.formatted("x")));
        assertEquals("=7\r\nmkd:a\u00ffb\r\n", told(3, verbatim.formatted("mkdown")));
        assertEquals("=7\r\na  :a\u00ffb\r\n", told(3, verbatim.formatted("a\\0bc")));
        assertEquals("+a\u00ffb\r\n", told(2, "return {ok='a\\255b'}"));
        assertEquals("-a\u00ffb\r\n", told(2, "return {err='a\\255b'}"));
        assertEquals("-ERR a\u00ffb\r\n", told(2, "return redis.error_reply('a\\255b')"));
        assertEquals("(1\u00ff3  4\r\n", told(3, "return {big_number='1\\2553\\r\\n4'}"));
        String failed = told(2, "error('\u00e2\u0082\u00ac')");
        assertTrue(failed.startsWith("-ERR user_script:1: \u00e2\u0082\u00ac script: "), failed);
    }

    @Test
    void aScriptThatFailsHasDoneNothing() {
        redis.run("SET", K, "before");
        String reply =
                eval("redis.call('set', KEYS[1], 'x') redis.call('incr', KEYS[1]) return 1", K);
        assertTrue(
                reply.startsWith("-ERR value is not an integer or out of range script: "), reply);
        assertEquals("$6 before", redis.run("GET", K));
        assertTrue(
                eval("redis.call('set', KEYS[1], 'x') local t = nil; t.x = 1", K)
                        .startsWith(
                                "-ERR user_script:1: attempt to index local 't' (a nil value)"));
        assertEquals("$6 before", redis.run("GET", K));
        eval("redis.call('set', KEYS[1], 'x') redis.pcall('incr', KEYS[1])", K);
        assertEquals("$1 x", redis.run("GET", K));
        assertEquals(
                "-MY own error",
                eval(
                        "redis.call('set', KEYS[1], 'y') return redis.error_reply('MY own error')",
                        K));
        assertEquals("$1 y", redis.run("GET", K));
    }

    @Test
    void keysOfOtherTagsAreOutOfReach() {
        assertEquals("+OK", eval("return redis.call('set', '{tag}undeclared', 1)"));
        assertTrue(
                eval("return redis.call('set', 'other', 1)")
                        .startsWith(
                                "-ERR Script attempted to access a non local key in a cluster node"
                                        + " script"));
        assertTrue(
                eval("return redis.call('mget', '{tag}a', '{other}b')", K)
                        .startsWith("-ERR Script attempted to access a non local key"));
    }

    @Test
    void aScriptCallsManyCommandsAsOneEntry() {
        assertEquals(
                ":1000",
                eval(
                        "local n for i = 1, 1000 do n = redis.call('hincrby', KEYS[1], 'f', 1) end"
                                + " return n",
                        K));
        assertEquals("$4 1000", redis.run("HGET", K, "f"));
        assertEquals(
                List.of("+OK", ":2", "$1 2"),
                redis.transaction(
                        null,
                        "SET {tag}n 1",
                        "EVAL return(redis.call('incr',KEYS[1])) 1 {tag}n",
                        "GET {tag}n"));
    }

    @Test
    void theTimeIsTheEntrys() {
        redis.now(1_700_000_000_123L);
        assertEquals("*2 $10 1700000000 $6 123000", eval("return redis.call('time')"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while true do end",
                "while true do pcall(function() while true do end end) end",
                "repeat local ok = xpcall(function() while true do end end, function() end)"
                        + " until false",
                "local function f() return f() end return f()",
                "local s = string.rep('a', 50) return s:find(string.rep('a?', 50) .. s .. 'b')",
                "local s = string.rep('a', 100000) while true do s:find('b', 1, true) end",
                "local t = {} for i = 1, 50000 do t[i] = i end while true do"
                        + " table.insert(t, 1, 0) table.remove(t, 1) end",
                "table.sort({1, 2, 3}, function() while true do end end)",
                "string.gsub('x', 'x', function() while true do end end)",
                "return setmetatable({}, {__index = function() while true do end end}).x",
                "while true do redis.call('get', KEYS[1]) end",
                "while true do redis.pcall('get', KEYS[1]) end",
                "while true do pcall(redis.call, 'set', KEYS[1], 1) end",
                "for i = 1, math.huge do end",
                "while true do local s = string.rep('x', 1000) end",
                "while true do pcall(string.rep, 'x', 100000) end",
                "return load(function() return ' ' end)"
            })
    void anEndlessScriptEnds(String script) {
        redis.workMax(2_000_000);
        redis.run("SET", K, "before");
        String reply = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> eval(script, K));
        assertTrue(
                reply.contains("entities.work-max") || reply.contains("not enough memory"), reply);
        assertEquals("$6 before", redis.run("GET", K));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local s = 'x' while true do s = s .. s end",
                "local t = {} while true do t[#t + 1] = string.rep('x', 1000000) end",
                "local t = {} while true do t[#t + 1] = {} end",
                "local t = {} while true do t = {t} end",
                "local t = {} local i = 0 while true do i = i + 1 t['k' .. i] = i end",
                "return string.rep('x', 1e9)",
                "return string.rep('x', 1e300)",
                "local t = {} for i = 1, 1000 do t[i] = string.rep('x', 100000) end"
                        + " return table.concat(t)",
                "local s = string.rep('x', 4000000) return {s, s, s, s, s}",
                "local s = string.rep('x', 100000) return s:gsub('x', s)",
                "local s = string.rep('%s', 100) local l = string.rep('x', 1000000)"
                        + " return s:format(l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l)",
                "local s = string.rep('x', 10000000) return cjson.encode({s, s})",
                "local f f = function() return {f()} end return f()",
                "return cjson.decode('[' .. string.rep('{\"a\":[]},', 1000000) .. '1]')",
                "local t = {} for i = 1, 1000000 do t[i] = 'x' end return t"
            })
    void aScriptHasOnlySoMuchMemory(String script) {
        String reply = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> eval(script, K));
        assertTrue(reply.startsWith("-ERR "), reply.substring(0, Math.min(200, reply.length())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local function f(n) return 1 + f(n + 1) end return f(1)",
                "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k)"
                        + " return t[k .. 'x'] end return t.x",
                "local function f() return pcall(f) end return select('#', f())",
                "local function f() return (string.gsub('x', 'x', f)) end return f()",
                "local function f() table.sort({1, 2}, f) end return f()",
                "local function f() return tostring(setmetatable({}, {__tostring = f})) end"
                        + " return f()",
                "local t = {} t[1] = t return t",
                "local t = {} t.map = {t} return t",
                "local t = {} t[1] = t return cjson.encode(t)"
            })
    void depthIsLimited(String script) throws Exception {
        String[] reply = new String[1];
        Thread small = new Thread(null, () -> reply[0] = eval(script, K), "small", 512 * 1024);
        small.start();
        small.join();
        assertTrue(reply[0] != null && reply[0].length() < 2000, reply[0]);
        assertEquals("+PONG", eval("return redis.call('ping')"));
    }

    @Test
    void parsersAreDeepToo() throws Exception {
        String[] reply = new String[2];
        Thread small =
                new Thread(
                        null,
                        () -> {
                            reply[0] = eval("return " + "(".repeat(10_000) + "1");
                            reply[1] = eval("return " + "{".repeat(100_000));
                        },
                        "small",
                        512 * 1024);
        small.start();
        small.join();
        assertTrue(reply[0].startsWith("-ERR Error compiling script"), reply[0]);
        assertTrue(reply[1].startsWith("-ERR Error compiling script"), reply[1]);
    }

    @Test
    void aScriptThatIsHardToCompileEnds() {
        redis.workMax(200_000);
        String script = "if x then " + "elseif x then ".repeat(17_000) + "end";
        String reply = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> eval(script));
        assertTrue(reply.contains("entities.work-max"), reply);
    }

    @Test
    void messagesAreThoseOfScriptsThatTookEffect() {
        assertEquals(":0", eval("return redis.call('publish', 'c', 'm')"));
        assertTrue(eval("redis.call('publish', 'c', 'm') error('no')").startsWith("-ERR"));
        String reply = eval("while true do redis.call('publish', 'c', string.rep('x', 1000)) end");
        assertTrue(reply.startsWith("-ERR the messages of commands"), reply);
    }

    @Test
    void randomNumbersAreNotTheSameInEveryRun() {
        Set<String> numbers = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            numbers.add(eval("return math.random(1000000000)"));
        }
        assertTrue(numbers.size() > 1, () -> numbers.toString());
    }

    @Test
    void readOnlyScriptsWriteNothing() {
        assertTrue(
                redis.run("EVAL_RO", "return redis.call('set', KEYS[1], 1)", "1", K)
                        .startsWith(
                                "-ERR Write commands are not allowed from read-only scripts."
                                        + " script:"));
        assertEquals("$-1", redis.run("EVAL_RO", "return redis.call('get', KEYS[1])", "1", K));
    }

    @Test
    void scriptsDoNotWait() {
        for (String command : List.of("BLPOP", "BRPOP", "BZPOPMIN", "BZPOPMAX")) {
            assertNotAllowed("return redis.pcall('" + command + "', KEYS[1], 0)");
        }
        assertNotAllowed("return redis.pcall('BRPOPLPUSH', KEYS[1], KEYS[1], 0)");
        assertNotAllowed("return redis.pcall('BLMOVE', KEYS[1], KEYS[1], 'LEFT', 'LEFT', 0)");
    }

    @Test
    void popsOfSeveralKeysAreAttemptedOnce() {
        assertEquals("$-1", eval("return redis.call('blmpop', 0, 1, KEYS[1], 'left')", K));
        assertEquals("$-1", eval("return redis.call('bzmpop', 0, 1, KEYS[1], 'max')", K));
        redis.run("RPUSH", K, "a", "b");
        assertEquals(
                "*2 $6 {tag}k *1 $1 b",
                eval("return redis.call('blmpop', 0, 1, KEYS[1], 'right')", K));
        redis.run("DEL", K);
        redis.run("ZADD", K, "1", "a");
        assertEquals(
                "*2 $6 {tag}k *1 *2 $1 a $1 1",
                eval("return redis.call('bzmpop', 7.5, 1, KEYS[1], 'min')", K));
        assertTrue(
                eval("return redis.call('blmpop', -1, 1, KEYS[1], 'left')", K)
                        .startsWith("-ERR timeout is negative script"));
        assertTrue(
                eval("return redis.call('xread', 'block', 'x', 'streams', KEYS[1], 0)", K)
                        .startsWith("-ERR xread command is not allowed with BLOCK option from"));
    }

    @Test
    void subcommandsAreCommands() {
        assertTrue(
                eval("return redis.call('object', 'foo', KEYS[1])", K)
                        .startsWith("-ERR Unknown Redis command called from script script"));
        assertTrue(
                eval("return redis.call('object', 'freq')", K)
                        .startsWith("-ERR Wrong number of args calling Redis command from script"));
    }

    @Test
    void settingsOfJsonLastForOneScript() {
        assertEquals(
                "$4 1.23", eval("cjson.encode_number_precision(3) return cjson.encode(1.2345)"));
        assertEquals("$6 1.2345", eval("return cjson.encode(1.2345)"));
        assertEquals(
                "*3 $5 1.234 $2 14 $1 4",
                eval(
                        "local c = cjson.new() c.encode_number_precision(4) return"
                                + " {c.encode(1.2341), cjson.encode_number_precision() .. '',"
                                + " c.encode_number_precision() .. ''}"));
        assertTrue(
                eval("cjson.decode_max_depth(100000) return cjson.decode(string.rep('[', 50000))")
                        .contains(
                                "Found too many nested data structures (1001) at character 1001"));
    }

    private void assertNotAllowed(String script) {
        String reply = eval(script, K);
        assertTrue(reply.startsWith("-ERR This Redis command is not allowed from script"), reply);
    }

    @Test
    void thereIsNoWayOut() {
        for (String name :
                List.of(
                        "io",
                        "os",
                        "luajava",
                        "package",
                        "require",
                        "print",
                        "dofile",
                        "loadfile",
                        "debug",
                        "coroutine")) {
            assertTrue(
                    eval("return " + name).contains("nonexistent global variable '" + name + "'"),
                    name);
        }
        assertTrue(eval("return loadstring('\\27Lua')").startsWith("$-1"));
        assertTrue(eval("string.format = nil").startsWith("-ERR user_script:1: Attempt to modify"));
    }

    @Test
    void aLongScriptIsRefused() {
        String reply = eval("--" + "x".repeat(Script.BYTES_MAX));
        assertTrue(reply.startsWith("-ERR a script of 262146 bytes is too long"), reply);
    }
}
