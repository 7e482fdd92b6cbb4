package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls on entities go the way of all calls: once, under one id, whatever happens to nodes. */
@Timeout(60)
final class EntityCallsTest {
    private final FakeCluster cluster = new FakeCluster(3);
    private final PaxosStore store = cluster.connect();

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    private Entity entity() {
        var unused = store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
        return store.entity("inbox", "alice");
    }

    private void everyNode(FakeNode.Behaviour behaviour) {
        for (int id = 1; id <= 3; id++) {
            cluster.node(id).behave(behaviour);
        }
    }

    @Test
    void aWriteWhoseAnswerIsLostIsExecutedOnce() throws Exception {
        EntityValue<Long> counter = entity().value("n", Codec.longs());
        AtomicInteger losses = new AtomicInteger(2);
        everyNode((link, request) -> {
            if (request instanceof Request.EntityWrite && losses.getAndDecrement() > 0) {
                var unused = cluster.execute(1, link.clientId(), request);
                link.reset();
            } else {
                link.serve(request);
            }
        });
        assertEquals(5, counter.increment(5));
        Request.EntityWrite first = awaitWrite();
        Request.EntityWrite second = awaitWrite();
        Request.EntityWrite third = awaitWrite();
        assertEquals(first.id().stamp(), second.id().stamp());
        assertEquals(first.id().stamp(), third.id().stamp());
        assertEquals(
                List.of(1, 2, 3),
                List.of(first.id().attempt(), second.id().attempt(), third.id().attempt()));
        assertEquals(1, cluster.executions());
        assertEquals(7, counter.incrementAsync(2).join());
    }

    private Request.EntityWrite awaitWrite() throws InterruptedException {
        return (Request.EntityWrite) cluster.awaitRequest(Request.EntityWrite.class).request();
    }

    @Test
    void aWriteExecutedBeforeWithoutARememberedResultIsToldSo() {
        EntityQueue<String> queue = entity().queue("q", Codec.utf8());
        everyNode((link, request) -> {
            if (request instanceof Request.EntityWrite) {
                link.send(FakeCluster.failure(request, FailureCode.EXECUTED, "Done before."));
            } else {
                link.serve(request);
            }
        });
        ResultLostException lost =
                assertThrows(ResultLostException.class, () -> queue.enqueue("a"));
        assertTrue(
                String.valueOf(lost.getMessage())
                        .startsWith(
                                "The enqueue on entity \"alice\" of space \"inbox\" was done,"
                                        + " but its result is lost"),
                lost.getMessage());
        CompletionException async =
                assertThrows(CompletionException.class, () -> queue.enqueueAsync("a").join());
        assertInstanceOf(ResultLostException.class, async.getCause());
    }

    /** The first node is slow; another says "executed before", then the first one answers. */
    @Test
    void theAttemptThatWasExecutedMayStillBringTheResult() {
        var unused = store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
        try (PaxosStore patient =
                cluster.connect(
                        ClientOptions.builder()
                                .deadline(Duration.ofSeconds(20))
                                .attemptTimeout(Duration.ofSeconds(2)))) {
            enqueueWithASlowFirstAttempt(patient.entity("inbox", "alice").queue("q", Codec.utf8()));
        }
    }

    private void enqueueWithASlowFirstAttempt(EntityQueue<String> queue) {
        List<Runnable> late = new CopyOnWriteArrayList<>();
        everyNode((link, request) -> {
            if (!(request instanceof Request.EntityWrite write)) {
                link.serve(request);
            } else if (write.id().attempt() == 1) {
                late.add(() -> {
                    try {
                        link.serve(request);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            } else {
                link.send(FakeCluster.failure(request, FailureCode.EXECUTED, "Done before."));
                late.forEach(Runnable::run);
            }
        });
        assertEquals(1, queue.enqueue("a"));
        assertEquals(1, cluster.executions());
    }

    @Test
    void readsCarryTheirOptions() throws Exception {
        EntityQueue<String> queue =
                entity().with(
                                CallOptions.DEFAULT
                                        .readMode(ReadMode.LOCAL)
                                        .deadline(Duration.ofSeconds(9)))
                        .queue("q", Codec.utf8());
        assertEquals(List.of(), queue.read(1, Page.LARGEST).messages());
        Request.EntityRead read =
                (Request.EntityRead) cluster.awaitRequest(Request.EntityRead.class).request();
        assertEquals(ReadMode.LOCAL, read.mode());
        assertTrue(read.deadlineMillis() <= 9000 && read.deadlineMillis() > 0);
        assertEquals(1 << 24, read.space() & -(1 << 24), "the number of an entity space");
    }

    @Test
    void waitingEndsWithNothingAtTheDeadline() {
        EntityQueue<String> queue =
                entity().queue("q", Codec.utf8())
                        .with(CallOptions.DEFAULT.deadline(Duration.ofSeconds(2)));
        var async = queue.awaitNextAsync(3, Page.LARGEST);
        assertEquals(new QueueSlice<String>(List.of(), 3), queue.awaitNext(3, Page.LARGEST));
        assertEquals(new QueueSlice<String>(List.of(), 3), async.join());
    }

    @Test
    void aWaitThatEndsAtItsDeadlineEndsOnTheNetworkThread() {
        var unused = entity();
        try (PaxosStore waiting =
                cluster.connect(
                        ClientOptions.builder().name("waiting").deadline(Duration.ofSeconds(2)))) {
            String thread =
                    waiting.entity("inbox", "alice")
                            .queue("q", Codec.utf8())
                            .awaitNextAsync(3, Page.LARGEST)
                            .thenApply(nothing -> Thread.currentThread().getName())
                            .join();
            assertEquals("paxosstore-waiting", thread);
        }
    }

    @Test
    void rejectionsAreTyped() {
        Entity entity = entity();
        long unused = entity.queue("q", Codec.utf8()).enqueue("a");
        RejectedException e =
                assertThrows(
                        RejectedException.class,
                        () -> entity.value("q", Codec.longs()).increment(1));
        assertEquals(NotDoneException.Reason.WRONG_TYPE, e.reason());
        assertEquals(
                "The increment on entity \"alice\" of space \"inbox\" was not done:"
                        + " The object \"q\" is a queue, not a value.",
                e.getMessage());
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without null analysis does
    void nothingIsExpectedByNull() {
        byte[] value = {1};
        MapOps<String, byte[]> map = entity().map("m", Codec.utf8(), Codec.bytes()).op();
        assertThrows(NullPointerException.class, () -> map.compareAndSet("k", null, value));
        EntityValue<byte[]> single = entity().value("v", Codec.bytes());
        assertThrows(NullPointerException.class, () -> single.compareAndSet(null, value));
        KeyValue<String, byte[]> kv = store.keyValue("test", Codec.utf8(), Codec.bytes());
        assertThrows(NullPointerException.class, () -> kv.compareAndSet("k", null, value));
    }

    /** What makes no sense is no limit that is exceeded. */
    @Test
    void anObjectWithoutANameIsRefused() {
        EntityQueue<String> queue = entity().queue("", Codec.utf8());
        List<Executable> calls =
                List.of(
                        () -> queue.enqueue("a"),
                        () -> queue.read(1, Page.LARGEST),
                        () -> queue.awaitNext(1, Page.LARGEST));
        for (Executable call : calls) {
            assertEquals(
                    "An object needs a name of at least one byte.",
                    assertThrows(IllegalArgumentException.class, call).getMessage());
        }
        NotDoneException tooLong =
                assertThrows(
                        NotDoneException.class,
                        () -> entity().queue("x".repeat(256), Codec.utf8()).enqueue("a"));
        assertEquals(NotDoneException.Reason.LIMIT_EXCEEDED, tooLong.reason());
    }

    @Test
    void refusalsOfTheServerAreFinal() {
        EntityQueue<String> queue = entity().queue("q", Codec.utf8());
        everyNode((link, request) -> {
            if (request instanceof Request.EntityWrite) {
                link.send(FakeCluster.failure(request, FailureCode.WRONG_KIND, "It is kv."));
            } else {
                link.serve(request);
            }
        });
        NotDoneException e = assertThrows(NotDoneException.class, () -> queue.enqueue("a"));
        assertEquals(NotDoneException.Reason.WRONG_KIND, e.reason());
        assertTrue(String.valueOf(e.getMessage()).contains("It is kv"), e.getMessage());
        NotDoneException key =
                assertThrows(
                        NotDoneException.class,
                        () -> store.entity("inbox", "x".repeat(101)).version());
        assertEquals(NotDoneException.Reason.KEY_TOO_LARGE, key.reason());
    }
}
