package io.paxosstore.server.trace;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;

import org.slf4j.LoggerFactory;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What one class logs from now on. */
final class LoggedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private static final long WAIT_SECONDS = 30;

    private final Logger logger;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    LoggedLines(String className) {
        logger = (Logger) LoggerFactory.getLogger(className);
        start();
        logger.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getFormattedMessage());
    }

    /** The next line; fails after a while. */
    String await() throws InterruptedException {
        String line = lines.poll(WAIT_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("nothing was logged");
        }
        return line;
    }

    @Override
    public void close() {
        logger.detachAppender(this);
    }
}
