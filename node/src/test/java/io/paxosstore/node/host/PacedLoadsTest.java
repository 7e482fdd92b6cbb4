package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.RequestTable;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Many entities with long values are wanted at once; time and disk are driven by hand. */
final class PacedLoadsTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1000 * MILLI;
    private static final int KIB = 1 << 10;
    private static final int PER_TURN = 4;
    private static final int VALUE_BYTES = KIB;
    private static final long MEMORY_BYTES = 1 << 20;
    private static final long PENDING_MAX = 10L * KIB;

    private final ManualScheduler scheduler = new ManualScheduler();
    private final Values disk = new Values();
    private final List<Throwable> failures = new ArrayList<>();
    private final Map<Long, Outcome> answers = new TreeMap<>();
    private final Map<Long, Integer> signs = new HashMap<>();
    private long stamps;
    private final ShardLoop shard =
            LoneShard.whole(
                    scheduler,
                    new ShardLimits(
                            65_536,
                            SECOND,
                            PENDING_MAX,
                            1 << 20,
                            1 << 20,
                            PER_TURN * VALUE_BYTES,
                            SECOND),
                    new ShardStorage(disk, new NoEntities()),
                    MEMORY_BYTES,
                    failures::add);

    private static EntityKey key(long number) {
        return new EntityKey(1, ("k" + number).getBytes(StandardCharsets.UTF_8));
    }

    /** Increments as many keys that hold no numbers: refused, which is an entry all the same. */
    private void increments(int count, long withinNanos) {
        for (long i = 0; i < count; i++) {
            write(new OfNode(), i, new KvOperation.Increment(1, 0), withinNanos);
        }
        scheduler.endTurn();
    }

    private void write(Requester requester, long number, KvOperation command, long withinNanos) {
        long stamp = ++stamps;
        shard.write(
                requester,
                number,
                key(number),
                new RequestId(1000 + number, stamp),
                0,
                command,
                scheduler.nanoTime() + withinNanos);
    }

    private void turn() {
        scheduler.runTasks();
        scheduler.endTurn();
    }

    private void sync() {
        shard.wake();
        turn();
    }

    @Test
    void aTurnLoadsNoMoreThanItsShareInOrder() {
        increments(10, SECOND);
        assertEquals(List.of(key(0), key(1), key(2), key(3)), disk.loaded);
        turn();
        assertEquals(2 * PER_TURN, disk.loaded.size());
        turn();
        assertEquals(10, disk.loaded.size());
        assertEquals(key(9), disk.loaded.getLast());
    }

    @Test
    void shortOnesAreNotPutOff() {
        disk.valueBytes = 1;
        increments(100, SECOND);
        assertEquals(100, disk.loaded.size());
    }

    /** Each value that was loaded comes back as a record of its length. */
    @Test
    void theDiskIsWaitedForBeforeMoreIsLoaded() {
        increments(300, SECOND);
        for (int i = 0; i < 300; i++) {
            turn();
        }
        assertTrue(disk.loaded.size() < 40, "loaded while the disk hangs: " + disk.loaded.size());
        assertTrue(disk.pendingMax <= 2 * PENDING_MAX + 2 * VALUE_BYTES, "" + disk.pendingMax);
        for (int i = 0; i < 1000 && answers.size() < 300; i++) {
            sync();
        }
        assertEquals(300, answers.size());
        answers.values().forEach(answer -> assertEquals(Outcome.Written.class, answer.getClass()));
        assertTrue(disk.pendingMax <= 2 * PENDING_MAX + 2 * VALUE_BYTES, "" + disk.pendingMax);
        assertEquals(List.of(), failures);
        assertEquals(0, shard.waitingRequests());
    }

    /** Prepared on an empty disk, they all may be proposed when it is done once. */
    @Test
    void whatBecomesDurableAtOnceIsTakenUpAsFarAsThereIsRoom() {
        disk.valueBytes = 1;
        disk.proposer = 2;
        for (long i = 0; i < 300; i++) {
            write(new OfNode(), i, new KvOperation.Put(new byte[VALUE_BYTES], 0), SECOND);
        }
        scheduler.endTurn();
        for (int i = 0; i < 1000 && answers.size() < 300; i++) {
            sync();
        }
        assertEquals(300, answers.size());
        assertTrue(disk.pendingMax <= 2 * PENDING_MAX + 2 * VALUE_BYTES, "" + disk.pendingMax);
    }

    @Test
    void whoWaitsForALoadEndsAtHisDeadline() {
        increments(100, 30 * MILLI);
        for (int i = 0; i < 32; i++) {
            scheduler.advance(MILLI);
            turn();
        }
        assertEquals(new Outcome.NotDone(Outcome.Reason.DEADLINE), answers.get(99L));
        assertEquals(100, answers.size());
        assertEquals(0, shard.waitingRequests());
    }

    @Test
    void whoWaitsHearsThatHeIsNotForgottenUnlessTheDiskHangs() {
        increments(100, 10 * SECOND);
        scheduler.advance(Evaluations.SIGN_NANOS);
        assertTrue(signs.containsKey(99L));
        for (int i = 0; i < 100; i++) {
            turn();
        }
        scheduler.advance(Evaluations.SIGN_NANOS);
        signs.clear();
        scheduler.advance(Evaluations.SIGN_NANOS);
        scheduler.advance(Evaluations.SIGN_NANOS);
        assertEquals(Map.of(), signs);
    }

    @Test
    void aFaultInALaterTurnFailsTheShard() {
        increments(10, SECOND);
        disk.fault = new OutOfMemoryError("no memory");
        turn();
        assertEquals(List.of(disk.fault), failures);
    }

    @Test
    void nothingIsLoadedAfterTheStop() {
        increments(10, SECOND);
        shard.stop();
        turn();
        assertEquals(PER_TURN, disk.loaded.size());
    }

    /** What was let go of meanwhile is not asked for. */
    @Test
    void entitiesOfADroppedSpaceAreNotLoaded() {
        increments(10, SECOND);
        shard.slots().dropped(1);
        turn();
        assertEquals(PER_TURN, disk.loaded.size());
        assertEquals(10, answers.size());
    }

    /** What messages bring is in memory until their entity is. */
    @Test
    void messagesWaitForALoadAsFarAsThereIsRoom() {
        increments(10, SECOND);
        EntryValue value = EntryValue.of(new ValueId(2, 1, 1), new byte[VALUE_BYTES]);
        for (int i = 0; i < 30; i++) {
            shard.received(2, 1, 1, key(9), new Message.Chosen(2, value.id(), value));
        }
        assertEquals(10, shard.counters().get(Count.MESSAGES_DROPPED_OVERLOADED));
    }

    /** What a client's write loads takes memory, as long as it is under way. */
    @Test
    void writesThatLoadMoreThanThereIsMemoryForAreRefused() {
        disk.valueBytes = 20 * KIB;
        for (int round = 1; round <= 3; round++) {
            for (long i = 0; i < 100; i++) {
                write(new OfClient(), i, new KvOperation.Increment(1, 0), SECOND);
            }
            scheduler.endTurn();
            while (shard.waitingRequests() > 0) {
                sync();
            }
            Outcome refused = new Outcome.NotDone(Outcome.Reason.OVERLOADED);
            long count = answers.values().stream().filter(refused::equals).count();
            assertTrue(count > 80 && count < 100, "refused: " + count);
        }
    }

    private class OfNode implements Requester {
        @Override
        public int homeShard() {
            return 0;
        }

        @Override
        public void complete(long correlation, Operation operation, Outcome outcome) {
            answers.put(correlation, outcome);
        }

        @Override
        public void workedOn(long correlation) {
            signs.merge(correlation, 1, Integer::sum);
        }
    }

    private final class OfClient extends OfNode {
        @Override
        public boolean isClient() {
            return true;
        }
    }

    /** Keys that all hold a value of the same length, and a disk that counts what waits for it. */
    private static final class Values extends TestStorage {
        private final List<EntityKey> loaded = new ArrayList<>();
        private final ArrayDeque<Integer> lengths = new ArrayDeque<>();
        private int valueBytes = VALUE_BYTES;

        /** Whoever proposed what is held may propose the next entry at once (Rule F1). */
        private int proposer = 1;

        private long pending;
        private long pendingMax;
        private @Nullable Error fault;

        @Override
        public int valueBytes(EntityKey key) {
            return valueBytes;
        }

        @Override
        public Stored load(EntityKey key, boolean withValue) {
            if (fault != null) {
                throw fault;
            }
            loaded.add(key);
            EntryValue value = EntryValue.of(new ValueId(proposer, 1, 1), payload());
            return new Stored(1, withValue ? value : null, 0, 0, 0, null);
        }

        /** As entries of keys have it; see {@code EntryPayload} and {@code KvState}. */
        private byte[] payload() {
            byte[] table = new RequestTable().toBytes();
            byte[] state = new byte[17 + valueBytes];
            state[0] = 1;
            state[8] = 1;
            return ByteBuffer.allocate(13 + state.length + table.length)
                    .put((byte) 1)
                    .putLong(0)
                    .putInt(state.length)
                    .put(state)
                    .put(table)
                    .array();
        }

        @Override
        public void append(LogRecord record, long ticket) {
            super.append(record, ticket);
            EntryValue value = record.value();
            int length = value == null ? 0 : value.payload().length;
            lengths.add(length);
            pending += length;
            pendingMax = Math.max(pendingMax, pending);
        }

        @Override
        public int drain(DurableListener listener) {
            return super.drain((key, ticket) -> {
                pending -= lengths.remove();
                listener.durable(key, ticket);
            });
        }

        @Override
        public long pendingBytes() {
            return pending;
        }
    }
}
