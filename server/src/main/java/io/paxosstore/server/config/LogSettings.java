package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.integer;

import java.util.regex.Pattern;

/** The settings of the log, which is that of the process and not of the node. */
public final class LogSettings {
    /** One JSON object on each line. */
    public static final String JSON = "json";

    /** Lines of one event in a minute, unless it is set. */
    public static final int EVENT_LINES_DEFAULT = 100;

    public static final Setting<String> FORMAT =
            Setting.declare(
                            "log.format",
                            ValueType.word(Pattern.compile("text|json"), "text or json"))
                    .defaultsTo("text")
                    .doc(
                            "How `bin/paxosstore server` writes its log to standard error: lines"
                                    + " for people, or one JSON object a line (docs/logging.md).");

    public static final Setting<Integer> EVENT_LINES =
            integer(
                    "log.event-lines",
                    EVENT_LINES_DEFAULT,
                    1,
                    1_000_000,
                    "Lines that one event may have in the log within a minute. What is left out is"
                            + " counted, and one line says how many there were.");

    private LogSettings() {}
}
