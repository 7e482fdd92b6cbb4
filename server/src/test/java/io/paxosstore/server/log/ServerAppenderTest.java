package io.paxosstore.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a server's log looks like, as text and as JSON, and when it repeats itself. */
final class ServerAppenderTest {
    private final LoggerContext context = new LoggerContext();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ServerAppender appender = new ServerAppender();
    private final Logger log = context.getLogger("io.paxosstore.server.Example");

    @BeforeEach
    void start() {
        start(appender, out);
    }

    private void start(ServerAppender appender, OutputStream out) {
        context.setMDCAdapter(new LogbackMDCAdapter());
        PatternLayoutEncoder text = new PatternLayoutEncoder();
        text.setContext(context);
        text.setPattern("%-5level %msg%n");
        text.start();
        appender.setContext(context);
        appender.setEncoder(text);
        appender.start();
        appender.setOutputStream(out);
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private JsonNode json() {
        List<String> lines = lines();
        assertEquals(1, lines.size(), "one line, whatever is in it");
        return JsonMapper.shared().readTree(lines.getFirst());
    }

    @Test
    void textIsAsItWas() {
        log.warn("member_missing node={}", 3);
        assertEquals(List.of("WARN  member_missing node=3"), lines());
    }

    @Test
    void aLineOfJsonHasItsEventAndItsFields() {
        appender.encodeBy(new JsonLines());
        Instant before = Instant.now();
        log.warn(
                "member_missing node={} for {} address={} known={}: start \"it\"\nor not",
                3,
                "ever",
                "10.0.0.3:7401",
                true);
        JsonNode line = json();
        assertEquals(
                Set.of("time", "level", "logger", "thread", "event", "message", "fields"),
                new HashSet<>(line.propertyNames()));
        assertFalse(
                Instant.parse(line.required("time").asString()).isBefore(before.minusMillis(1)));
        assertEquals("WARN", line.required("level").asString());
        assertEquals("io.paxosstore.server.Example", line.required("logger").asString());
        assertEquals(Thread.currentThread().getName(), line.required("thread").asString());
        assertEquals("member_missing", line.required("event").asString());
        assertEquals(
                "node=3 for ever address=10.0.0.3:7401 known=true: start \"it\"\nor not",
                line.required("message").asString());
        assertEquals(
                "{\"node\":3,\"address\":\"10.0.0.3:7401\",\"known\":true}",
                line.required("fields").toString());
    }

    @Test
    void anErrorIsOnTheSameLine() {
        appender.encodeBy(new JsonLines());
        log.error("storage.close.failed", new IllegalStateException("why"));
        JsonNode line = json();
        assertEquals("storage.close.failed", line.required("event").asString());
        assertEquals("", line.required("message").asString());
        String error = line.required("error").asString();
        assertTrue(error.startsWith("java.lang.IllegalStateException: why"), error);
        assertTrue(error.contains("anErrorIsOnTheSameLine"), error);
    }

    /** A sentence that only begins in lower case is no event either. */
    @Test
    void whatLibrariesSayHasNoEvent() {
        appender.encodeBy(new JsonLines());
        context.getLogger("org.example.Library").info("something happened {}", "here");
        JsonNode line = json();
        assertFalse(line.has("event"));
        assertFalse(line.has("fields"));
        assertEquals("something happened here", line.required("message").asString());
    }

    @Test
    void linesThatRepeatEachOtherAreCountedInstead() {
        long suppressed = LogCounts.ofThisProcess().suppressed();
        long warnings = LogCounts.ofThisProcess().lines(LogCounts.Level.WARN);
        appender.limitTo(3);
        for (int i = 0; i < 10; i++) {
            log.warn("peer_refused {}", i);
        }
        log.warn("peer_garbage once");
        log.error("peer_refused is another thing as an error");
        assertEquals(
                List.of(
                        "WARN  peer_refused 0",
                        "WARN  peer_refused 1",
                        "WARN  peer_refused 2",
                        "WARN  peer_garbage once",
                        "ERROR peer_refused is another thing as an error"),
                lines());
        // What is held back is told when the minute is over, or here, since there is no more.
        appender.limitTo(3);
        assertEquals("WARN  log_suppressed of=peer_refused lines=7 seconds=60", lines().getLast());
        assertTrue(LogCounts.ofThisProcess().suppressed() >= suppressed + 7);
        assertTrue(LogCounts.ofThisProcess().lines(LogCounts.Level.WARN) >= warnings + 11);
    }

    /** Nothing else is logged any more: a thread of Logback's tells it. */
    @Test
    @Timeout(60)
    void whatIsHeldBackIsToldWhenTheTimeIsOver() throws Exception {
        context.getLogger(Logger.ROOT_LOGGER_NAME).detachAppender(appender);
        int all = 1000;
        AtomicInteger accounted = new AtomicInteger();
        CountDownLatch told = new CountDownLatch(1);
        ServerAppender quick = new ServerAppender(Duration.ofMillis(100));
        start(
                quick,
                new ByteArrayOutputStream() {
                    @Override
                    public synchronized void write(byte[] bytes, int from, int length) {
                        String line = new String(bytes, from, length, StandardCharsets.UTF_8);
                        Matcher held = Pattern.compile(".* lines=(\\d+) .*\\R").matcher(line);
                        int lines = held.matches() ? Integer.parseInt(held.group(1)) : 1;
                        if (accounted.addAndGet(lines) == all) {
                            told.countDown();
                        }
                    }
                });
        quick.limitTo(1);
        for (int i = 0; i < all; i++) {
            log.info("peer_connected {}", i);
        }
        told.await();
    }

    @Test
    void whatIsHeldBackAtTheEndIsTold() {
        appender.limitTo(1);
        for (int i = 0; i < 3; i++) {
            log.info("peer_connected {}", i);
        }
        appender.stop();
        assertEquals(
                List.of(
                        "INFO  peer_connected 0",
                        "INFO  log_suppressed of=peer_connected lines=2 seconds=60"),
                lines());
    }

    /** Strangers say what they are called, and their words are in the log: in one line. */
    @Test
    void nothingThatIsSaidIsALineOfItsOwn() throws Exception {
        LoggerContext shipped = new LoggerContext();
        shipped.setMDCAdapter(new LogbackMDCAdapter());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(shipped);
        configurator.doConfigure(
                new ByteArrayInputStream(
                        """
                        <configuration>
                          <include resource="io/paxosstore/server/log/server-log.xml"/>
                        </configuration>
                        """
                                .getBytes(StandardCharsets.UTF_8)));
        if (!(shipped.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("STDERR")
                instanceof ServerAppender written)) {
            throw new AssertionError("no appender");
        }
        written.setOutputStream(out);
        shipped.getLogger("io.paxosstore.server.Example")
                .warn(
                        "peer_refused It belongs to cluster '{}'",
                        "ü\r\n2026-11-28 ERROR Node node_failed\u001b[2J\u009b2J",
                        new IllegalStateException("why"));
        List<String> lines = lines();
        assertTrue(
                lines.getFirst()
                        .endsWith(
                                " WARN  Example peer_refused It belongs to cluster"
                                        + " 'ü  2026-11-28 ERROR Node node_failed [2J 2J'"),
                lines.getFirst());
        assertEquals("java.lang.IllegalStateException: why", lines.get(1), "a trace has its lines");
        assertTrue(lines.get(2).startsWith("\tat "), lines.get(2));
        shipped.stop();
    }

    /** A library has no events: its class is what repeats itself. */
    @Test
    void aLibraryIsLimitedByItsClass() {
        appender.limitTo(2);
        Logger library = context.getLogger("org.example.Library");
        for (String word : Arrays.asList("one", "two", "three")) {
            library.info("Something " + word);
        }
        assertEquals(List.of("INFO  Something one", "INFO  Something two"), lines());
    }
}
