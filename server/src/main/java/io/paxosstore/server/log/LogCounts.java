package io.paxosstore.server.log;

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

    private final LongAdder errors = new LongAdder();
    private final LongAdder warnings = new LongAdder();
    private final LongAdder infos = new LongAdder();
    private final LongAdder details = new LongAdder();
    private final LongAdder suppressed = new LongAdder();

    private LogCounts() {}

    /** Those of this process; all 0 where another program writes its log. */
    public static LogCounts ofThisProcess() {
        return PROCESS;
    }

    private LongAdder count(Level level) {
        return switch (level) {
            case ERROR -> errors;
            case WARN -> warnings;
            case INFO -> infos;
            case DEBUG -> details;
        };
    }

    void logged(Level level) {
        count(level).increment();
    }

    void heldBack() {
        suppressed.increment();
    }

    /** Lines of a level, with those that were not written because they repeat others. */
    public long lines(Level level) {
        return count(level).sum();
    }

    /** Lines that were not written because their event had repeated itself too often. */
    public long suppressed() {
        return suppressed.sum();
    }
}
