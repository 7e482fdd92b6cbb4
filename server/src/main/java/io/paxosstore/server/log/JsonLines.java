package io.paxosstore.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;

import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes each line of the log as one JSON object. Logback's own encoder gives neither the event nor
 * the fields by their names, but templates and lists of arguments.
 */
public final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] encode(ILoggingEvent logged) {
        LogLine taken = LogLine.of(logged);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", logged.getInstant().toString());
        line.put("level", logged.getLevel().toString());
        line.put("logger", logged.getLoggerName());
        line.put("thread", logged.getThreadName());
        if (!taken.event().isEmpty()) {
            line.put("event", taken.event());
        }
        line.put("message", taken.sentence());
        if (!taken.fields().isEmpty()) {
            line.put("fields", taken.fields());
        }
        if (logged.getThrowableProxy() != null) {
            line.put("error", ThrowableProxyUtil.asString(logged.getThrowableProxy()));
        }
        return (MAPPER.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }
}
