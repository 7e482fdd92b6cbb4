package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;

import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.log.LoggedLines;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.List;
import java.util.Map;

/** Who opens the port to all the world without a password is told. */
class UnguardedPortTest {
    @RegisterExtension final LoggedLines lines = new LoggedLines(RedisPort.class);

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
