package io.paxosstore.bench.redis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What came of the calls of recorded clients. Thread-safe. */
public final class RedisTally {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    /** What is counted. */
    private static final String DONE = "done";

    private static final String NOT_DONE = "not done";

    RedisTally() {}

    void add(Told told) {
        String what =
                switch (told) {
                    case Told.Done done -> DONE;
                    case Told.NotDone notDone -> NOT_DONE;
                    case Told.Refused refused -> "refused";
                    case Told.Unknown(Told.Why why) -> why.name();
                };
        counts.computeIfAbsent(what, absent -> new LongAdder()).increment();
    }

    private long count(String what) {
        LongAdder count = counts.get(what);
        return count == null ? 0 : count.sum();
    }

    /** Calls that were answered. */
    public long done() {
        return count(DONE);
    }

    /** Calls that were not done, or had no connection to be sent on. */
    public long notDone() {
        return count(NOT_DONE);
    }

    /** Calls whose outcome stayed unknown for this reason, reads among them. */
    public long unknown(Told.Why why) {
        return count(why.name());
    }

    /** Calls whose outcome stayed unknown. */
    public long unknown() {
        long sum = 0;
        for (Told.Why why : Told.Why.values()) {
            sum += unknown(why);
        }
        return sum;
    }
}
