package io.paxosstore.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.cli.progress.Progress;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** What is said of nodes that lag behind. */
final class LagTrendTest {
    private final LagTrend trend = new LagTrend();

    @Test
    void whoComesCloserHasATimeLeft() {
        assertEquals(List.of(), trend.next(0, Map.of(1, 0L, 2, 1000L)));
        assertEquals(
                List.of(new Progress("node 2 catches up", 400, 1000, 200, 3000)),
                trend.next(2000, Map.of(1, 0L, 2, 600L)));
        assertEquals(List.of(), trend.next(3000, Map.of(2, 0L)));
        assertEquals(List.of(), trend.next(4000, Map.of(2, 10L)), "it begins anew");
    }

    @Test
    void whoFallsBackBeginsAnew() {
        assertEquals(List.of(), trend.next(0, Map.of(2, 100L)));
        assertEquals(List.of(), trend.next(1000, Map.of(2, 300L)));
        assertEquals(
                List.of(new Progress("node 2 catches up", 100, 300, 100, 2000)),
                trend.next(2000, Map.of(2, 200L)));
        assertEquals(List.of(), trend.next(1, Map.of(2, 150L)), "the clock was set back");
    }
}
