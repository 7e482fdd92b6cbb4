package io.paxosstore.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the log, taken apart: the name of its event, its sentence, its fields. The name is the
 * first word of what our own classes log, and never changes: {@code docs/logging.md} lists them.
 *
 * @param event the name; empty for lines of libraries
 * @param sentence what is behind it
 * @param fields those that the line names as {@code name={}}
 */
record LogLine(String event, String sentence, Map<String, Object> fields) {
    private static final String OURS = "io.paxosstore.";
    private static final Pattern EVENT =
            Pattern.compile("([a-z][a-z0-9]*(?:[._][a-z0-9]+)*)(?:\\s+|$)");
    private static final Pattern PLACE = Pattern.compile("(?:(\\w+)=)?\\{}");

    static LogLine of(ILoggingEvent logged) {
        String text = logged.getFormattedMessage();
        String event = event(logged);
        String sentence = event.isEmpty() ? text : text.substring(event.length()).stripLeading();
        return new LogLine(event, sentence, fields(logged));
    }

    /** The name of the event that a line tells; empty for lines of libraries. */
    static String event(ILoggingEvent logged) {
        if (!logged.getLoggerName().startsWith(OURS)) {
            return "";
        }
        Matcher first = EVENT.matcher(logged.getFormattedMessage());
        return first.lookingAt() ? first.group(1) : "";
    }

    private static Map<String, Object> fields(ILoggingEvent logged) {
        Map<String, Object> fields = new LinkedHashMap<>();
        Object[] arguments = logged.getArgumentArray();
        if (arguments == null) {
            return fields;
        }
        Matcher place = PLACE.matcher(logged.getMessage());
        for (int i = 0; i < arguments.length && place.find(); i++) {
            String name = place.group(1);
            if (name != null) {
                fields.put(name, value(arguments[i]));
            }
        }
        return fields;
    }

    /** Numbers and truth values stay what they are. */
    private static Object value(Object argument) {
        if (argument instanceof Number || argument instanceof Boolean) {
            return argument;
        }
        try {
            return String.valueOf(argument);
        } catch (RuntimeException e) { // as SLF4J has it: the line is worth more than its argument
            return "[FAILED toString()]";
        }
    }
}
