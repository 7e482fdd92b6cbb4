package io.paxosstore.server.log;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many lines this process has logged since its start. Thread-safe. */
public final class LogCounts {
    /** How much a line matters. */
    public enum Level {
        ERROR,
        WARN,
        INFO,
        /** And everything below. */
        DEBUG
    }

    private static final LogCounts PROCESS = new LogCounts();

    private final Map<Level, LongAdder> lines = new EnumMap<>(Level.class);
    private final LongAdder suppressed = new LongAdder();

    /** Nothing yet. */
    LogCounts() {
        for (Level level : Level.values()) {
            lines.put(level, new LongAdder());
        }
    }

    /** Those of this process; all 0 where another program writes its log. */
    public static LogCounts ofThisProcess() {
        return PROCESS;
    }

    void logged(Level level) {
        lines.get(level).increment();
    }

    void heldBack() {
        suppressed.increment();
    }

    /** Lines of a level, with those that were not written because they repeat others. */
    public long lines(Level level) {
        return lines.get(level).sum();
    }

    /** Lines that were not written because their event had repeated itself too often. */
    public long suppressed() {
        return suppressed.sum();
    }
}
