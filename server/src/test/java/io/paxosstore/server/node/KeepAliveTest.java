package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import redis.clients.jedis.Jedis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Both sides of a client's connection notice a machine that is gone, as Linux tells it. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
final class KeepAliveTest {
    private static final String OPEN = "01";
    private static final String KEEP_ALIVE = "02";
    private static final int HEX = 16;

    /** In hundredths of a second. Linux's own time is two hours. */
    private static final int HOUR = 360_000;

    /** One side of a connection of this machine, and the timer that runs for it. */
    private record Side(int ownPort, int otherPort, String state, String timer, int left) {
        static Side of(String line) {
            String[] words = line.strip().split("[ :]+", -1);
            return new Side(
                    Integer.parseInt(words[2], HEX),
                    Integer.parseInt(words[4], HEX),
                    words[5],
                    words[8],
                    Integer.parseUnsignedInt(words[9], HEX));
        }

        static Stream<Side> all() {
            return Stream.of("tcp", "tcp6")
                    .flatMap(table -> lines(Path.of("/proc/net", table)))
                    .map(Side::of)
                    .filter(side -> side.state.equals(OPEN));
        }

        private static Stream<String> lines(Path table) {
            try {
                return Files.readAllLines(table).stream().skip(1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void connectionsThatAreSilentAreAsked(boolean isEpoll) throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(1)
                                .set("redis.enabled", "true")
                                .set("server.epoll", Boolean.toString(isEpoll))
                                .set("client.keep-alive", "1h")
                                .start();
                PaxosStore store = PaxosStore.connect(cluster.connectString());
                Jedis jedis = new Jedis("127.0.0.1", cluster.redisAddress(1).getPort())) {
            int clients = cluster.member(1).clientPort();
            int redis = cluster.redisAddress(1).getPort();
            var _ = store.createSpaceIfAbsent("any", SpaceKind.KEY_VALUE);
            assertEquals(Map.of("tcp-keepalive", "3600"), jedis.configGet("tcp-keepalive"));
            await("a client's", side -> side.ownPort == clients && side.left <= HOUR);
            await("a client of Redis's", side -> side.ownPort == redis && side.left <= HOUR);
            await("the client's own", side -> side.otherPort == clients);
        }
    }

    /** For a moment another timer runs, while what was sent is not acknowledged. */
    private static void await(String what, Predicate<Side> wanted) throws InterruptedException {
        RejoinTest.await(
                what,
                () ->
                        Side.all()
                                .anyMatch(side ->
                                        side.timer.equals(KEEP_ALIVE) && wanted.test(side)));
    }
}
