package io.paxosstore.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes the log of a server to the console: of one event, or of one library's class, so many lines
 * in a minute; then one line that says how many were left out. Named in the {@code logback.xml} of
 * the command line.
 */
public final class ServerAppender extends ConsoleAppender<ILoggingEvent> {
    /** What is one and the same where lines are limited. */
    private record Kind(String event, Level level) {}

    private final LogCounts counts = LogCounts.ofThisProcess();
    private final AtomicBoolean isTelling = new AtomicBoolean();
    private final Duration window;
    private volatile RepeatLimit<Kind> limit;

    /** As Logback makes it. */
    public ServerAppender() {
        this(Duration.ofMinutes(1));
    }

    /**
     * @param window in which lines of an event are counted
     */
    ServerAppender(Duration window) {
        this.window = window;
        this.limit = limit(ServerLog.EVENT_LINES);
    }

    private RepeatLimit<Kind> limit(int lines) {
        return new RepeatLimit<>(lines, window.toNanos());
    }

    /** Bounds the lines of one event in a minute, from now on. */
    void limitTo(int lines) {
        RepeatLimit<Kind> before = limit;
        limit = limit(lines);
        tell(before.all());
    }

    /** Writes lines in another way, from now on. */
    void encodeBy(Encoder<ILoggingEvent> next) {
        next.setContext(getContext());
        next.start();
        setEncoder(next);
    }

    @Override
    protected void append(ILoggingEvent logged) {
        long now = System.nanoTime();
        RepeatLimit<Kind> present = limit;
        tell(present.over(now));
        counts.logged(level(logged.getLevel()));
        if (present.admits(kind(logged), now)) {
            super.append(logged);
        } else {
            counts.heldBack();
            tellLater();
        }
    }

    private static Kind kind(ILoggingEvent logged) {
        String event = LogLine.event(logged);
        return new Kind(event.isEmpty() ? logged.getLoggerName() : event, logged.getLevel());
    }

    private static LogCounts.Level level(Level level) {
        if (level.isGreaterOrEqual(Level.ERROR)) {
            return LogCounts.Level.ERROR;
        } else if (level.isGreaterOrEqual(Level.WARN)) {
            return LogCounts.Level.WARN;
        }
        return level.isGreaterOrEqual(Level.INFO) ? LogCounts.Level.INFO : LogCounts.Level.DEBUG;
    }

    /** Also if nothing else is logged any more. */
    private void tellLater() {
        if (isTelling.compareAndSet(false, true)) {
            var _ =
                    getContext()
                            .getScheduledExecutorService()
                            .schedule(this::tellNow, window.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void tellNow() {
        isTelling.set(false);
        RepeatLimit<Kind> present = limit;
        tell(present.over(System.nanoTime()));
        if (present.isHolding()) {
            tellLater();
        }
    }

    private void tell(List<RepeatLimit.Held<Kind>> left) {
        for (RepeatLimit.Held<Kind> held : left) {
            super.append(
                    new LoggingEvent(
                            ServerAppender.class.getName(),
                            ((LoggerContext) getContext()).getLogger(ServerAppender.class),
                            held.what().level(),
                            "log_suppressed of={} lines={} seconds={}",
                            null,
                            new Object[] {held.what().event(), held.times(), window.toSeconds()}));
        }
    }

    /** Says first what it has left out. */
    @Override
    public void stop() {
        if (isStarted()) {
            limitTo(ServerLog.EVENT_LINES);
        }
        super.stop();
    }
}
