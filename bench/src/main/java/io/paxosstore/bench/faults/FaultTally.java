package io.paxosstore.bench.faults;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** How often each kind of fault was injected, and how often it was felt. Used by one thread. */
public final class FaultTally {
    private final Map<FaultKind, Integer> injected = new EnumMap<>(FaultKind.class);
    private final Map<FaultKind, Integer> felt = new EnumMap<>(FaultKind.class);

    FaultTally() {}

    void injected(FaultKind kind) {
        injected.merge(kind, 1, Integer::sum);
    }

    void felt(FaultKind kind) {
        felt.merge(kind, 1, Integer::sum);
    }

    /** How many faults there were. */
    public int total() {
        return injected.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** How many faults of a kind there were. */
    public int injectedOf(FaultKind kind) {
        return injected.getOrDefault(kind, 0);
    }

    /**
     * How many faults of a kind the victim's own figures show; always 0 for kinds that leave no
     * trace in them.
     */
    public int feltOf(FaultKind kind) {
        return felt.getOrDefault(kind, 0);
    }

    @Override
    public String toString() {
        return injected.isEmpty()
                ? "none"
                : injected.entrySet().stream()
                        .map(kind ->
                                kind.getKey().label()
                                        + " "
                                        + kind.getValue()
                                        + (FaultEvidence.isKept(kind.getKey())
                                                ? " (" + feltOf(kind.getKey()) + " felt)"
                                                : ""))
                        .collect(Collectors.joining(", "));
    }
}
