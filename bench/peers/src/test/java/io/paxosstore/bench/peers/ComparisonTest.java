package io.paxosstore.bench.peers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.load.KeyTarget;
import io.paxosstore.bench.load.OperationKind;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.measure.Disk;
import io.paxosstore.bench.measure.Outcome;
import io.paxosstore.bench.process.ClusterLayout;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The peer that needs nothing but Maven's repository, ZooKeeper, and ours: real processes. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ComparisonTest {
    private static final int KEYS = 100;
    private static final int VALUE_BYTES = 100;
    private static final long LIMIT_SECONDS = 30;

    @TempDir private Path directory;

    @Test
    void bothDoWhatIsCounted() throws Exception {
        StringWriter log = new StringWriter();
        Comparison comparison =
                new Comparison(
                        List.of(
                                ComparedLoad.parse("4:write=50,read=50"),
                                ComparedLoad.parse("1:read=100")),
                        KEYS,
                        VALUE_BYTES,
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        Duration.ZERO,
                        2,
                        2,
                        Disk.of(directory),
                        new PrintWriter(log));
        Path ours = Files.createDirectory(directory.resolve("ours"));
        Path theirs = Files.createDirectory(directory.resolve("theirs"));
        List<Comparison.Pair> pairs =
                comparison.run(
                        PaxosStoreContestant.create(ours), ZooKeeperContestant.create(theirs));

        assertEquals(2, pairs.size());
        for (Comparison.Pair pair : pairs) {
            assertEquals(2, pair.ours().size());
            assertEquals(2, pair.theirs().size());
            pair.ours().forEach(ComparisonTest::check);
            pair.theirs().forEach(ComparisonTest::check);
        }
        assertEquals(OperationKind.READ, pairs.getLast().ours().getFirst().mainKind());
        String table = ComparisonTable.of("ZooKeeper", pairs, VALUE_BYTES);
        assertTrue(table.contains("| 1 client, read=100 |"), table);
        assertFalse(table.contains("NaN"), table);
        assertTrue(log.toString().contains("round 2, "), log.toString());
    }

    private static void check(Outcome outcome) {
        assertTrue(outcome.operations() > 0, "something is done");
        assertEquals(0, outcome.errors());
        assertTrue(outcome.servers().cpuNanos() > 0, "the servers' time is counted");
        assertTrue(outcome.servers().residentBytes() > 0, "the servers' memory is counted");
    }

    @Test
    void whatIsWrittenIsThere() throws Exception {
        byte[] key = "key000000001".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        try (ZooKeeperContestant contestant = ZooKeeperContestant.create(directory)) {
            contestant.start();
            try (KeyTarget target = contestant.connect(OperationMix.parse("write=100"))) {
                target.fill(key, new byte[] {1}).get(LIMIT_SECONDS, TimeUnit.SECONDS);
                target.fill(key, new byte[] {1}).get(LIMIT_SECONDS, TimeUnit.SECONDS);
                target.write(key, new byte[] {2, 3}).get(LIMIT_SECONDS, TimeUnit.SECONDS);
                assertArrayEquals(
                        new byte[] {2, 3},
                        (byte[]) target.read(key).get(LIMIT_SECONDS, TimeUnit.SECONDS));
            }
        }
    }

    @Test
    void aServerThatEndsIsNamedWithItsLog() throws IOException {
        int port = ClusterLayout.onFreePorts(1).node(1).clientPort();
        try (PeerProcess process =
                PeerProcess.start(
                        "peer", directory, List.of("sh", "-c", "echo no such disk"), Map.of())) {
            IOException failed =
                    assertThrows(
                            IOException.class,
                            () -> process.await(() -> TextProbe.ask(port, "?").isEmpty()));
            assertTrue(String.valueOf(failed.getMessage()).contains("no such disk"));
        }
    }
}
