package io.paxosstore.console.event;

import io.paxosstore.console.answer.Json;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Out of one observation after the other: what is wrong and since when, and what has happened, the
 * last {@link #KEPT} of it. Thread-safe.
 */
public final class Chronicle {
    /** How many events are kept. */
    public static final int KEPT = 500;

    private record Since(Problem problem, long millis) {}

    private final Map<String, Since> problems = new HashMap<>();
    private final Deque<ClusterEvent> events = new ArrayDeque<>();
    private @Nullable Observation last;

    /** Takes the next observation. */
    public synchronized void add(Observation next) {
        problems.keySet().retainAll(next.problems().keySet());
        next.problems()
                .forEach((check, problem) -> {
                    Since known = problems.get(check);
                    problems.put(
                            check,
                            new Since(problem, known == null ? next.millis() : known.millis()));
                });
        Observation before = last;
        last = next;
        if (before == null) {
            add(new ClusterEvent(next.millis(), "node_started", "This node has started."));
        } else {
            Changes.between(before, next).forEach(this::add);
        }
    }

    private void add(ClusterEvent event) {
        events.add(event);
        if (events.size() > KEPT) {
            events.remove();
        }
    }

    /**
     * What is wrong now, as a JSON array: check, whether it is serious, what it says, since when.
     */
    public synchronized String problems() {
        List<Object> all = new ArrayList<>();
        new TreeMap<>(problems)
                .forEach((check, since) ->
                        all.add(
                                Map.of(
                                        "check",
                                        check,
                                        "serious",
                                        since.problem().isSerious(),
                                        "says",
                                        since.problem().says(),
                                        "since",
                                        since.millis())));
        return Json.text(all);
    }

    /** What has happened after a time, as a JSON array, the oldest first. */
    public synchronized String eventsAfter(long millis) {
        return Json.text(events.stream().filter(event -> event.millis() > millis).toList());
    }
}
