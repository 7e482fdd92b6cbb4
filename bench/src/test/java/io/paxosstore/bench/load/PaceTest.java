package io.paxosstore.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

class PaceTest {
    private static final int CLIENTS = 10;
    private static final int OPERATIONS = 20_000;

    private static Arrivals arrivals(int perSecond) {
        LoadPlan plan =
                new LoadPlan(
                        CLIENTS,
                        perSecond,
                        LoadPlan.Mode.ASYNC,
                        OperationMix.parse("read=100"),
                        0,
                        1,
                        KeyChooser.Distribution.UNIFORM,
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        1);
        return Arrivals.of(plan, new RandomSource(7), 0);
    }

    @Test
    void withoutAPaceAnOperationCountsFromWhenItBegins() {
        Pace pace = new Pace(arrivals(0));
        assertEquals(0, pace.leftNanos(123));
        assertEquals(123, pace.begin(123));
        assertEquals(0, pace.leftNanos(123));
    }

    @Test
    void allClientsTogetherKeepTheRate() {
        Arrivals arrivals = arrivals(1000);
        List<Pace> clients =
                IntStream.range(0, CLIENTS).mapToObj(client -> new Pace(arrivals)).toList();
        long began = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            Pace pace = clients.get(i % CLIENTS);
            long now = began + pace.leftNanos(began);
            began = pace.begin(now);
            assertEquals(now, began);
        }
        double seconds = began / (double) TimeUnit.SECONDS.toNanos(1);
        double expected = OPERATIONS / 1000.0;
        assertTrue(Math.abs(seconds / expected - 1) < 0.05, seconds + " s");
    }

    @Test
    void aFreeClientTakesWhatIsDueWhileOthersWait() {
        Arrivals arrivals = arrivals(1000);
        Pace waiting = new Pace(arrivals);
        Pace free = new Pace(arrivals);
        long first = waiting.begin(waiting.leftNanos(0));
        long second = free.leftNanos(0);
        assertTrue(second > first);
        assertEquals(second, free.begin(second));
        assertTrue(waiting.leftNanos(0) > second, "each operation is begun once");
    }

    @Test
    void whatBeginsLateCountsFromWhenItWasDue() {
        Pace pace = new Pace(arrivals(1000));
        long due = pace.leftNanos(0);
        long late = due + TimeUnit.SECONDS.toNanos(5);
        assertEquals(0, pace.leftNanos(late));
        assertEquals(due, pace.begin(late));
        assertTrue(pace.begin(late) < late, "the next was due during the stall, too");
    }
}
