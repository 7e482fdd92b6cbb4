package io.paxosstore.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers in few columns. */
final class FiguresTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-5 | 0",
                "0 | 0",
                "0.3 | 0.3",
                "3 | 3",
                "9.96 | 10.0",
                "1234.4 | 1,234",
                "999999 | 999,999",
                "1500000 | 1.5M",
                "2.5e9 | 2.5G",
                "1e300 | huge"
            })
    void counts(double value, String text) {
        assertEquals(text, Figures.count(value));
    }

    @ParameterizedTest
    @CsvSource({
        "0, -",
        "0.4, 0µs",
        "350, 350µs",
        "1200, 1.2ms",
        "45000, 45ms",
        "1500000, 1.5s",
        "90000000, 90s",
        "1e300, huge"
    })
    void times(double micros, String text) {
        assertEquals(text, Figures.micros(micros));
    }

    @ParameterizedTest
    @CsvSource({"-1, 0B", "0, 0B", "999, 999B", "1024, 1.0K", "53687091200, 50G", "1e300, huge"})
    void bytes(double bytes, String text) {
        assertEquals(text, Figures.bytes(bytes));
    }

    @ParameterizedTest
    @CsvSource({"-1, 0s", "119000, 119s", "120000, 2min", "7200000, 2h", "200000000, 2d"})
    void spans(long millis, String text) {
        assertEquals(text, Figures.span(millis));
    }
}
