package io.paxosstore.redis.script;

import io.paxosstore.redis.lua.Chunks;
import io.paxosstore.redis.lua.ScriptError;
import io.paxosstore.redis.lua.Values;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.TextBytes;

import org.luaj.vm2.Prototype;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * A script that was compiled. Immutable.
 *
 * @param sha1 its name
 * @param code what is executed
 * @param mode what its first line says
 * @param length of its text, in bytes
 */
public record Script(String sha1, Prototype code, Mode mode, int length) {
    /** Whether a script writes. */
    public enum Mode {
        /** It does not say. */
        UNKNOWN,
        /** It says something else, and so that it writes. */
        WRITES,
        /** It says that it does not. */
        READS
    }

    /** Most bytes of a script. */
    public static final int BYTES_MAX = 256 * 1024;

    private static final int KNOWN_MAX = 500;
    private static final long KNOWN_BYTES_MAX = 8L << 20;
    private static final String ENGINE = "#!lua";
    private static final String FLAGS = "flags=";
    private static final String NO_WRITES = "no-writes";

    /** Those that are ignored: there are no such limits here, or no such ways around them. */
    private static final Set<String> OTHER_FLAGS =
            Set.of("allow-oom", "allow-stale", "no-cluster", "allow-cross-slot-keys", "");

    private static final String DOES_NOT_COMPILE = "ERR Error compiling script (new function): ";
    private static final String NO_FIRST_LINE = "ERR Invalid script shebang";
    private static final String NO_ENGINE = "ERR Unexpected engine in script shebang: ";
    private static final String NO_OPTION = "ERR Unknown lua shebang option: ";
    private static final String NO_FLAG = "ERR Unexpected flag in script shebang: ";

    /** How replies begin that say that a text is no script. */
    private static final List<byte[]> REFUSALS =
            Stream.of(DOES_NOT_COMPILE, NO_FIRST_LINE, NO_ENGINE, NO_OPTION, NO_FLAG)
                    .map(text -> ("-" + text).getBytes(StandardCharsets.US_ASCII))
                    .toList();

    private static final BoundedCache<Script> KNOWN =
            new BoundedCache<>(KNOWN_MAX, KNOWN_BYTES_MAX, Script::length);

    /**
     * The script of a text: compiled now, unless it was before and is still known.
     *
     * @param meter is told of steps, and throws an exception to end the compilation
     * @throws RedisError if it is no script, or is too long
     */
    public static Script of(byte[] text, LongConsumer meter) {
        String sha1 = Sha1.of(text);
        Script known = KNOWN.get(sha1);
        if (known == null) {
            known = compiled(sha1, text, meter);
            KNOWN.put(sha1, known);
        }
        return known;
    }

    private static Script compiled(String sha1, byte[] text, LongConsumer meter) {
        if (text.length > BYTES_MAX) {
            throw new RedisError(
                    "ERR a script of "
                            + text.length
                            + " bytes is too long: the most are "
                            + BYTES_MAX);
        }
        int firstLine = firstLine(text);
        Mode mode = firstLine == 0 ? Mode.UNKNOWN : mode(text, firstLine);
        byte[] code = Arrays.copyOfRange(text, firstLine, text.length);
        try {
            Prototype compiled = Chunks.compile(code, "@user_script", meter);
            return new Script(sha1, compiled, mode, text.length);
        } catch (ScriptError e) {
            throw new RedisError(DOES_NOT_COMPILE + oneLine(shown(Values.text(e.value()))));
        }
    }

    /** How long a first line is that begins with {@code #!}, without its end; 0 if it does not. */
    private static int firstLine(byte[] text) {
        if (text.length < 2 || text[0] != '#' || text[1] != '!') {
            return 0;
        }
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\n') {
                return i;
            }
        }
        throw new RedisError(NO_FIRST_LINE);
    }

    private static Mode mode(byte[] text, int length) {
        String line = TextBytes.text(Arrays.copyOf(text, length));
        String[] words = line.stripTrailing().split(" +", -1);
        if (!words[0].equals(ENGINE)) {
            throw new RedisError(NO_ENGINE + words[0]);
        }
        boolean isReadOnly = false;
        for (int i = 1; i < words.length; i++) {
            if (!words[i].startsWith(FLAGS)) {
                throw new RedisError(NO_OPTION + words[i]);
            }
            for (String flag : words[i].substring(FLAGS.length()).split(",", -1)) {
                if (!flag.equals(NO_WRITES) && !OTHER_FLAGS.contains(flag)) {
                    throw new RedisError(NO_FLAG + flag);
                }
                isReadOnly |= flag.equals(NO_WRITES);
            }
        }
        return isReadOnly ? Mode.READS : Mode.WRITES;
    }

    /** Whether a reply to EVAL says that its text is no script. */
    public static boolean isRefusal(byte[] reply) {
        return reply[0] == '-'
                && REFUSALS.stream()
                        .anyMatch(begin -> Arrays.mismatch(begin, reply) == begin.length);
    }

    /** Text of which each character is a byte, as it is told. */
    static String shown(String bytes) {
        return TextBytes.text(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Text without line ends, so that a reply stays one line. */
    static String oneLine(String text) {
        return text.replace('\r', ' ').replace('\n', ' ');
    }
}
