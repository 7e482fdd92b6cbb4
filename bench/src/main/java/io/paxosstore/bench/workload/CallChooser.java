package io.paxosstore.bench.workload;

import io.paxosstore.core.RandomSource;
import io.paxosstore.core.kv.KvCommand;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes up one client's calls. Values are unique, so that the checker can tell them apart.
 * Comparisons use what this client saw last, so that some succeed and some fail. Not thread-safe.
 */
final class CallChooser {
    /** What is asked for. */
    enum Mix {
        /** Reads, and every kind of write. */
        MIXED,
        /** Puts only. */
        PUTS
    }

    private static final long NO_TTL = 0;
    private static final int VERSIONS_KEPT = 4;

    private final int client;
    private final Mix mix;
    private final RandomSource random;
    private final Map<String, KvAnswer.Seen> lastSeen = new HashMap<>();

    /** Versions this client was told, by key, by its own writes too; the newest last. */
    private final Map<String, ArrayDeque<Long>> versions = new HashMap<>();

    private long sequence;

    CallChooser(int client, Mix mix, RandomSource random) {
        this.client = client;
        this.mix = mix;
        this.random = random;
    }

    /** The next call for this key. */
    KvCall next(WorkloadKey key) {
        return switch (mix) {
            case PUTS -> put();
            case MIXED ->
                    switch (key.kind()) {
                        case ITEM -> nextOfItem(key.name());
                        case COUNTER -> nextOfCounter();
                        case TALLY -> nextOfTally();
                        case SET -> nextOfSet(key.name());
                    };
        };
    }

    private KvCall nextOfCounter() {
        int percent = random.nextInt(100);
        if (percent < 40) {
            return new KvCall.Read();
        }
        return new KvCall.Write(
                percent < 95
                        ? new KvCommand.Increment(1 + random.nextInt(9), NO_TTL)
                        : new KvCommand.Delete());
    }

    private KvCall nextOfTally() {
        return random.nextInt(100) < 40
                ? new KvCall.Read()
                : new KvCall.Write(new KvCommand.Increment(1 + random.nextInt(9), NO_TTL));
    }

    /** Adds one element to what this client saw last; often that is old, and the answer is no. */
    private KvCall nextOfSet(String key) {
        KvAnswer.Seen seen = lastSeen.get(key);
        if (seen == null || random.nextInt(100) < 50) {
            return new KvCall.Read();
        }
        String value = seen.value();
        if (value == null) {
            return new KvCall.Write(
                    new KvCommand.PutIfAbsent(ElementSet.first(freshElement()), NO_TTL));
        }
        if (ElementSet.isFull(value)) {
            return new KvCall.Read();
        }
        byte[] before = value.getBytes(StandardCharsets.ISO_8859_1);
        return new KvCall.Write(
                new KvCommand.CompareAndSet(
                        before, ElementSet.with(value, freshElement()), NO_TTL));
    }

    private String freshElement() {
        return client + "-" + ++sequence;
    }

    private KvCall nextOfItem(String key) {
        int percent = random.nextInt(100);
        if (percent < 45) {
            return new KvCall.Read();
        }
        if (percent < 75) {
            return put();
        }
        if (percent < 80) {
            return new KvCall.Write(new KvCommand.Delete());
        }
        if (percent < 85) {
            return new KvCall.Write(new KvCommand.PutIfAbsent(freshValue(), NO_TTL));
        }
        KvAnswer.Seen seen = lastSeen.get(key);
        String value = seen == null ? null : seen.value();
        if (seen == null || value == null) {
            return new KvCall.Read();
        }
        if (percent < 92) {
            return new KvCall.Write(
                    new KvCommand.CompareAndSet(
                            value.getBytes(StandardCharsets.ISO_8859_1), freshValue(), NO_TTL));
        }
        long version = knownVersion(key);
        return new KvCall.Write(
                percent < 97
                        ? new KvCommand.CompareVersionAndSet(version, freshValue(), NO_TTL)
                        : new KvCommand.CompareVersionAndDelete(version));
    }

    /** The newest version this client knows, or one before it, which must not pass any more. */
    private long knownVersion(String key) {
        ArrayDeque<Long> told = versions.getOrDefault(key, new ArrayDeque<>());
        if (told.isEmpty()) {
            return 0;
        }
        return random.nextInt(2) == 0
                ? told.getLast()
                : told.stream().skip(random.nextInt(told.size())).findFirst().orElseThrow();
    }

    private KvCall put() {
        return new KvCall.Write(new KvCommand.Put(freshValue(), NO_TTL));
    }

    private byte[] freshValue() {
        return freshElement().getBytes(StandardCharsets.US_ASCII);
    }

    /** Tells what a call was answered. */
    void answered(String key, KvAnswer answer) {
        switch (answer) {
            case KvAnswer.Seen seen -> {
                lastSeen.put(key, seen);
                told(key, seen.version());
            }
            case KvAnswer.Written written -> told(key, written.result().version());
        }
    }

    private void told(String key, long version) {
        ArrayDeque<Long> told = versions.computeIfAbsent(key, absent -> new ArrayDeque<>());
        if (version > 0) {
            told.addLast(version);
        }
        if (told.size() > VERSIONS_KEPT) {
            told.removeFirst();
        }
    }
}
