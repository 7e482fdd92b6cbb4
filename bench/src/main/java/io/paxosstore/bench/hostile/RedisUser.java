package io.paxosstore.bench.hostile;

import io.paxosstore.bench.redis.RespConnection;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * A client of Redis like any other, at one node: it alone writes its keys, and checks what it
 * reads. One thread; {@link #close} from any, when that has ended.
 */
final class RedisUser implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int KEYS = 500;

    /** The database of entities, and the one of keys. */
    private static final int DATABASES = 2;

    private final String name;
    private final int port;
    private final CheckedCalls calls;
    private @Nullable RespConnection connection;
    private long steps;

    /** Whether every write of this step is known to be done. */
    private boolean isCertain;

    RedisUser(String name, int port, CheckedCalls calls) {
        this.name = name;
        this.port = port;
        this.calls = calls;
    }

    /** Writes and reads, with a pause after each call. */
    void step(Duration pause) throws InterruptedException {
        long number = steps++;
        String key = name + "-" + number % KEYS;
        String value = Long.toString(number);
        isCertain = true;
        if (number % KEYS == 0) {
            call(pause, "OK", "SELECT", Long.toString(number / KEYS % DATABASES));
        }
        call(pause, "OK", "SET", key, value);
        call(pause, value, "GET", key);
        call(pause, "OK", "SET", key, value + "+");
        call(pause, value + "+", "GET", key);
    }

    private void call(Duration pause, String wanted, String... words) throws InterruptedException {
        String what = String.join(" ", words) + " of " + name;
        if (!calls.make(what, () -> check(what, ask(words), wanted))) {
            isCertain = false;
            close();
        }
        Thread.sleep(pause);
    }

    private Object ask(String... words) {
        try {
            RespConnection open = connection;
            if (open == null) {
                open = RespConnection.open(port, LIMIT);
                connection = open;
            }
            Object reply = open.ask(words);
            if (reply instanceof RespConnection.Failure(String text)) {
                throw new IOException(text);
            }
            return reply;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check(String what, Object reply, String wanted) {
        if (isCertain && !reply.equals(wanted)) {
            calls.wrong("%s gave %s and not %s".formatted(what, reply, wanted));
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}
