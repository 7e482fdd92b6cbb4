package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.Commands;
import io.paxosstore.redis.resp.Arguments;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Commands that are executed together, and those that are not. */
class WordStepsTest {
    private static Step.Words step(String command, int version) {
        List<byte[]> words =
                Arrays.stream(command.split(" ", -1))
                        .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                        .toList();
        Arguments arguments = new Arguments(words);
        return new Step.Words(arguments, Commands.TABLE.of(arguments), version, reply -> {});
    }

    private static List<String> names(WordSteps steps) {
        return steps.all().stream().map(step -> step.words().text(0)).toList();
    }

    private static List<List<String>> parts(Deque<Step> waiting) {
        List<List<String>> parts = new ArrayList<>();
        while (!waiting.isEmpty()) {
            WordSteps part = WordSteps.take(waiting);
            parts.add(names(part));
            assertFalse(part.takeApart(waiting), "it is as small as it can be");
        }
        return parts;
    }

    /** What needs no room is done, in its turn, whatever waits beside it. */
    @Test
    void whereThereIsNoRoomWhatNeedsNoneGoesByItself() {
        Deque<Step> waiting = new ArrayDeque<>();
        for (String one :
                List.of("GET a", "DEL b", "SET c v", "APPEND c v", "GET a", "LPUSH d v")) {
            waiting.add(step(one, 2));
        }
        WordSteps all = WordSteps.take(waiting);
        assertEquals(6, all.all().size());
        assertTrue(all.takeApart(waiting));
        waiting.add(step("DEL e", 2)); // comes meanwhile
        assertEquals(
                List.of(
                        List.of("GET", "DEL"),
                        List.of("SET", "APPEND"),
                        List.of("GET"),
                        List.of("LPUSH"),
                        List.of("DEL")),
                parts(waiting));
    }

    @Test
    void repliesOfOneVersionGoTogether() {
        Deque<Step> waiting =
                new ArrayDeque<>(List.of(step("GET a", 2), step("SET a v", 2), step("GET a", 3)));
        assertEquals(2, WordSteps.take(waiting).all().size());
        assertEquals(1, WordSteps.take(waiting).all().size());
    }
}
