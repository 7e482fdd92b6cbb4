package io.paxosstore.cli.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.concurrent.TimeUnit;

/** What a person reads who waits. */
final class ProgressBarTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void aKnownWholeIsABarWithTheTimeLeft() {
        Progress half = Progress.measured("loading keys", 500, 1000, 5 * SECOND);
        assertEquals(
                "loading keys [#########----------]  50 %  500 of 1,000, 100/s, about 5 s left",
                ProgressBar.line(half, 77));
        assertEquals(
                "loading keys 50 %  500 of 1,000, 100/s, about 5 s left",
                ProgressBar.line(half, 60));
        assertEquals("loading keys 50 %  500", ProgressBar.line(half, 22));
    }

    @Test
    void anUnknownWholeIsACountWithItsRate() {
        Progress some = Progress.measured("counting", 12_345, Progress.UNKNOWN, 2 * SECOND);
        assertEquals("counting: 12,345, 6,173/s", ProgressBar.line(some, 79));
        Progress few = Progress.measured("counting", 3, Progress.UNKNOWN, 2 * SECOND);
        assertEquals("counting: 3, 1.5/s", ProgressBar.line(few, 79));
    }

    @Test
    void theBeginSaysNoTimeLeft() {
        assertEquals(
                "x [----------------------------------------]   0 %  0 of 10",
                ProgressBar.line(Progress.measured("x", 0, 10, SECOND), 79));
        assertEquals("x: 0", ProgressBar.line(Progress.measured("x", 0, 0, 0), 79));
    }

    /** Keys that come while they are counted: more than there were is no more than all. */
    @Test
    void moreThanTheWholeIsACount() {
        assertEquals("x: 11, 11/s", ProgressBar.line(Progress.measured("x", 11, 10, SECOND), 79));
        assertTrue(
                ProgressBar.line(Progress.measured("x", 10, 10, SECOND), 79)
                        .contains("####] 100 %  10 of 10"));
    }

    @Test
    void whatOthersForetellIsTold() {
        assertEquals(
                "moving slots 25 %  10 of 40, about 2 min left",
                ProgressBar.line(Progress.told("moving slots", 10, 40, 120_000), 50));
        assertEquals(
                "moving slots 25 %  10 of 40",
                ProgressBar.line(Progress.told("moving slots", 10, 40, Progress.UNKNOWN), 30));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1 s",
        "1499, 1 s",
        "119000, 119 s",
        "120000, 2 min",
        "7199000, 119 min",
        "7200000, 2 h",
        "172799000, 47 h",
        "172800000, 2 days",
        "9223372036854775807, 106751991167 days",
    })
    void aTimeHasTheUnitThatSaysMost(long millis, String words) {
        assertEquals(words, ProgressBar.duration(millis));
    }
}
