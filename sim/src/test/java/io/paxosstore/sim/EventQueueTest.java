package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class EventQueueTest {
    private final EventQueue queue = new EventQueue();
    private final List<String> ran = new ArrayList<>();

    @Test
    void runsByTimeAndThenBySequence() {
        queue.at(20, () -> ran.add("late"));
        queue.at(10, () -> ran.add("first"));
        queue.at(10, () -> ran.add("second"));
        queue.at(15, () -> queue.at(1, () -> ran.add("past means now")));
        while (queue.runNext(100)) {
            assertEquals(true, queue.nowNanos() <= 20);
        }
        assertEquals(List.of("first", "second", "past means now", "late"), ran);
    }

    @Test
    void timeGoesOnWithoutEvents() {
        queue.at(50, () -> ran.add("x"));
        assertFalse(queue.runNext(40));
        assertEquals(40, queue.nowNanos());
        assertEquals(50, queue.nextNanos());
    }
}
