package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Optional;

/** What is meant by a mistyped word. */
final class SimilarTest {
    @ParameterizedTest
    @CsvSource({
        "gte, get",
        "pt, put",
        "putt, put",
        "GETALL, getAll",
        "getal, getAll",
        "compareandsett, compareAndSet",
        "comapreAndSte, compareAndSet",
        "listspace, listSpaces",
        "wathc, watch",
        "lst, list",
        "sorted, sortedSet",
        "compareV, compareVersionAndSet"
    })
    void itIsFound(String given, String meant) {
        assertEquals(Optional.of(meant), Similar.to(given, ShellCommand.words()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "frobnicate", "bye", "select", "c"})
    void whatIsLikeNothingIsNot(String given) {
        assertEquals(Optional.empty(), Similar.to(given, ShellCommand.words()));
    }

    @Test
    void theMostLikelyOneIsProposed() {
        assertEquals(Optional.of("popLast"), Similar.to("popLat", List.of("popFirst", "popLast")));
        assertEquals(Optional.empty(), Similar.to("pop", List.of("popFirst", "popLast")));
        assertEquals("did you mean 'put'? ", Similar.question("ptu", List.of("get", "put")));
        assertEquals("", Similar.question("delete", List.of("get", "put")));
    }
}
