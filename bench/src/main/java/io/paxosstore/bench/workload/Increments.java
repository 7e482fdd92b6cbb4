package io.paxosstore.bench.workload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Increments by one of a counter that begins at 0, as its clients were told. Thread-safe. */
final class Increments {
    private final Set<Long> results = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private long certain;
    private long unknown;

    /** An increment was acknowledged; the results of two never are the same. */
    synchronized void acknowledged(long result) {
        certain++;
        if (!results.add(result)) {
            problems.add("two increments have the result " + result);
        }
    }

    /** An increment was acknowledged without its result. */
    synchronized void acknowledged() {
        certain++;
    }

    /** An increment has no answer. */
    synchronized void unknown() {
        unknown++;
    }

    /** What is wrong, given what the counter shows now, a sentence each. */
    synchronized List<String> problems(long value) {
        List<String> found = new ArrayList<>(problems);
        if (value < certain || value > certain + unknown) {
            found.add(
                    "counts %d; %d increments were acknowledged, %d are unknown"
                            .formatted(value, certain, unknown));
        }
        return found;
    }
}
