package io.paxosstore.node.host;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Warnings that cannot flood the log: of one event, at most one line in a while, with the number of
 * those left out. Thread-safe; events are constants, so their number is small.
 */
public final class RateLimitedLog {
    private static final long INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

    private final Logger log;
    private final LongSupplier nanoClock;
    private final Map<String, Repeats> repeats = new HashMap<>();

    /**
     * @param nanoClock monotonic time
     */
    public RateLimitedLog(Logger log, LongSupplier nanoClock) {
        this.log = log;
        this.nanoClock = nanoClock;
    }

    /**
     * Logs an event with its sentence, unless the same event was logged a moment ago.
     *
     * @param event a stable name, such as {@code peer_refused}
     */
    public void warn(String event, String sentence) {
        warn(event, sentence, null);
    }

    /**
     * The same.
     *
     * @param cause is logged with it; null for none
     */
    public void warn(String event, String sentence, @Nullable Throwable cause) {
        long suppressed = admit(event, nanoClock.getAsLong());
        if (suppressed > 0) {
            log.warn(
                    "{} {} ({} more of these were not logged)", event, sentence, suppressed, cause);
        } else if (suppressed == 0) {
            log.warn("{} {}", event, sentence, cause);
        }
    }

    /** How many were left out since the last line; -1 when this one is left out too. */
    private synchronized long admit(String event, long nowNanos) {
        Repeats seen = repeats.get(event);
        if (seen == null) {
            seen = new Repeats();
            repeats.put(event, seen);
        } else if (nowNanos - seen.loggedNanos < INTERVAL_NANOS) {
            seen.suppressed++;
            return -1;
        }
        long suppressed = seen.suppressed;
        seen.loggedNanos = nowNanos;
        seen.suppressed = 0;
        return suppressed;
    }

    private static final class Repeats {
        private long loggedNanos;
        private long suppressed;
    }
}
