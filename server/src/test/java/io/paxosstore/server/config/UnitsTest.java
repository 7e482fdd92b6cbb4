package io.paxosstore.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

final class UnitsTest {
    @Test
    void readsEveryUnit() {
        assertEquals(Duration.ofNanos(250_000), Units.parseDuration("250us"));
        assertEquals(Duration.ofMillis(5), Units.parseDuration("5ms"));
        assertEquals(Duration.ofSeconds(3), Units.parseDuration("3 s"));
        assertEquals(Duration.ofMinutes(2), Units.parseDuration("2m"));
        assertEquals(Duration.ofHours(1), Units.parseDuration("1h"));
        assertEquals(7, Units.parseBytes("7B"));
        assertEquals(64 << 10, Units.parseBytes("64KiB"));
        assertEquals(64L << 20, Units.parseBytes("64 mib"));
        assertEquals(2L << 30, Units.parseBytes("2GiB"));
        assertEquals(1L << 40, Units.parseBytes("1TiB"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "ms", "-5ms", "5 parsecs", "1.5s", "99999999999999999999s"})
    void refusesWhatIsNoDuration(String text) {
        assertThrows(IllegalArgumentException.class, () -> Units.parseDuration(text));
    }

    /** Whoever uses a duration counts it in nanoseconds. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854776ms",
                "9223372037s",
                "153722868m",
                "2562048h",
                "9999999999h"
            })
    void refusesWhatIsTooLongForNanoseconds(String text) {
        assertThrows(IllegalArgumentException.class, () -> Units.parseDuration(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036s", "153722867m", "2562047h"})
    void readsTheLongest(String text) {
        assertEquals(text, Units.formatDuration(Units.parseDuration(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "64", "MiB", "-1B", "64MB", "999999999999999GiB"})
    void refusesWhatIsNoSize(String text) {
        assertThrows(IllegalArgumentException.class, () -> Units.parseBytes(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "1us", "1500us", "5ms", "90s", "2m", "24h"})
    void writesDurationsSoThatTheyCanBeRead(String text) {
        assertEquals(text, Units.formatDuration(Units.parseDuration(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0B", "1B", "1023B", "1KiB", "1500KiB", "64MiB", "3GiB"})
    void writesSizesSoThatTheyCanBeRead(String text) {
        assertEquals(text, Units.formatBytes(Units.parseBytes(text)));
    }
}
