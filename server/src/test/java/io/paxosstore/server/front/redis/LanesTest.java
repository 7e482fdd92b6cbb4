package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Caller;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.WatchedRange;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.host.Operation;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.redis.Commands;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** What becomes of calls that a node refuses because it has too much to do. */
@SuppressWarnings("NullAway") // nothing here asks for a loop, or tells of events
final class LanesTest {
    private static final long MILLI = 1_000_000;
    private static final long TIMEOUT = 5_000 * MILLI;
    private static final int KEYS = 1_000;
    private static final Outcome OVERLOADED = new Outcome.NotDone(Outcome.Reason.OVERLOADED);
    private static final Outcome FOUND = new Outcome.Value(1, new Outcome.Result(new byte[0]));

    private record Later(Runnable task, long atNanos) {}

    private final PriorityQueue<Later> later =
            new PriorityQueue<>(Comparator.comparingLong(Later::atNanos));
    private final Loop connection = new Loop();
    private final Node node = new Node();
    private final Lanes lanes =
            new Lanes(
                    connection,
                    node,
                    new WriteIds(() -> 1, 1),
                    new Batches(Commands.TABLE, null, null));

    /** When each key was answered, and when it failed. */
    private final Map<Integer, Long> answered = new HashMap<>();

    private final Map<Integer, Long> failed = new HashMap<>();
    private long nowNanos = 1;

    private void ask(int count) {
        for (int i = 0; i < count; i++) {
            int key = i;
            lanes.add(
                    new EntityKey(1, ByteBuffer.allocate(Integer.BYTES).putInt(key).array()),
                    new Step.Query(
                            null,
                            true,
                            _ -> answered.put(key, nowNanos),
                            _ -> failed.put(key, nowNanos)));
        }
        lanes.start();
    }

    private void pass(long untilNanos) {
        while (!later.isEmpty() && later.element().atNanos() <= untilNanos) {
            Later next = later.remove();
            nowNanos = Math.max(nowNanos, next.atNanos());
            next.task().run();
        }
        nowNanos = untilNanos;
    }

    /** One shard, or one node, that is overloaded does not keep others from what they can do. */
    @Test
    void whatIsNotRefusedDoesNotWaitForWhatIs() {
        node.isRefused = key -> key % 10 == 0;
        ask(KEYS);
        assertEquals(KEYS - KEYS / 10, answered.size(), "at once");
        pass(2 * TIMEOUT);
        assertEquals(KEYS / 10, failed.size());
        long most = TIMEOUT + RetryPace.PAUSE_NANOS_MAX;
        failed.values().forEach(at -> assertTrue(at <= most, "failed at " + at));
        assertTrue(lanes.isIdle());
    }

    /** Whoever begins it then can only say that nobody knows what has become of it. */
    @Test
    void nothingIsBegunWithoutTimeLeft() {
        node.isRefused = _ -> nowNanos < TIMEOUT - 50 * MILLI;
        ask(KEYS);
        pass(2 * TIMEOUT);
        assertEquals(KEYS, answered.size() + failed.size());
        assertTrue(answered.size() >= RetryPace.AT_ONCE_MIN, "answered " + answered.size());
        assertTrue(lanes.isIdle());
    }

    @Test
    void allIsDoneOnceThereIsRoom() {
        node.isRefused = _ -> nowNanos < 200 * MILLI;
        ask(KEYS);
        pass(TIMEOUT);
        assertEquals(KEYS, answered.size());
    }

    /** The node is not kept busy with refusals. */
    @Test
    void itIsAskedMoreAndMoreSeldom() {
        node.isRefused = _ -> true;
        ask(KEYS);
        pass(2 * TIMEOUT);
        assertEquals(KEYS, failed.size());
        assertTrue(node.asked < 6 * KEYS, "asked " + node.asked + " times");
    }

    /** It may have been done but for the memory for its answer. */
    @Test
    void aReadThatIsRefusedLateIsNotDoneForEver() {
        node.isRefused = _ -> true;
        node.isLate = true;
        ask(1);
        pass(2 * TIMEOUT);
        assertEquals(1, failed.size());
        assertTrue(node.asked <= 8, "asked " + node.asked + " times");
    }

    /** Also where as many calls are under way as may be, and a lane waits that has nothing left. */
    @Test
    void stepsOnOneKeyNeverGoSideBySide() {
        node.isLate = true;
        ask(2 * KEYS);
        for (int i = 0; i < 3 * KEYS; i++) {
            Later next = later.remove();
            nowNanos = Math.max(nowNanos, next.atNanos());
            next.task().run();
            ask(i % 3); // what has just ended, and what is under way
        }
        pass(TIMEOUT);
        assertEquals(1, node.mostOfOneKey);
        assertTrue(lanes.isIdle());
    }

    @Test
    void aNodeThatStopsLetsNobodyWait() {
        node.isRefused = _ -> true;
        node.closed = new Refusal.Draining();
        ask(KEYS);
        assertEquals(KEYS, failed.size());
    }

    private final class Node implements NodeCalls {
        IntPredicate isRefused = _ -> false;
        boolean isLate;
        @Nullable Refusal closed;
        int asked;
        int mostOfOneKey;
        private final Map<Integer, Integer> underWay = new HashMap<>();

        @Override
        public void execute(Caller caller, long correlation, Call call) {
            asked++;
            Call.Read read = (Call.Read) call;
            assertTrue(read.deadlineNanos() > nowNanos, "it has time left");
            int key = ByteBuffer.wrap(read.key().key()).getInt();
            Outcome outcome = isRefused.test(key) ? OVERLOADED : FOUND;
            if (isLate) {
                mostOfOneKey = Math.max(mostOfOneKey, underWay.merge(key, 1, Integer::sum));
                connection.later(
                        () -> {
                            underWay.merge(key, -1, Integer::sum);
                            caller.complete(correlation, Operation.READ, outcome);
                        },
                        1);
            } else {
                caller.complete(correlation, Operation.READ, outcome);
            }
        }

        @Override
        public @Nullable Refusal closed() {
            return closed;
        }

        @Override
        public void watch(Watcher watcher, long correlation, EntityKey key, long from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void unwatch(Watcher watcher, long correlation, EntityKey key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void confirm(Watcher watcher, long correlation, EntityKey key, int bytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchedRange watchRange(
                Watcher watcher, long correlation, ChangeRange range, HistoryPosition from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void listKeys(int home, KeysQuery query, Consumer<KeysAnswer> answer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean serves(int space, SpaceKind kind) {
            return true;
        }
    }

    private final class Loop implements Lanes.Connection {
        private final List<Throwable> faults = new ArrayList<>();

        @Override
        public int homeShard() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return nowNanos / MILLI;
        }

        @Override
        public long nowNanos() {
            return nowNanos;
        }

        @Override
        public long deadlineNanos() {
            return nowNanos + TIMEOUT;
        }

        @Override
        public void later(Runnable task, long delayNanos) {
            later.add(new Later(task, nowNanos + delayNanos));
        }

        @Override
        public boolean begins(long correlation, int bytes) {
            return true;
        }

        @Override
        public void ended(long correlation) {}

        @Override
        public Reply.Error failure(Outcome outcome) {
            return new Reply.Error(outcome.toString());
        }

        @Override
        public Reply.Error failure(Refusal refusal) {
            return new Reply.Error(refusal.toString());
        }

        @Override
        public void fault(Throwable cause) {
            faults.add(cause);
        }

        @Override
        public void idle() {
            assertEquals(List.of(), faults);
        }

        @Override
        public void endOfTurn() {}
    }
}
