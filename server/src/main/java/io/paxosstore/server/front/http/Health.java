package io.paxosstore.server.front.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Whether a node lives and whether it can serve, check by check. Thread-safe. */
public final class Health {
    /** What a check says when all is well. */
    public static final String OK = "ok";

    /** What a node is doing. */
    public enum Phase {
        STARTING,
        SERVING,
        DRAINING,
        FAILED
    }

    private final Map<String, Supplier<String>> checks = new LinkedHashMap<>();
    private final Map<String, Supplier<String>> notes = new LinkedHashMap<>();
    private Supplier<String> wholeness = () -> OK;
    private volatile Phase phase = Phase.STARTING;

    /** Adds a check; before the node serves. It says {@link #OK} or why not. */
    public void check(String name, Supplier<String> check) {
        checks.put(name, check);
    }

    /** Adds something worth knowing that keeps the node from nothing; before the node serves. */
    public void note(String name, Supplier<String> note) {
        notes.put(name, note);
    }

    /**
     * Sets what says whether another node may be stopped as far as it depends on this one, like a
     * check; before the node serves. It keeps the node from nothing.
     */
    public void wholeness(Supplier<String> check) {
        wholeness = check;
    }

    /** What a note says now; {@link #OK} if there is none of that name. */
    public String note(String name) {
        Supplier<String> note = notes.get(name);
        return note == null ? OK : note.get();
    }

    /** Every note with what it says. */
    public Map<String, String> notes() {
        Map<String, String> said = new LinkedHashMap<>();
        notes.forEach((name, note) -> said.put(name, note.get()));
        return said;
    }

    /** A failed node stays failed. */
    public synchronized void phase(Phase next) {
        if (phase != Phase.FAILED) {
            phase = next;
        }
    }

    public Phase phase() {
        return phase;
    }

    /** Every check with what it says. */
    public Map<String, String> report() {
        Map<String, String> report = new LinkedHashMap<>();
        report.put(
                "node",
                switch (phase) {
                    case STARTING -> "starting";
                    case SERVING -> OK;
                    case DRAINING -> "shutting down";
                    case FAILED -> "failed; see its log";
                });
        checks.forEach((name, check) -> report.put(name, check.get()));
        return report;
    }

    /** The checks that do not hold, with what they say. */
    public Map<String, String> failures() {
        Map<String, String> failures = report();
        failures.values().removeIf(OK::equals);
        return failures;
    }

    /** What keeps the node from serving; empty when nothing does. */
    public List<String> reasons() {
        return sentences(failures());
    }

    /** The same, and what is missing in what it has to serve from. */
    public List<String> reasonsNotWhole() {
        Map<String, String> failures = failures();
        String missing = wholeness.get();
        if (!missing.equals(OK)) {
            failures.put("store", missing);
        }
        return sentences(failures);
    }

    private static List<String> sentences(Map<String, String> failures) {
        return failures.entrySet().stream()
                .map(failure -> failure.getKey() + ": " + failure.getValue())
                .toList();
    }
}
