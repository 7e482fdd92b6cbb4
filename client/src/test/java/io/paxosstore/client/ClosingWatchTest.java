package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** What listeners are told when the client is closed while events wait for them. */
@Timeout(60)
final class ClosingWatchTest {
    private static final int EVENTS = 200;

    private final FakeCluster cluster = new FakeCluster(1);
    private final PaxosStore store =
            cluster.connect(ClientOptions.builder().closeTimeout(Duration.ofMillis(50)));
    private final ExecutorService executor = Executors.newSingleThreadExecutor();

    /** Sends what changes later. */
    private interface Sending {
        void send() throws IOException;
    }

    private volatile Sending tellMore = () -> {};
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<WatchEvent> told = new ArrayList<>();
    private final CompletableFuture<WatchEvent.Closed> end = new CompletableFuture<>();

    ClosingWatchTest() {
        cluster.node(1).behave(this::tell);
    }

    @AfterEach
    void close() {
        store.close();
        cluster.close();
        executor.shutdownNow();
    }

    private void tell(FakeNode.Link link, Request request) throws IOException {
        if (!(request instanceof Request.Watch watch)) {
            link.serve(request);
            return;
        }
        tellMore =
                () ->
                        link.send(
                                new Response.Changed(
                                        watch.correlation(),
                                        EntityVersion.of(EVENTS + 1, 0),
                                        true,
                                        List.of()));
        link.send(new Response.Watched(watch.correlation(), 0, 60_000));
        for (int entry = 1; entry <= EVENTS; entry++) {
            link.send(
                    new Response.Changed(
                            watch.correlation(), EntityVersion.of(entry, 0), true, List.of()));
        }
    }

    /** Takes its time for the first event. */
    private void listen(WatchEvent event) {
        try {
            assertTrue(goOn.await(20, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        told.add(event);
        if (event instanceof WatchEvent.Closed closed) {
            end.complete(closed);
        }
    }

    private Entity entity() {
        store.createSpace("inbox", SpaceKind.ENTITY);
        return store.entity("inbox", "alice");
    }

    private void awaitEvents() {
        while (store.statistics().watchEventsQueued() < EVENTS - 1) {
            Thread.onSpinWait();
        }
    }

    private void assertAllIsTold() throws Exception {
        goOn.countDown();
        WatchEvent.Closed closed = end.get(20, TimeUnit.SECONDS);
        assertEquals(NotDoneException.Reason.CLOSED, closed.reason());
        assertEquals(EVENTS + 1, told.size());
        for (int i = 0; i < EVENTS; i++) {
            WatchEvent.Changed changed = assertInstanceOf(WatchEvent.Changed.class, told.get(i));
            assertEquals(EntityVersion.of(i + 1, 0), changed.version());
        }
    }

    @Test
    void allThatHasComeIsToldAndThenTheEnd() throws Exception {
        Watch watch = entity().watch(1, this::listen);
        awaitEvents();
        store.close();
        assertTrue(watch.isClosed());
        assertAllIsTold();
    }

    @Test
    void alsoWhenTheListenersExecutorTakesNoMoreTasks() throws Exception {
        Watch watch = entity().watch(1, this::listen, executor);
        awaitEvents();
        store.close();
        executor.shutdown();
        assertTrue(watch.isClosed());
        assertAllIsTold();
    }

    /** Its tasks are gone, and with them the one that was to tell. */
    @Test
    void aWatchEndsWhoseExecutorHasLeftOutWhatItHadTaken() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        executor.execute(() -> {
            busy.countDown();
            try {
                assertTrue(goOn.await(20, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertTrue(busy.await(20, TimeUnit.SECONDS));
        Watch watch = entity().watch(1, this::listen, executor);
        awaitEvents();
        executor.shutdownNow();
        assertTrue(executor.awaitTermination(20, TimeUnit.SECONDS));
        tellMore.send();
        while (!watch.isClosed()) {
            assertFalse(Thread.interrupted(), "by the test's time-out");
            Thread.onSpinWait();
        }
        assertEquals(0, store.statistics().watchEventsQueued());
        assertTrue(told.isEmpty());
    }
}
