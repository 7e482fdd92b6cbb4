package io.paxosstore.bench.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What is measured, in rounds, and held against the limits. */
final class HostileJudgeTest {
    private static final HostileJudge JUDGE =
            new HostileJudge(
                    new HostileLimits(Duration.ofMillis(50), Duration.ofMillis(100), 100 << 20));

    /** A client whose calls take as long as they are told. */
    private static final class Told implements RoundFigures.Source {
        private Histogram latencies = empty();
        private long failed;
        private long stalled;

        private static Histogram empty() {
            return new Histogram(Duration.ofHours(1).toNanos(), 2);
        }

        void calls(int count, int millis) {
            latencies.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(millis), count);
        }

        @Override
        public Histogram latencies() {
            Histogram told = latencies;
            latencies = empty();
            return told;
        }

        @Override
        public long failed() {
            return failed;
        }

        @Override
        public long stalled() {
            return stalled;
        }
    }

    private final Told client = new Told();

    private static List<String> problems(RoundFigures figures) {
        return JUDGE.problems(figures, figures.total(0), "why");
    }

    @Test
    void aGoodRunHasNoProblem() {
        RoundFigures figures = new RoundFigures(client);
        client.calls(1_000, 90); // nobody attacks: it is the machine
        figures.quiet("nothing", 1);
        client.calls(1_000, 10);
        figures.attacked("storm", 1);
        assertEquals(List.of(), problems(figures));
    }

    /** It would not be seen in the 99th percentile of all calls. */
    @Test
    void oneSlowRoundAmongManyIsAProblem() {
        RoundFigures figures = new RoundFigures(client);
        for (int round = 0; round < 200; round++) {
            client.calls(1_000, 10);
            figures.attacked("storm", 1);
        }
        client.calls(100, 110);
        figures.attacked("idle", 1);
        client.calls(100, 140);
        figures.attacked("unfinished", 1);
        assertEquals("unfinished", figures.worst().attacks());
        assertEquals(
                List.of(
                        "p99 of the well-behaved client is above 100 ms in 2 of 202 rounds, in the"
                                + " worst (unfinished) 140.5 ms"),
                problems(figures));
    }

    @Test
    void allCallsTogetherHaveALimitOfTheirOwn() {
        RoundFigures figures = new RoundFigures(client);
        client.calls(1_000, 60);
        figures.attacked("storm", 1);
        assertEquals(
                List.of("p99 of the well-behaved client is 60.0 ms, the limit 50 ms"),
                problems(figures));
    }

    @Test
    void aRoundWithoutAnAnswerIsAProblem() {
        RoundFigures figures = new RoundFigures(client);
        client.calls(1_000, 10);
        figures.quiet("nothing", 1);
        figures.attacked("storm", 1);
        client.calls(1_000, 10);
        figures.attacked("idle", 1);
        assertEquals(
                List.of("no call of the well-behaved client was answered during storm"),
                problems(figures));
    }

    @Test
    void whatFailsBeforeTheFirstRoundDoesNotCountAndWhatFailsAfterTheLastDoes() {
        client.failed = 3;
        client.stalled = 4;
        client.calls(7, 1_000);
        RoundFigures figures = new RoundFigures(client);
        client.calls(5_000, 10);
        assertEquals(0, figures.attacked("storm", 1).failed());
        client.failed += 2;
        client.stalled += 1;
        client.calls(1_000, 10);
        HostileReport.Round total = figures.total(5);
        assertEquals(2, total.failed());
        assertEquals(1, total.stalled());
        assertEquals(6_000, total.calls());
        assertEquals(5, total.residentMax());
        assertEquals(
                List.of("2 calls of the well-behaved client failed: why"),
                JUDGE.problems(figures, total, "why"));
    }

    @Test
    void stalledCallsAndMemoryHaveLimits() {
        RoundFigures figures = new RoundFigures(client);
        client.calls(1_000, 10);
        client.stalled = 2;
        figures.attacked("storm", 200 << 20);
        assertEquals(
                List.of(
                        "2 calls of the well-behaved client failed while the disk stood still: more"
                                + " than one in 1000; measure on another disk",
                        "a replica had 200 MiB resident, the limit is 100 MiB"),
                problems(figures));
    }
}
