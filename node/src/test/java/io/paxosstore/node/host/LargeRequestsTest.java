package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Many large requests at one shard, whose clock and disk are driven by hand. */
class LargeRequestsTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final int LARGE = 100;

    /** Programs that write large values have correlations below this, small ones from here. */
    private static final long SMALL = 1000;

    private final ManualScheduler scheduler = new ManualScheduler();
    private final Disk disk = new Disk();
    private final Map<Long, Integer> signs = new HashMap<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final Requester requester = new Client();
    private final ArrayDeque<Long> ready = new ArrayDeque<>();
    private final ShardLoop shard = shard(64 << 20);
    private BiConsumer<Long, Outcome> onOutcome = (correlation, outcome) -> {};
    private long stamps = 1;

    private static EntityKey key(String name) {
        return new EntityKey(1, name.getBytes(StandardCharsets.UTF_8));
    }

    private ShardLoop shard(long memoryBytes) {
        ShardLimits limits =
                new ShardLimits(
                        65_536, 100 * MILLI, 1 << 30, LARGE, 2 * LARGE, 1 << 20, 10 * MILLI);
        ShardStorage storage = new ShardStorage(disk, new NoEntities());
        return LoneShard.whole(scheduler, limits, storage, memoryBytes, failures::add);
    }

    private void writeLarge(long correlation, String name, long withinNanos) {
        write(shard, correlation, name, new KvOperation.Put(new byte[LARGE], 0), withinNanos);
    }

    private void writeSmall(long correlation, String name, long withinNanos) {
        write(shard, correlation, name, new KvOperation.Increment(1, 0), withinNanos);
    }

    private void write(
            ShardLoop to, long correlation, String name, KvOperation command, long withinNanos) {
        long stamp = stamps++;
        to.write(
                requester,
                correlation,
                key(name),
                new RequestId(1000 + correlation, stamp),
                stamp - 1,
                command,
                scheduler.nanoTime() + withinNanos);
    }

    private void read(ShardLoop from, long correlation, String name, ReadMode option) {
        long deadlineNanos = scheduler.nanoTime() + SECOND;
        from.read(requester, correlation, key(name), option, null, deadlineNanos);
    }

    private void sync(ShardLoop of) {
        of.wake();
        scheduler.runTasks();
        scheduler.endTurn();
    }

    /** Has each program whose last write has ended write again, each millisecond. */
    private void writeFor(long millis, int fsyncMillis) {
        for (int at = 1; at <= millis; at++) {
            List<Long> now = List.copyOf(ready);
            ready.clear();
            now.forEach(program -> writeLarge(program, "w" + program, SECOND));
            scheduler.endTurn();
            scheduler.advance(MILLI);
            if (at % fsyncMillis == 0) {
                sync(shard);
            }
        }
    }

    private void programs(int count) {
        for (long program = 0; program < count; program++) {
            ready.add(program);
        }
    }

    /** 40 programs that write large values, and nobody else; the disk hangs once. */
    @Test
    void oneStallOfTheDiskDoesNotLastForEver() {
        programs(40);
        List<Outcome> ends = new ArrayList<>();
        onOutcome =
                (program, outcome) -> {
                    ready.add(program);
                    ends.add(outcome);
                };
        writeFor(5_000, 20);
        long healthy = written(ends);
        assertEquals(ends.size(), healthy, "nothing fails");
        writeFor(1_200, 10_000);
        writeFor(5_000, 20);
        ends.clear();
        writeFor(5_000, 20);
        assertEquals(ends.size(), written(ends), "what waits in vain is nobody to give way to");
        assertTrue(written(ends) > healthy / 2, written(ends) + " after " + healthy);
        assertTrue(shard.counters().get(Count.LARGE_EXPIRED) > 0);
        assertEquals(0, shard.counters().get(Count.LARGE_RESTS));
    }

    private static long written(List<Outcome> ends) {
        return ends.stream().filter(Outcome.Written.class::isInstance).count();
    }

    /** Programs write large values to keys of their own; one large value is put into a counter. */
    @Test
    void oneLargeWriteDoesNotKeepTheSmallOnesOfItsKeyBehindForEver() {
        programs(30);
        Map<Long, Long> latencies = new HashMap<>();
        Map<Long, Long> begins = new HashMap<>();
        onOutcome =
                (correlation, outcome) -> {
                    if (correlation < SMALL) {
                        ready.add(correlation);
                    } else if (begins.containsKey(correlation)) {
                        latencies.put(correlation, scheduler.nanoTime() - begins.get(correlation));
                    }
                };
        writeFor(1_000, 5);
        writeLarge(SMALL, "counter", SECOND);
        for (long at = 1; at <= 200; at++) {
            begins.put(SMALL + at, scheduler.nanoTime());
            writeSmall(SMALL + at, "counter", SECOND);
            writeFor(20, 5);
        }
        assertEquals(200, latencies.size());
        for (long at = 150; at <= 200; at++) {
            long millis = latencies.getOrDefault(SMALL + at, SECOND) / MILLI;
            assertTrue(millis <= 10, "after so long it waits for nothing but its fsync: " + millis);
        }
    }

    @Test
    void nobodyIsAskedForPatienceByANodeWhoseDiskHangs() {
        for (long correlation = 0; correlation < 100; correlation++) {
            writeLarge(correlation, "w" + correlation, SECOND);
            writeFor(100, 1_000_000);
        }
        for (long correlation = 50; correlation < 80; correlation++) {
            assertFalse(signs.containsKey(correlation), "nothing was ever done");
        }
    }

    /** Reads for whose answers there is no memory are refused at once: they are no quick ones. */
    @Test
    void refusedReadsDoNotHideThatOthersAreSlow() {
        ShardLoop small = shard(1 << 20);
        disk.valueBytes = 2 << 20;
        for (long i = 0; i < 60; i++) {
            write(small, SMALL + i, "s" + i, new KvOperation.Increment(1, 0), SECOND);
            for (int refused = 0; refused < 5; refused++) {
                read(small, 0, "value", ReadMode.LINEARIZABLE);
            }
            scheduler.endTurn();
            scheduler.advance(40 * MILLI);
            sync(small);
        }
        for (long i = 0; i < 3; i++) {
            write(small, i, "w" + i, new KvOperation.Put(new byte[LARGE], 0), SECOND);
        }
        scheduler.endTurn();
        scheduler.advance(20 * MILLI);
        sync(small);
        assertEquals(1, small.counters().get(Count.LARGE_RESTS));
        assertEquals(1, small.waitingRequests(), "the third rests");
    }

    @Test
    void localReadsAreTakenInTurn() {
        disk.valueBytes = LARGE;
        List<Outcome> ends = new ArrayList<>();
        onOutcome = (correlation, outcome) -> ends.add(outcome);
        for (long i = 0; i < 100; i++) {
            read(shard, i, "l" + i, ReadMode.LOCAL);
        }
        scheduler.endTurn();
        assertEquals(2, ends.size(), "as many as may be under way");
        for (int turns = 1; turns < 50; turns++) {
            scheduler.runTasks();
            scheduler.endTurn();
        }
        assertEquals(100, ends.size());
        assertEquals(0, shard.waitingRequests());
    }

    @Test
    void deadlineArrivesInTime() {
        writeLarge(1, "a", 10 * SECOND);
        writeLarge(2, "b", 10 * SECOND);
        Map<Long, Long> ends = new HashMap<>();
        onOutcome = (correlation, outcome) -> ends.put(correlation, scheduler.nanoTime());
        long[] within = {110 * MILLI, 200 * MILLI, 499 * MILLI};
        long begin = scheduler.nanoTime();
        for (int i = 0; i < within.length; i++) {
            writeLarge(10 + i, "w" + i, within[i]);
        }
        writeFor(600, 1_000_000);
        for (int i = 0; i < within.length; i++) {
            long tookNanos = ends.getOrDefault(10L + i, Long.MAX_VALUE) - begin;
            assertTrue(tookNanos <= within[i] - 10 * MILLI, tookNanos + " of " + within[i]);
        }
    }

    private final class Client extends TestClient {
        @Override
        public void complete(long correlation, Operation operation, Outcome outcome) {
            onOutcome.accept(correlation, outcome);
        }

        @Override
        public void workedOn(long correlation) {
            signs.merge(correlation, 1, Integer::sum);
        }
    }

    private static final class Disk extends TestStorage {
        private int valueBytes;

        /** What is written is new. */
        @Override
        public int valueBytes(EntityKey key) {
            byte first = key.key()[0];
            return first == 'w' || first == 's' ? 0 : valueBytes;
        }
    }
}
