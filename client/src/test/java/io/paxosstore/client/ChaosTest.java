package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Nodes that misbehave at random: what the client says about its writes is still true. */
@Timeout(120)
final class ChaosTest {
    private static final int THREADS = 8;
    private static final int INCREMENTS = 150;

    private final FakeCluster cluster = new FakeCluster(3);
    private final Random random = new Random();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger unknown = new AtomicInteger();

    @Test
    void everyOutcomeIsTrue() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        random.setSeed(seed);
        ClientOptions.Builder options =
                ClientOptions.builder()
                        .deadline(Duration.ofMillis(300))
                        .attemptTimeout(Duration.ofMillis(20))
                        .attemptsMax(6);
        try (PaxosStore store = cluster.connect(options)) {
            KeyValue<String, String> kv = FakeCluster.open(store);
            for (int id = 1; id <= 3; id++) {
                cluster.node(id).behave(this::misbehave);
            }
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                Thread thread = new Thread(() -> count(kv));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(100));
            }
            for (int id = 1; id <= 3; id++) {
                cluster.node(id).behave(FakeNode.Link::serve);
            }
            int value = Integer.parseInt(readAtLast(kv));
            assertEquals(cluster.executions(), value);
            assertTrue(
                    done.get() <= value && value <= done.get() + unknown.get(),
                    "value %d, done %d, unknown %d, seed %d"
                            .formatted(value, done.get(), unknown.get(), seed));
            assertTrue(done.get() > THREADS * INCREMENTS / 2, "most get through, seed " + seed);
        } finally {
            cluster.close();
        }
    }

    private void count(KeyValue<String, String> kv) {
        for (int i = 0; i < INCREMENTS; i++) {
            try {
                long unused = kv.increment("n", 1);
                done.incrementAndGet();
            } catch (OutcomeUnknownException e) {
                unknown.incrementAndGet();
            } catch (NotDoneException e) {
                assertTrue(e.reason() != NotDoneException.Reason.CLOSED);
            }
        }
    }

    private static String readAtLast(KeyValue<String, String> kv) {
        while (true) {
            try {
                return kv.get("n").orElse("0");
            } catch (NotDoneException e) {
                // the connections are not back yet; the test's timeout bounds this
            }
        }
    }

    private void misbehave(FakeNode.Link link, Request request) throws IOException {
        int dice;
        synchronized (random) {
            dice = random.nextInt(100);
        }
        if (!(request instanceof Request.KvWrite) || dice < 75) {
            link.serve(request);
        } else if (dice < 80) {
            link.reset();
        } else if (dice < 85) {
            Response unused = cluster.execute(1, link.clientId(), request);
            link.reset();
        } else if (dice < 88) {
            Response unused = cluster.execute(1, link.clientId(), request); // and no answer
        } else if (dice < 91) {
            Response unused = cluster.execute(1, link.clientId(), request);
            link.send(FakeCluster.failure(request, FailureCode.UNKNOWN_OUTCOME, "Late."));
        } else if (dice < 94) {
            link.send(FakeCluster.failure(request, FailureCode.OVERLOADED, "Full."));
        } else if (dice < 97) {
            link.send(FakeCluster.failure(request, FailureCode.NOT_READY, "Starting."));
        } else if (dice < 99) {
            link.send(FakeCluster.failure(request, FailureCode.DEADLINE, "Too late."));
        }
        // else no answer and nothing done
    }
}
