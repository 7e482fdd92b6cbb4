package io.paxosstore.server.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.history.ChangeFollower;
import io.paxosstore.node.history.ChangeFormat;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
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

    private static void keep(HistoryKeeper keeper, int shard, long version) {
        EntityKey key = key(shard);
        ByteBuffer change = ByteBuffer.allocate(ChangeFormat.bytesWithoutObjects(key));
        ChangeFormat.put(change, key, version, version, false);
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

    /** Takes what it is told of one key. */
    private static final class Follower implements ChangeFollower {
        private final BlockingQueue<Boolean> beginnings = new LinkedBlockingQueue<>();
        private final BlockingQueue<Long> versions = new LinkedBlockingQueue<>();
        private volatile HistoryPosition next = HistoryPosition.NOW;

        @Override
        public void begins(boolean isResumed, HistoryPosition position) {
            next = position;
            beginnings.add(isResumed);
        }

        @Override
        public void changed(HistoryPosition position, List<RangeChange> changes) {
            changes.forEach(change -> versions.add(change.version()));
            next = position;
        }

        @Override
        public void lost() {}

        private boolean follow(HistoryKeeper keeper, int shard) throws InterruptedException {
            ChangeRange range = new ChangeRange(SPACE, key(shard).key(), true);
            keeper.follow(range, next, Integer.MAX_VALUE, this);
            return beginnings.take();
        }
    }

    @Test
    void nothingIsMissingAndNothingIsThereTwice() throws Exception {
        List<Follower> followers = Stream.generate(Follower::new).limit(SHARDS).toList();
        long next = 2;
        try (HistoryKeeper keeper = open()) {
            for (int shard = 0; shard < SHARDS; shard++) {
                followers.get(shard).follow(keeper, shard);
                keep(keeper, shard, 1);
                assertEquals(1, followers.get(shard).versions.take());
            }
        }
        for (int round = 0; round < ROUNDS; round++) {
            long said = keepAndKill(next, 3 + 4 * round);
            try (HistoryKeeper keeper = open()) {
                for (int shard = 0; shard < SHARDS; shard++) {
                    Follower follower = followers.get(shard);
                    assertTrue(follower.follow(keeper, shard), "of the same lineage");
                    long told = next;
                    while (told <= said) {
                        assertEquals(told, follower.versions.take(), "of shard " + shard);
                        told++;
                    }
                    // It may have come further than it has said. What it says again is no news.
                    for (long again = Math.max(next, said - SAID_AGAIN); again <= said; again++) {
                        keep(keeper, shard, again);
                    }
                    keep(keeper, shard, Long.MAX_VALUE - round);
                    for (Long more = follower.versions.take();
                            more != Long.MAX_VALUE - round;
                            more = follower.versions.take()) {
                        assertEquals(told, more, "of shard " + shard);
                        told++;
                    }
                    followers.get(shard).beginnings.clear();
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
        Follower follower = new Follower();
        try (HistoryKeeper keeper = open()) {
            follower.follow(keeper, 0);
            keep(keeper, 0, 1);
            assertEquals(1, follower.versions.take());
        }
        HistoryLineage before = HistoryLineage.read(options(directory));
        WaitingChanges one = WaitingChanges.begin(options(directory), SHARDS, before, true);
        one.begin(before.lineage());
        add(one, 2);
        HistoryLineage between = HistoryLineage.read(options(directory));
        WaitingChanges two = WaitingChanges.begin(options(directory), SHARDS, between, true);
        assertTrue(two.isWhole());
        two.begin(between.lineage());
        add(two, 3);
        try (HistoryKeeper keeper = open()) {
            assertTrue(follower.follow(keeper, 0));
            assertEquals(2, follower.versions.take());
            assertEquals(3, follower.versions.take());
        }
    }

    /** The second kill comes before the second life has a file of its own. */
    @Test
    void aKillAtTheStartLosesNothing() throws Exception {
        Follower follower = new Follower();
        try (HistoryKeeper keeper = open()) {
            follower.follow(keeper, 0);
            keep(keeper, 0, 1);
            assertEquals(1, follower.versions.take());
        }
        HistoryLineage before = HistoryLineage.read(options(directory));
        WaitingChanges one = WaitingChanges.begin(options(directory), SHARDS, before, true);
        one.begin(before.lineage());
        add(one, 2);
        Files.write(directory.resolve("waiting-2.new"), new byte[5000]);
        try (HistoryKeeper keeper = open()) {
            assertTrue(follower.follow(keeper, 0));
            assertEquals(2, follower.versions.take());
        }
    }

    /** A node may find out lives later what it has forgotten with a crash. */
    @Test
    void whatIsSaidAgainAfterAnEndInOrderIsNoNews() throws Exception {
        Follower follower = new Follower();
        try (HistoryKeeper keeper = open()) {
            follower.follow(keeper, 0);
            keep(keeper, 0, 1);
            keep(keeper, 0, 2);
            assertEquals(1, follower.versions.take());
            assertEquals(2, follower.versions.take());
        }
        try (HistoryKeeper keeper = open()) {
            assertTrue(follower.follow(keeper, 0));
            keep(keeper, 0, 1);
            keep(keeper, 0, 2);
            keep(keeper, 0, 3);
            assertEquals(3, follower.versions.take());
        }
    }

    /** What changed in a life without a history is missing in the one before it. */
    @Test
    void aLifeWithoutAHistoryEndsIt() throws Exception {
        Follower follower = new Follower();
        try (HistoryKeeper keeper = open()) {
            follower.follow(keeper, 0);
            keep(keeper, 0, 1);
            assertEquals(1, follower.versions.take());
        }
        HistoryOptions none = new HistoryOptions(false, directory, 1000, Duration.ofHours(1), true);
        try (HistoryKeeper keeper = new HistoryKeeper(1, SHARDS, none, () -> false).start()) {
            keep(keeper, 0, 2);
        }
        try (HistoryKeeper keeper = open()) {
            assertFalse(follower.follow(keeper, 0));
        }
    }

    private static void add(WaitingChanges waiting, long version) {
        EntityKey key = key(0);
        ByteBuffer change = ByteBuffer.allocate(ChangeFormat.bytesWithoutObjects(key));
        ChangeFormat.put(change, key, version, version, false);
        waiting.buffers().getFirst().add(change, 0, change.capacity());
    }

    private HistoryKeeper open() {
        return new HistoryKeeper(1, SHARDS, options(directory), () -> false).start();
    }
}
