package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaError;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.compiler.LuaC;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compiles scripts. What is compiled never changes, and may be executed by several threads. */
public final class Chunks {
    private static final int NAME_MAX = 45;

    /** So many characters are counted at once. */
    private static final int METERED = 64;

    private static final Pattern MESSAGE = Pattern.compile("(?s).*?:(\\d+): (.*)");

    private Chunks() {}

    /**
     * Compiles the text of a script.
     *
     * @param name begins with {@code @} or {@code =}, or is the text itself
     * @param meter as for {@link Run}: the work may grow with the square of the length
     * @throws ScriptError if it is no script
     */
    public static Prototype compile(byte[] text, String name, LongConsumer meter) {
        Characters in = new Characters(text, meter);
        try {
            return LuaC.instance.compile(in, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // none is read from
        } catch (LuaError e) {
            throw error(String.valueOf(e.getMessage()), name, in);
        }
    }

    private static ScriptError error(String message, String name, Characters in) {
        Matcher parts = MESSAGE.matcher(message);
        if (!parts.matches()) {
            return ScriptError.of(Values.string(message), 0);
        }
        String token = in.token();
        String what = like51(parts.group(2), token);
        return ScriptError.of(
                Values.string(
                        shown(name) + ":" + parts.group(1) + ": " + what + " near '" + token + "'"),
                0);
    }

    /** What Lua 5.1 says where Lua 5.2 says something else. */
    private static String like51(String message, String token) {
        if (message.equals("syntax error")) {
            boolean isAssignment = token.equals("=") || token.equals(",");
            return isAssignment ? "unexpected symbol" : "'=' expected";
        }
        if (message.startsWith("unexpected symbol")) {
            return "unexpected symbol";
        }
        if (message.startsWith("malformed number")) {
            return "malformed number";
        }
        return message.startsWith("no visible label 'break'")
                ? "no loop to break"
                : message.replace("<eos>", "<eof>");
    }

    /** A name as errors have it. */
    static String shown(String name) {
        if (name.startsWith("@") || name.startsWith("=")) {
            return name.substring(1);
        }
        int end = name.indexOf('\n');
        String line = end < 0 ? name : name.substring(0, end);
        boolean isWhole = end < 0 && line.length() <= NAME_MAX;
        return "[string \""
                + line.substring(0, Math.min(line.length(), NAME_MAX))
                + (isWhole ? "" : "...")
                + "\"]";
    }

    /** The bytes of a script, with a space behind them, of which it is known how far they are. */
    private static final class Characters extends InputStream {
        private final byte[] text;
        private final LongConsumer meter;
        private int at;

        Characters(byte[] text, LongConsumer meter) {
            this.text = text;
            this.meter = meter;
        }

        @Override
        public int read() {
            int next = at < text.length ? text[at] & 0xff : at == text.length ? ' ' : -1;
            at++;
            if (at % METERED == 0) {
                meter.accept(METERED);
            }
            return next;
        }

        /** One after the other, so that {@link #token} knows where the compiler is. */
        @Override
        public int read(byte[] into, int from, int length) {
            int next = length == 0 ? -1 : read();
            if (next < 0) {
                return length == 0 ? 0 : -1;
            }
            into[from] = (byte) next;
            return 1;
        }

        /** The word that was read last. */
        String token() {
            return at > text.length + 1 ? "<eof>" : new Tokens(text, at - 1).last();
        }
    }
}
