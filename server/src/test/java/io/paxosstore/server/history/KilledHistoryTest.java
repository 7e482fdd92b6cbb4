package io.paxosstore.server.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.history.ChangeFormat;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A process that keeps changes is killed, again and again: nothing is missing and nothing twice.
 */
@Timeout(120)
final class KilledHistoryTest {
    private static final int SPACE = 1 << 24;
    private static final int SHARDS = 2;
    private static final int ROUNDS = 4;
    private static final long PACE_NANOS = 5_000_000;

    /** So many of its last changes a node says again when it comes back. */
    private static final int SAID_AGAIN = 500;

    @TempDir private Path directory;

    private static HistoryOptions options(Path directory) {
        return new HistoryOptions(true, directory, 1 << 30, Duration.ofHours(1), true);
    }

    private static EntityKey key(int shard) {
        return new EntityKey(SPACE, new byte[] {'k', (byte) shard});
    }

    private static ByteBuffer change(int shard, long version) {
        EntityKey key = key(shard);
        ByteBuffer change = ByteBuffer.allocate(ChangeFormat.bytesWithoutObjects(key));
        ChangeFormat.put(change, key, version, version, false);
        return change;
    }

    private static void keep(HistoryKeeper keeper, int shard, long version) {
        ByteBuffer change = change(shard, version);
        keeper.keep(shard, change, 0, change.capacity());
    }

    /** The process: keeps versions from one on, in each shard, and says how far it is. */
    static final class Keeping {
        private Keeping() {}

        public static void main(String... args) {
            HistoryKeeper keeper =
                    new HistoryKeeper(1, SHARDS, options(Path.of(args[0])), () -> false).start();
            for (long version = Long.parseLong(args[1]); ; version++) {
                for (int shard = 0; shard < SHARDS; shard++) {
                    keep(keeper, shard, version);
                }
                if (version % 1000 == 0) {
                    System.out.println(version);
                } else if (version % 100 == 0) {
                    LockSupport.parkNanos(PACE_NANOS); // what does not fit would be dropped
                }
            }
        }
    }

    /** Returns what the process has said last before it was killed. */
    private long keepAndKill(long from, int lines) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-") || argument.startsWith("-D"))
                .forEach(command::add);
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        Keeping.class.getName(),
                        directory.toString(),
                        Long.toString(from)));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        long said = 0;
        try (BufferedReader out = process.inputReader()) {
            for (int i = 0; i < lines; i++) {
                said = Long.parseLong(out.readLine());
            }
            process.toHandle().destroyForcibly(); // of the process itself, its stream stays open
            process.waitFor();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said = Long.parseLong(line);
            }
        }
        return said;
    }

    @Test
    void nothingIsMissingAndNothingIsThereTwice() throws Exception {
        List<TestFollower> followers =
                IntStream.range(0, SHARDS).mapToObj(i -> new TestFollower(key(i))).toList();
        long next = 2;
        try (HistoryKeeper keeper = open()) {
            for (int shard = 0; shard < SHARDS; shard++) {
                followers.get(shard).follow(keeper);
                keep(keeper, shard, 1);
                assertEquals(1, followers.get(shard).next());
            }
        }
        for (int round = 0; round < ROUNDS; round++) {
            long said = keepAndKill(next, 3 + 4 * round);
            try (HistoryKeeper keeper = open()) {
                for (int shard = 0; shard < SHARDS; shard++) {
                    TestFollower follower = followers.get(shard);
                    assertTrue(follower.follow(keeper), "of the same lineage");
                    long told = next;
                    while (told <= said) {
                        assertEquals(told, follower.next(), "of shard " + shard);
                        told++;
                    }
                    // It may have come further than it has said. What it says again is no news.
                    for (long again = Math.max(next, said - SAID_AGAIN); again <= said; again++) {
                        keep(keeper, shard, again);
                    }
                    keep(keeper, shard, Long.MAX_VALUE - round);
                    for (long more = follower.next();
                            more != Long.MAX_VALUE - round;
                            more = follower.next()) {
                        assertEquals(told, more, "of shard " + shard);
                        told++;
                    }
                }
            }
            next = said + 100_000 * (round + 1L);
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.toString().contains("waiting")).toList(),
                    "files of lives that are over");
        }
    }

    /** The history is not even opened before the next kill. */
    @Test
    void twoKillsInARowLoseNothing() throws Exception {
        TestFollower follower = whoHasHeardOfTheFirst();
        add(beginAndEndAtOnce(), 2);
        WaitingChanges second = beginAndEndAtOnce();
        assertTrue(second.isWhole());
        add(second, 3);
        try (HistoryKeeper keeper = open()) {
            assertTrue(follower.follow(keeper));
            assertEquals(2, follower.next());
            assertEquals(3, follower.next());
        }
    }

    /** The second kill comes before the second life has a file of its own. */
    @Test
    void aKillAtTheStartLosesNothing() throws Exception {
        TestFollower follower = whoHasHeardOfTheFirst();
        add(beginAndEndAtOnce(), 2);
        Files.write(directory.resolve("waiting-2.new"), new byte[5000]);
        try (HistoryKeeper keeper = open()) {
            assertTrue(follower.follow(keeper));
            assertEquals(2, follower.next());
        }
    }

    /** A node may find out lives later what it has forgotten with a crash. */
    @Test
    void whatIsSaidAgainAfterAnEndInOrderIsNoNews() throws Exception {
        TestFollower follower = new TestFollower(key(0));
        try (HistoryKeeper keeper = open()) {
            follower.follow(keeper);
            keep(keeper, 0, 1);
            keep(keeper, 0, 2);
            assertEquals(1, follower.next());
            assertEquals(2, follower.next());
        }
        try (HistoryKeeper keeper = open()) {
            assertTrue(follower.follow(keeper));
            keep(keeper, 0, 1);
            keep(keeper, 0, 2);
            keep(keeper, 0, 3);
            assertEquals(3, follower.next());
        }
    }

    /** What changed in a life without a history is missing in the one before it. */
    @Test
    void aLifeWithoutAHistoryEndsIt() throws Exception {
        TestFollower follower = whoHasHeardOfTheFirst();
        HistoryOptions none = new HistoryOptions(false, directory, 1000, Duration.ofHours(1), true);
        try (HistoryKeeper keeper = new HistoryKeeper(1, SHARDS, none, () -> false).start()) {
            keep(keeper, 0, 2);
        }
        try (HistoryKeeper keeper = open()) {
            assertFalse(follower.follow(keeper));
        }
    }

    /** The first life, which ends in order. */
    private TestFollower whoHasHeardOfTheFirst() throws InterruptedException {
        TestFollower follower = new TestFollower(key(0));
        try (HistoryKeeper keeper = open()) {
            follower.follow(keeper);
            keep(keeper, 0, 1);
            assertEquals(1, follower.next());
        }
        return follower;
    }

    /** A life that is killed before its history is opened. */
    private WaitingChanges beginAndEndAtOnce() {
        HistoryOptions options = options(directory);
        return WaitingChanges.begin(options, SHARDS, HistoryLineage.read(options), true);
    }

    private static void add(WaitingChanges waiting, long version) {
        ByteBuffer change = change(0, version);
        waiting.buffers().getFirst().add(change, 0, change.capacity());
    }

    private HistoryKeeper open() {
        return new HistoryKeeper(1, SHARDS, options(directory), () -> false).start();
    }
}
