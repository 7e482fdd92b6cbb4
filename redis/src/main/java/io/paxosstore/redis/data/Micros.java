package io.paxosstore.redis.data;

import io.paxosstore.redis.resp.Reply;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What TIME tells: the clock has milliseconds, and stands still while an entry is made, but scripts
 * name things by the microsecond, such as the requests that a limiter of rates counts. So each one
 * is told a microsecond of its own within its millisecond, as long as there are any. Thread-safe.
 */
public final class Micros {
    private static final int PER_MILLI = 1000;
    private static final int PER_SECOND = 1_000_000;

    private final AtomicLong last = new AtomicLong();

    /**
     * The reply to TIME.
     *
     * @param millis since 1970
     */
    public Reply time(long millis) {
        long micros = next(millis);
        return new Reply.Array(
                List.of(
                        Reply.bulk(Long.toString(micros / PER_SECOND)),
                        Reply.bulk(Long.toString(micros % PER_SECOND))));
    }

    /** Entities' clocks may differ: of another millisecond it begins anew. */
    private long next(long millis) {
        long first = millis * PER_MILLI;
        return last.updateAndGet(
                before -> before >= first && before < first + PER_MILLI - 1 ? before + 1 : first);
    }
}
