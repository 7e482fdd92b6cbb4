package io.paxosstore.bench.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Attacks that are none are told. */
final class OnslaughtTest {
    private static final Target NOBODY = new Target(new ClusterLayout(List.of()), 0, 0, 0);
    private static final Duration SHORT = Duration.ofMillis(50);

    /** Never ends within the test if it is waited for. */
    private static final Duration LONG = Duration.ofHours(1);

    private static final Attack FAITHFUL =
            (target, random, until) -> Crowd.run(1, until, number -> Thread.sleep(until.left()));
    private static final Attack BROKEN =
            (target, random, until) -> {
                throw new IllegalStateException("not\nwritten yet");
            };

    private static String run(Map<String, Attack> attacks, Duration duration) throws Exception {
        return Onslaught.run(attacks, NOBODY, new RandomSource(1), duration);
    }

    @Test
    void whoAttacksUntilTheEndIsFine() throws Exception {
        assertEquals("", run(Map.of("faithful", FAITHFUL), SHORT));
    }

    @Test
    void whatThrowsIsNamed() throws Exception {
        Map<String, Attack> attacks = new LinkedHashMap<>();
        attacks.put("broken", BROKEN);
        attacks.put("faithful", FAITHFUL);
        assertEquals("broken threw java.lang.IllegalStateException: not", run(attacks, SHORT));
    }

    @Test
    void whatEndsTooSoonIsNamed() throws Exception {
        String failure = run(Map.of("lazy", (target, random, until) -> {}), LONG);
        assertTrue(failure.startsWith("lazy ended after "), failure);
    }

    /** Servers cut hostile clients off: those come again, and nothing is wrong with the attack. */
    @Test
    void whoIsCutOffComesAgain() throws Exception {
        CountDownLatch often = new CountDownLatch(3);
        Thread attack =
                Thread.startVirtualThread(() -> {
                    try {
                        Crowd.run(
                                1,
                                Until.in(LONG),
                                number -> {
                                    often.countDown();
                                    throw new IOException("cut off");
                                });
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        try {
            assertTrue(often.await(20, TimeUnit.SECONDS));
        } finally {
            attack.interrupt();
            attack.join();
        }
    }

    @Test
    void toBeCutOffIsNoFailure() throws Exception {
        Attack attack =
                (target, random, until) ->
                        Crowd.run(
                                1,
                                until,
                                number -> {
                                    throw new IOException("cut off");
                                });
        assertEquals("", run(Map.of("cut off", attack), SHORT));
    }

    @Test
    void whatOneOfACrowdThrowsIsTold() throws Exception {
        Attack attack =
                (target, random, until) ->
                        Crowd.run(
                                2,
                                until,
                                number -> {
                                    if (number == 1) {
                                        throw new IllegalArgumentException("no frame");
                                    }
                                    Thread.sleep(until.left());
                                });
        String failure = run(Map.of("crowd", attack), SHORT);
        assertTrue(failure.startsWith("crowd threw "), failure);
        assertTrue(failure.contains("no frame"), failure);
    }

    @Test
    void theAnswerSaysIt() {
        assertEquals(Optional.of(""), HostileClients.failure(HostileClients.answer("")));
        String answer = HostileClients.answer("two\nlines");
        assertEquals(1, answer.lines().count());
        assertEquals(Optional.of("two lines"), HostileClients.failure(answer));
        assertEquals(Optional.empty(), HostileClients.failure("what is no answer"));
    }
}
