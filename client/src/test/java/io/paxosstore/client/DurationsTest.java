package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.TableSchema;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.function.Consumer;

/** Durations longer than any clock are named in one sentence, never an overflow. */
class DurationsTest {
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    private static String refusal(Consumer<Duration> use, Duration value) {
        return String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> use.accept(value)).getMessage());
    }

    @Test
    void optionsOfCallsAreBounded() {
        assertEquals(
                "The time to live is 9223372036854775807 s; use 1 ms to 3153600000 s.",
                refusal(CallOptions.DEFAULT::ttl, FOR_EVER));
        assertEquals(
                "The deadline is 9223372036854775807 s; use 1 ms to 3600 s.",
                refusal(CallOptions.DEFAULT::deadline, FOR_EVER));
        assertEquals(
                "The deadline is -9223372036854775808 s; use 1 ms to 3600 s.",
                refusal(CallOptions.DEFAULT::deadline, Duration.ofSeconds(Long.MIN_VALUE)));
    }

    @Test
    void timesOfObjectsAreBounded() {
        assertEquals(
                "The time to live is 9223372036854775807 s; use 1 ms to 3162240000 s, or 0 for no"
                        + " limit.",
                refusal(ttl -> Checks.millis("time to live", ttl), FOR_EVER));
        assertEquals(0, Checks.millis("time to live", Duration.ZERO));
        assertEquals(
                "The time to live of rows is 9223372036854775807 ms; use 1 to 3162240000000, or 0"
                        + " for ever.",
                refusal(
                        ttl ->
                                TableSchema.builder()
                                        .column("id", ColumnType.INT64)
                                        .key("id")
                                        .ttl(ttl)
                                        .build(),
                        FOR_EVER));
    }

    private static Duration roundTrip(Duration ttl) {
        return Duration.ofMillis(
                TableSchema.builder()
                        .column("id", ColumnType.INT64)
                        .key("id")
                        .ttl(ttl)
                        .build()
                        .ttlMillis());
    }

    /** Rounded down it would mean for ever. */
    @Test
    void aTimeBelowAMillisecondIsRefused() {
        Duration brief = Duration.ofNanos(999_999);
        assertEquals(
                "The time to live is 999999 ns; use 1 ms to 3162240000 s, or 0 for no limit.",
                refusal(ttl -> Checks.millis("time to live", ttl), brief));
        assertEquals(
                "The time to live is 999999 ns; use 1 ms to 3153600000 s.",
                refusal(CallOptions.DEFAULT::ttl, brief));
        assertEquals(
                "The time to live of rows is PT0.000999999S; use 1 ms or more, or 0 for ever.",
                refusal(DurationsTest::roundTrip, brief));
        assertEquals(1, Checks.millis("time to live", Duration.ofMillis(1)));
        assertEquals(Duration.ofMillis(1), roundTrip(Duration.ofMillis(1)));
        assertEquals(Duration.ZERO, roundTrip(Duration.ZERO));
    }

    @Test
    void whoeverWaitsForEverWaits() {
        assertEquals(Long.MAX_VALUE, Checks.waitNanos(FOR_EVER));
        assertEquals(1_500_000, Checks.waitNanos(Duration.ofNanos(1_500_000)));
    }
}
