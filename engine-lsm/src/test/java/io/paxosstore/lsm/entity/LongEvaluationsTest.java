package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.FailureListener;
import io.paxosstore.lsm.model.EvaluationMeter;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The threads for long evaluations: who runs, who waits, who is refused. */
@Timeout(60)
class LongEvaluationsTest {
    private static final long FOR_EVER = Duration.ofHours(1).toNanos();
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final List<String> done = Collections.synchronizedList(new ArrayList<>());
    private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    private final LongEvaluations evaluations =
            new LongEvaluations(
                    new EvaluationConfig(Duration.ofMillis(1), 2, 5, 1_000_000_000_000L),
                    System::nanoTime,
                    new FailStop(new FailureListener(failures::add)),
                    true);

    @AfterEach
    void close() {
        assertTrue(evaluations.close(CLOSE_NANOS), "every thread has ended");
    }

    private static EntityKey key(int name) {
        return new EntityKey(1 << 24, new byte[] {(byte) name});
    }

    /** Works until somebody ends it. */
    private static void work(EvaluationMeter meter, CountDownLatch until) {
        while (until.getCount() > 0) {
            meter.charge(1);
        }
    }

    /** Says that it has begun, and works until somebody ends it. */
    private static LongEvaluations.Work busy(CountDownLatch begun, CountDownLatch until) {
        return meter -> {
            begun.countDown();
            work(meter, until);
        };
    }

    private LongEvaluations.Work noting(String name) {
        return meter -> done.add(name);
    }

    /** Keeps both threads busy, with two entities, until the latch opens. */
    private CountDownLatch busy() throws InterruptedException {
        CountDownLatch until = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(2);
        for (int name = 1; name <= 2; name++) {
            assertNotNull(evaluations.begin(key(name), FOR_EVER, false, busy(begun, until)));
        }
        // Although there may be one processor only: those under way share it in turns.
        assertTrue(begun.await(30, TimeUnit.SECONDS));
        return until;
    }

    @Test
    void whatFindsNoThreadWaitsUpToABound() throws InterruptedException {
        CountDownLatch until = busy();
        CountDownLatch all = new CountDownLatch(5);
        for (int i = 0; i < 5; i++) {
            assertNotNull(evaluations.begin(key(3 + i), FOR_EVER, false, meter -> all.countDown()));
        }
        assertEquals(5, evaluations.waitingCount());
        assertNull(evaluations.begin(key(9), FOR_EVER, true, noting("too many")));
        until.countDown();
        assertTrue(all.await(30, TimeUnit.SECONDS));
        assertEquals(7, evaluations.begun());
    }

    /**
     * Slow queries of one entity are no reason to refuse anybody else for whom there is a thread.
     */
    @Test
    void whoWaitsForOneEntityLeavesThreadsAndPlacesToOthers() throws InterruptedException {
        CountDownLatch until = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        assertNotNull(evaluations.begin(key(1), FOR_EVER, false, busy(begun, until)));
        assertTrue(begun.await(30, TimeUnit.SECONDS));
        for (int i = 0; i < 3; i++) {
            assertNotNull(evaluations.begin(key(1), FOR_EVER, false, noting("1")));
        }
        assertNull(evaluations.begin(key(1), FOR_EVER, false, noting("too many of one")));
        CountDownLatch second = new CountDownLatch(1);
        assertNotNull(evaluations.begin(key(2), FOR_EVER, false, busy(second, until)));
        assertTrue(second.await(30, TimeUnit.SECONDS), "it has the other thread");
        assertNotNull(evaluations.begin(key(3), FOR_EVER, false, noting("3")));
        assertNotNull(evaluations.begin(key(4), FOR_EVER, true, noting("4")));
        assertNull(evaluations.begin(key(5), FOR_EVER, true, noting("too many")));
        until.countDown();
    }

    /** Whoever was woken for one has not yet taken it when another one comes. */
    @Test
    void eachOfTwoThatComeAtOnceHasAThread() throws InterruptedException {
        CountDownLatch one = new CountDownLatch(1);
        assertNotNull(evaluations.begin(key(1), FOR_EVER, false, meter -> one.countDown()));
        assertTrue(one.await(30, TimeUnit.SECONDS));
        while (!isAnyIdle()) {
            Thread.onSpinWait();
        }
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        synchronized (evaluations) { // so that nobody wakes in between
            assertNotNull(
                    evaluations.begin(
                            key(2),
                            FOR_EVER,
                            false,
                            meter -> {
                                work(meter, second);
                                first.countDown();
                            }));
            assertNotNull(evaluations.begin(key(3), FOR_EVER, false, meter -> second.countDown()));
        }
        assertTrue(first.await(30, TimeUnit.SECONDS), "the second did not wait for the first");
    }

    private static boolean isAnyIdle() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread ->
                        thread.getName().startsWith("paxosstore-entities-evaluation-")
                                && thread.getState() == Thread.State.WAITING);
    }

    /** Nothing is known after it: the node ends, and does not go on without that thread. */
    @Test
    void anErrorStopsTheNode() throws InterruptedException {
        CountDownLatch again = new CountDownLatch(1);
        Error error = new OutOfMemoryError("of this test");
        assertNotNull(
                evaluations.begin(
                        key(1),
                        FOR_EVER,
                        false,
                        meter -> {
                            throw error;
                        }));
        assertNotNull(evaluations.begin(key(1), FOR_EVER, false, meter -> again.countDown()));
        assertTrue(again.await(30, TimeUnit.SECONDS), "its entity is not under way for ever");
        assertEquals(List.of(error), failures);
    }

    /** A fault of one must not keep the others, of its entity too, from what has a thread. */
    @Test
    void anExceptionEndsNothingElse() throws InterruptedException {
        CountDownLatch all = new CountDownLatch(8);
        for (int i = 0; i < 8; i++) {
            boolean isChange = i % 2 == 0;
            CountDownLatch ended = new CountDownLatch(1);
            assertNotNull(
                    evaluations.begin(
                            key(1),
                            FOR_EVER,
                            isChange,
                            meter -> {
                                all.countDown();
                                ended.countDown();
                                throw new IllegalStateException("a fault");
                            }));
            assertTrue(ended.await(30, TimeUnit.SECONDS));
        }
        assertTrue(all.await(30, TimeUnit.SECONDS));
    }

    @Test
    void anEntityHasOneUnderWayAndItsChangesFirst() throws InterruptedException {
        CountDownLatch until = new CountDownLatch(1);
        CountDownLatch all = new CountDownLatch(3);
        CountDownLatch begun = new CountDownLatch(1);
        assertNotNull(evaluations.begin(key(1), FOR_EVER, false, busy(begun, until)));
        assertTrue(begun.await(30, TimeUnit.SECONDS));
        for (String name : List.of("read 1", "read 2")) {
            assertNotNull(
                    evaluations.begin(
                            key(1),
                            FOR_EVER,
                            false,
                            meter -> {
                                done.add(name);
                                all.countDown();
                            }));
        }
        assertNotNull(
                evaluations.begin(
                        key(1),
                        FOR_EVER,
                        true,
                        meter -> {
                            done.add("change");
                            all.countDown();
                        }));
        CountDownLatch other = new CountDownLatch(1);
        assertNotNull(evaluations.begin(key(2), FOR_EVER, false, meter -> other.countDown()));
        assertTrue(other.await(30, TimeUnit.SECONDS), "other entities do not wait");
        assertEquals(List.of(), done);
        until.countDown();
        assertTrue(all.await(30, TimeUnit.SECONDS));
        assertEquals(List.of("change", "read 1", "read 2"), done);
    }

    @Test
    void whatIsCancelledNeverBeginsOrEndsSoon() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        LongEvaluations.Evaluation running =
                evaluations.begin(
                        key(1),
                        FOR_EVER,
                        false,
                        meter -> {
                            begun.countDown();
                            try {
                                work(meter, never);
                            } catch (EvaluationMeter.EndedException e) {
                                ended.countDown();
                            }
                        });
        assertNotNull(running);
        assertTrue(begun.await(30, TimeUnit.SECONDS));
        LongEvaluations.Evaluation waiting =
                evaluations.begin(key(1), FOR_EVER, false, noting("cancelled"));
        assertNotNull(waiting);
        waiting.cancel();
        assertEquals(0, evaluations.waitingCount());
        running.cancel();
        assertTrue(ended.await(30, TimeUnit.SECONDS));
        assertEquals(List.of(), done);
    }

    @Test
    void itEndsWhenItsTimeIsOver() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        assertNotNull(
                evaluations.begin(
                        key(1),
                        TimeUnit.MILLISECONDS.toNanos(5),
                        false,
                        meter -> {
                            try {
                                work(meter, new CountDownLatch(1));
                            } catch (EvaluationMeter.EndedException e) {
                                ended.countDown();
                            }
                        }));
        assertTrue(ended.await(30, TimeUnit.SECONDS));
    }
}
