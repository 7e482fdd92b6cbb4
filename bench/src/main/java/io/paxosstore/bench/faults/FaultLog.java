package io.paxosstore.bench.faults;

import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What happens when in a run, and what is wrong with it. Written by one thread, read by any. */
final class FaultLog {
    private final long startNanos = System.nanoTime();
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final List<String> problems = Collections.synchronizedList(new ArrayList<>());

    /** The beginning of the run, by {@link System#nanoTime}. */
    long startNanos() {
        return startNanos;
    }

    /** How long the run takes until now. */
    double seconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    /** Notes what has happened. */
    void note(String sentence) {
        events.add(
                String.format(Locale.ROOT, "%s %7.3f s  ", LocalTime.now(ZoneOffset.UTC), seconds())
                        + sentence);
    }

    /** Notes what must not have happened. */
    void problem(String sentence) {
        note(sentence);
        problems.add(sentence);
    }

    /** What happened, problems included. */
    List<String> events() {
        return List.copyOf(events);
    }

    /** What is wrong, a sentence each. */
    List<String> problems() {
        return List.copyOf(problems);
    }
}
