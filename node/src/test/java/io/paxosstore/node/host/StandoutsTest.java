package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.host.Standouts.Hot;
import io.paxosstore.node.host.Standouts.Picture;
import io.paxosstore.node.host.Standouts.Slow;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Hot entities and slow requests are found among many others, in bounded memory. */
class StandoutsTest {
    private static final Outcome DONE = new Outcome.Value(1, new Outcome.Result(new byte[0]));
    private static final Outcome LATE = new Outcome.NotDone(Outcome.Reason.DEADLINE);

    private final Standouts standouts = new Standouts(0);

    private static EntityKey key(String name) {
        return new EntityKey(1, name.getBytes(UTF_8));
    }

    private void ended(String name, long nanos, Outcome outcome) {
        standouts.ended(key(name), Operation.READ, RequestModel.KEY, 0, nanos, outcome);
    }

    @Test
    void hotKeysAreFoundAmongTensOfThousandsOfOthers() {
        Random random = new Random(1);
        int hottest = 0;
        for (int i = 0; i < 400_000; i++) {
            int draw = random.nextInt(10);
            if (draw < 2) {
                hottest++;
                standouts.asked(key("hottest"), 1);
            } else if (draw < 3) {
                standouts.asked(key("hot"), 1);
            } else {
                standouts.asked(key("cold" + random.nextInt(50_000)), 1);
            }
        }
        List<Hot> hot = standouts.picture(TimeUnit.SECONDS.toNanos(20)).hot();
        assertEquals(key("hottest"), hot.get(0).key());
        assertEquals(key("hot"), hot.get(1).key());
        assertEquals(hottest, hot.get(0).requests() - hot.get(0).surplus() / 2.0, hottest * 0.2);
        assertTrue(hot.size() <= Standouts.TOLD);
        assertEquals(20, standouts.picture(TimeUnit.SECONDS.toNanos(20)).seconds());
    }

    /** Clients that go through their keys by turns are in step with no sample. */
    @Test
    void turnsHideNothing() {
        for (int i = 0; i < 160_000; i++) {
            standouts.asked(key("key" + i % 8), 1);
        }
        List<Hot> hot = standouts.picture(2).hot();
        assertEquals(8, hot.size());
        for (Hot each : hot) {
            assertEquals(20_000.0, (double) each.requests(), 3_000, each.toString());
        }
    }

    @Test
    void theSlowestAreKeptWhateverCameBetween() {
        for (int i = 0; i < 100_000; i++) {
            ended("fast", i % 1_000, DONE);
            if (i % 10_000 == 0) {
                ended("slow" + i, 1_000_000 + i, i == 50_000 ? LATE : DONE);
            }
        }
        List<Slow> slow = standouts.picture(2).slow();
        assertEquals(Standouts.TOLD, slow.size());
        for (int i = 0; i < 10; i++) {
            int number = 90_000 - i * 10_000;
            assertEquals(key("slow" + number), slow.get(i).key());
            assertEquals(number != 50_000, slow.get(i).isDone());
        }
    }

    @Test
    void whatStoodOutIsForgottenAfterTwoWindows() {
        for (int i = 0; i < 1_000; i++) {
            standouts.asked(key("old"), 1);
        }
        ended("old", 1_000, DONE);
        Picture next = standouts.picture(Standouts.WINDOW_NANOS);
        assertEquals(key("old"), next.hot().getFirst().key());
        assertEquals(60, next.seconds());
        for (int i = 0; i < 1_000; i++) {
            standouts.asked(key("new"), Standouts.WINDOW_NANOS + 1);
        }
        ended("new", 10, DONE);
        Picture both = standouts.picture(Standouts.WINDOW_NANOS + 2);
        assertEquals(List.of(key("old"), key("new")), both.slow().stream().map(Slow::key).toList());
        Picture last = standouts.picture(2 * Standouts.WINDOW_NANOS);
        assertEquals(60, last.seconds());
        assertEquals(List.of(key("new")), last.hot().stream().map(Hot::key).toList());
        assertEquals(List.of(key("new")), last.slow().stream().map(Slow::key).toList());
    }

    @Test
    void aSilenceOfHoursIsNoMinute() {
        for (int i = 0; i < 1_000; i++) {
            standouts.asked(key("old"), 1);
        }
        ended("old", 1_000, DONE);
        Picture late = standouts.picture(600 * Standouts.WINDOW_NANOS);
        assertEquals(List.of(), late.hot());
        assertEquals(List.of(), late.slow());
        assertEquals(60, late.seconds());
    }

    /** Nothing is asked for in a whole window: then nothing is hot. */
    @Test
    void silenceIsTold() {
        standouts.asked(key("old"), 1);
        standouts.picture(Standouts.WINDOW_NANOS);
        Picture silent = standouts.picture(2 * Standouts.WINDOW_NANOS);
        assertEquals(List.of(), silent.hot());
        assertEquals(List.of(), silent.slow());
    }
}
