package io.paxosstore.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.node.host.ShardLimits;
import io.paxosstore.node.peer.PeerOptions;
import io.paxosstore.node.repair.SweepOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Options are given by their names, and what is left out or out of range is told at once. */
final class OptionsTest {
    private static void assertRefused(String sentence, Executable made) {
        assertEquals(sentence, assertThrows(IllegalArgumentException.class, made).getMessage());
    }

    @Test
    void optionsAreWhatTheyAreNamed() {
        assertEquals(
                new SweepOptions(0.5, 2, 3, 4, 5, true, 100, 6),
                SweepOptions.builder()
                        .recoversPerSecond(0.5)
                        .checksPerSecond(2)
                        .window(3)
                        .pageBytes(4)
                        .intervalNanos(5)
                        .comparesContent(true)
                        .moveSharePercent(100)
                        .deadlineNanos(6)
                        .build());
        assertEquals(
                new ShardLimits(1, 2, 3, 4, 5, 6, 7),
                ShardLimits.builder()
                        .requestsMax(1)
                        .delayNanos(2)
                        .pendingBytesMax(3)
                        .largeBytes(4)
                        .largeInFlightMax(5)
                        .loadBytesMax(6)
                        .slowNanos(7)
                        .build());
        assertEquals(
                new PeerOptions(1, 2, 0, 4, 5, 6, 7, 8, 9),
                PeerOptions.builder()
                        .sockets(1)
                        .greetingsMax(2)
                        .lazyDelayNanos(0)
                        .outgoingBytesMax(4)
                        .heartbeatNanos(5)
                        .silenceNanos(6)
                        .connectMillis(7)
                        .reconnectMinNanos(8)
                        .reconnectMaxNanos(9)
                        .build());
    }

    @Test
    void allThatIsMissingOrOutOfRangeIsNamed() {
        assertRefused(
                "Limits of a shard: requestsMax is 0; use at least 1; slowNanos is -1; use at"
                        + " least 1.",
                ShardLimits.builder()
                                .requestsMax(0)
                                .delayNanos(2)
                                .pendingBytesMax(3)
                                .largeBytes(4)
                                .largeInFlightMax(5)
                                .loadBytesMax(6)
                        ::build);
        assertRefused(
                "Settings of connections between nodes: silenceNanos is 4; use at least"
                        + " heartbeatNanos, 5; reconnectMaxNanos is 7; use at least"
                        + " reconnectMinNanos, 8.",
                () -> new PeerOptions(1, 2, 3, 4, 5, 4, 7, 8, 7));
        assertRefused(
                "Settings of the sweep: checksPerSecond is NaN; use more than 0; window is 0; use"
                        + " at least 1; moveSharePercent is 101; use at most 100.",
                () -> new SweepOptions(1, Double.NaN, 0, 4, 5, true, 101, 6));
    }
}
