package io.paxosstore.server.log;

import ch.qos.logback.classic.Logger;

import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.LogSettings;

import org.slf4j.LoggerFactory;

/** Sets the log of this process up as a server's configuration has it. */
public final class ServerLog {
    /** Lines of one event in a minute, unless it is set. */
    static final int EVENT_LINES = LogSettings.EVENT_LINES_DEFAULT;

    private static final String APPENDER = "STDERR";

    private ServerLog() {}

    /** Takes over the settings of the log; once, when the process starts. */
    public static void configure(Configuration configuration) {
        boolean json = configuration.get(LogSettings.FORMAT).equals(LogSettings.JSON);
        if (LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root
                && root.getAppender(APPENDER) instanceof ServerAppender appender) {
            appender.limitTo(configuration.get(LogSettings.EVENT_LINES));
            if (json) {
                appender.encodeBy(new JsonLines());
            }
        } else if (json) {
            LoggerFactory.getLogger(ServerLog.class)
                    .warn(
                            "log_foreign {}=json has no effect: another configuration of Logback is"
                                    + " in use, and says what is written",
                            LogSettings.FORMAT.key());
        }
    }
}
