package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.util.List;

final class WordsTest {
    @Test
    void blanksSeparateAndQuotesKeepTogether() {
        assertEquals(List.of("put", "s", "k", "v"), Words.of("  put s\tk v "));
        assertEquals(List.of("put", "a b", "c'd", ""), Words.of("put \"a b\" c\\'d ''"));
        assertEquals(List.of("{\"a\": 1}"), Words.of("'{\"a\": 1}'"));
        assertEquals(List.of("ab"), Words.of("a\"b\""));
        assertEquals(List.of(), Words.of("  "));
    }

    @Test
    void anOpenQuoteIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Words.of("put 'a"));
    }
}
