package io.paxosstore.server.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** What a class logs while a test runs. */
public final class LoggedLines extends ListAppender<ILoggingEvent>
        implements BeforeEachCallback, AfterEachCallback {
    private final Logger logger;

    /** Lines of this class alone. */
    public LoggedLines(Class<?> logs) {
        this.logger = (Logger) LoggerFactory.getLogger(logs);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        start();
        logger.addAppender(this);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.detachAppender(this);
    }
}
