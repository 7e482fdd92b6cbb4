package io.paxosstore.bench.hostile;

import io.paxosstore.bench.redis.RespConnection;
import io.paxosstore.core.RandomSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What goes to the port for clients of Redis: commands with faults of different depths. */
final class FuzzCommands {
    private static final int WORDS_MAX = 7;
    private static final int NESTED_MAX = 2_000;
    private static final int INLINE_MAX = 5_000;
    private static final int KEYS = 20;

    /** They are meant to end, or to empty, what others have. */
    private static final Set<String> LEFT_OUT =
            Set.of("flushall", "flushdb", "shutdown", "client", "swapdb", "quit");

    private static final List<String> MORE =
            List.of("CLIENT LIST", "CLIENT ID", "CLIENT INFO", "CLIENT SETNAME f", "MULTI", "EXEC");

    /** Words that mean something to some command. */
    private static final List<String> WORDS =
            List.of(
                    "0",
                    "1",
                    "-1",
                    "+inf",
                    "-inf",
                    "nan",
                    "(1",
                    "[a",
                    "[",
                    "*",
                    "$",
                    "-",
                    "+",
                    "~",
                    "1e400",
                    "9223372036854775807",
                    "-9223372036854775808",
                    "9223372036854775808",
                    "4294967296",
                    "2147483648",
                    "536870912",
                    "0x10",
                    " 1",
                    "1 ",
                    "EX",
                    "PX",
                    "NX",
                    "XX",
                    "GT",
                    "LT",
                    "GET",
                    "KEEPTTL",
                    "LIMIT",
                    "COUNT",
                    "MATCH",
                    "WITHSCORES",
                    "BYSCORE",
                    "BYLEX",
                    "REV",
                    "STORE",
                    "BY",
                    "ALPHA",
                    "LEFT",
                    "RIGHT",
                    "BEFORE",
                    "AFTER",
                    "u8",
                    "i64",
                    "u64",
                    "OVERFLOW",
                    "FAIL",
                    "ENCODING",
                    "AND",
                    "NOT",
                    "PERSIST",
                    "AGGREGATE",
                    "WEIGHTS",
                    "MAX",
                    "3",
                    "2",
                    "AUTH",
                    "SETNAME",
                    "return redis.call('get', KEYS[1])",
                    "while true do end",
                    "return string.rep('x', 1e9)",
                    "return {1, {2, {3}}, false}",
                    "error(1)",
                    "local t = {} for i = 1, 1e9 do t[i] = i end",
                    "return redis.pcall('nothing')",
                    "a*a*a*a*a*a*b",
                    "[^a",
                    "\\");

    /** Bytes that are no command, and perhaps begin one. */
    private static final List<String> BROKEN =
            List.of(
                    "*2147483648\r\n",
                    "*-2147483648\r\n",
                    "*1048577\r\n",
                    "*9999999999999999999\r\n",
                    "*-1\r\n",
                    "*0\r\n",
                    "*\r\n",
                    "*x\r\n",
                    "*1\r\n$-1\r\n",
                    "*1\r\n$-5\r\nab\r\n",
                    "*1\r\n$536870913\r\n",
                    "*1\r\n$9999999999999999999\r\n",
                    "*1\r\n$4\r\nPINGxx",
                    "*1\r\n$4\nPING\n",
                    "*2\r\n$3\r\nGET\r\n:1\r\n",
                    "*1\r\n+PING\r\n",
                    "*1\r\n*1\r\n$4\r\nPING\r\n",
                    ">1\r\n$4\r\nPING\r\n",
                    "%1\r\n$1\r\na\r\n$1\r\nb\r\n",
                    "~1\r\n_\r\n",
                    "$4\r\nPING\r\n",
                    ":1\r\n",
                    "\r\n\r\n\r\n",
                    "\n",
                    "PING\n",
                    "SET \"a\\x00\\n\" 'b\r\n",
                    "GET \"unfinished\r\n",
                    "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "*3\r\n$3\r\nSET\r\n$1\r\nf\r\n$1000000\r\nabc");

    private final List<String> names;

    /**
     * @param names of all commands that there are, in any case
     */
    FuzzCommands(List<String> names) {
        this.names =
                names.stream()
                        .filter(name -> !LEFT_OUT.contains(name.toLowerCase(Locale.ROOT)))
                        .toList();
    }

    /** Some bytes: garbage, a broken frame, or a command as sound as it comes. */
    byte[] draw(RandomSource random) {
        int percent = random.nextInt(100);
        if (percent < 8) {
            return Garbage.bytes(random);
        } else if (percent < 18) {
            return ascii(BROKEN.get(random.nextInt(BROKEN.size())));
        } else if (percent < 20) {
            return ascii("*1\r\n".repeat(1 + random.nextInt(NESTED_MAX)));
        } else if (percent < 23) {
            return ascii("GET " + "x".repeat(random.nextInt(INLINE_MAX)));
        } else if (percent < 35) {
            return Garbage.altered(command(random), 0, random);
        } else if (percent < 38) {
            return Garbage.resized(command(random), random);
        } else if (percent < 43) {
            String words = MORE.get(random.nextInt(MORE.size()));
            return RespConnection.command(List.of(words.split(" ")));
        }
        return command(random);
    }

    /** The frame is sound, whatever the words are. */
    private byte[] command(RandomSource random) {
        List<String> words = new ArrayList<>();
        words.add(names.get(random.nextInt(names.size())));
        int count = random.nextInt(WORDS_MAX);
        for (int i = 0; i < count; i++) {
            words.add(word(random));
        }
        return RespConnection.command(words);
    }

    private static String word(RandomSource random) {
        int percent = random.nextInt(100);
        if (percent < 40) {
            return "{f}" + random.nextInt(KEYS);
        } else if (percent < 50) {
            return "f" + random.nextInt(KEYS);
        } else if (percent < 85) {
            return WORDS.get(random.nextInt(WORDS.size()));
        } else if (percent < 95) {
            return Long.toString(Garbage.number(random));
        }
        return new String(Garbage.bytes(random), StandardCharsets.ISO_8859_1);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
