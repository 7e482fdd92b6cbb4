package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.script.BoundedCache;
import io.paxosstore.redis.script.Eval;
import io.paxosstore.redis.script.Script;
import io.paxosstore.redis.script.Sha1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The scripts that this node can execute by their SHA-1: those that clients have sent to it with
 * EVAL or SCRIPT LOAD, as many as there is room for. Other nodes do not know them, and a restart
 * forgets them: a client that is told NOSCRIPT sends EVAL with the text, as Redis demands of it.
 * What is proposed to entities always carries the text. Thread-safe.
 */
final class ScriptTexts {
    private static final String PREFIX = "EVALSHA";
    private static final int COUNT_MAX = 10_000;
    private static final long BYTES_MAX = 16L << 20;

    /** How long a connection's loop may be busy with one script. */
    private static final long COMPILE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BoundedCache<byte[]> texts =
            new BoundedCache<>(COUNT_MAX, BYTES_MAX, text -> text.length);

    /** Whether a command is a script that names no keys. */
    static boolean hasNoKeys(Arguments command, CommandSpec spec) {
        return Eval.isEval(spec) && spec.keys().of(command).isEmpty();
    }

    /** Keeps the script of a command, if it has one. */
    void remember(Arguments command, CommandSpec spec) {
        if (Eval.isEval(spec) && command.bytes(1).length <= Script.BYTES_MAX) {
            texts.put(Sha1.of(command.bytes(1)), command.bytes(1));
        }
    }

    /**
     * Takes the reply to a command on its way: a script that does not compile is not kept any
     * longer. It was, for the commands that came behind it at once.
     *
     * @param reply takes it
     */
    Consumer<byte[]> checking(Arguments command, CommandSpec spec, Consumer<byte[]> reply) {
        if (!Eval.isEval(spec)) {
            return reply;
        }
        return bytes -> {
            forgetIfRefused(command, bytes);
            reply.accept(bytes);
        };
    }

    /** Forgets the script of EVAL if the reply says that it is none. */
    void forgetIfRefused(Arguments command, byte[] reply) {
        if (Script.isRefusal(reply)) {
            texts.remove(Sha1.of(command.bytes(1)));
        }
    }

    /**
     * Keeps a script.
     *
     * @return its SHA-1
     * @throws RedisError if it is none
     */
    String load(byte[] text) {
        long end = System.nanoTime() + COMPILE_NANOS;
        String sha1 =
                Script.of(
                                text,
                                _ -> {
                                    if (System.nanoTime() - end > 0) {
                                        throw new RedisError(
                                                "ERR the script takes too long to compile");
                                    }
                                })
                        .sha1();
        texts.put(sha1, text);
        return sha1;
    }

    boolean has(String sha1) {
        return texts.has(sha1.toLowerCase(Locale.ROOT));
    }

    void clear() {
        texts.clear();
    }

    /**
     * EVALSHA as the EVAL that it stands for; other commands as they are.
     *
     * @throws RedisError if the script is not known
     */
    Arguments withText(Arguments command, CommandSpec spec) {
        if (!spec.name().startsWith(PREFIX)) {
            return command;
        }
        byte[] text = texts.get(command.text(1).toLowerCase(Locale.ROOT));
        if (text == null) {
            throw new RedisError("NOSCRIPT No matching script. Please use EVAL.");
        }
        boolean isReadOnly = spec.name().length() > PREFIX.length();
        List<byte[]> words = new ArrayList<>(command.count());
        words.add(
                (isReadOnly ? Eval.READ_ONLY_NAME : Eval.NAME).getBytes(StandardCharsets.US_ASCII));
        words.add(text);
        words.addAll(command.from(2));
        return new Arguments(words);
    }
}
