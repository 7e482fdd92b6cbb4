package io.paxosstore.bench.faults;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** How often each kind of fault was injected, and how often it was felt. Used by one thread. */
public final class FaultTally {
    private final Map<FaultKind, Integer> injected = new EnumMap<>(FaultKind.class);
    private final Map<FaultKind, Integer> felt = new EnumMap<>(FaultKind.class);
    private final Map<FaultKind, Long> frames = new EnumMap<>(FaultKind.class);

    FaultTally() {}

    void injected(FaultKind kind) {
        injected.merge(kind, 1, Integer::sum);
    }

    void felt(FaultKind kind) {
        felt.merge(kind, 1, Integer::sum);
    }

    /** A fault of frames has ended; it was felt if there were any. */
    void frames(FaultKind kind, long count) {
        frames.merge(kind, count, Long::sum);
        if (count > 0) {
            felt(kind);
        }
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
     * How many faults of a kind the victim's own figures show, or the proxies'; always 0 for kinds
     * that leave no trace in them.
     */
    public int feltOf(FaultKind kind) {
        return felt.getOrDefault(kind, 0);
    }

    /** How many frames were really lost, doubled or swapped by faults of a kind. */
    public long framesOf(FaultKind kind) {
        return frames.getOrDefault(kind, 0L);
    }

    @Override
    public String toString() {
        return injected.isEmpty()
                ? "none"
                : injected.keySet().stream().map(this::sentence).collect(Collectors.joining(", "));
    }

    private String sentence(FaultKind kind) {
        String count = kind.label() + " " + injectedOf(kind);
        if (frames.containsKey(kind)) {
            return "%s (%d felt, %,d frames)".formatted(count, feltOf(kind), framesOf(kind));
        }
        return FaultEvidence.isKept(kind) ? count + " (" + feltOf(kind) + " felt)" : count;
    }
}
