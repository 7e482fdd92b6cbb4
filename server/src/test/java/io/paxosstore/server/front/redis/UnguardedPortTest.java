package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Map;

/** Who opens the port to all the world without a password is told. */
class UnguardedPortTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(RedisPort.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
    }

    /** What is warned of when a node starts, the port's number left out. */
    private List<String> warnings(Map<String, String> settings) throws Exception {
        lines.list.clear();
        EmbeddedCluster.Builder cluster = EmbeddedCluster.builder(1).set("redis.enabled", "true");
        settings.forEach(cluster::set);
        cluster.start().close();
        return lines.list.stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .map(line -> line.getFormattedMessage().replaceAll(":\\d+", ""))
                .toList();
    }

    @Test
    void aPortForOtherMachinesNeedsAPassword() throws Exception {
        assertEquals(
                List.of(
                        "redis_without_password address=/0.0.0.0 whoever reaches this port may read"
                                + " and change all that is in redis.databases: set redis.password,"
                                + " or let nobody else reach it"),
                warnings(Map.of("node.bind", "0.0.0.0")));
        assertEquals(
                List.of(), warnings(Map.of("node.bind", "0.0.0.0", "redis.password", "secret")));
        assertEquals(List.of(), warnings(Map.of("node.bind", "127.0.0.1")));
    }
}
