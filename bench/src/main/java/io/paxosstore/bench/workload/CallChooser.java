package io.paxosstore.bench.workload;

import io.paxosstore.core.RandomSource;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
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

    /** Longest time to live of keys that expire, milliseconds. */
    static final int TTL_MILLIS_MAX = 1_500;

    /** How many versions of a key a client remembers from the answers to its own writes. */
    private static final int TOLD_MAX = 8;

    private final int client;
    private final Mix mix;
    private final RandomSource random;
    private final Map<String, KvAnswer.Seen> lastSeen = new HashMap<>();

    /** Versions that writes of this client were told, newest last; most are overwritten since. */
    private final Map<String, Deque<Long>> told = new HashMap<>();

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
                        case EXPIRING -> nextOfExpiring(key.name());
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
                        ? new KvOperation.Increment(1 + random.nextInt(9), NO_TTL)
                        : new KvOperation.Delete());
    }

    private KvCall nextOfTally() {
        return random.nextInt(100) < 40
                ? new KvCall.Read()
                : new KvCall.Write(new KvOperation.Increment(1 + random.nextInt(9), NO_TTL));
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
                    new KvOperation.PutIfAbsent(ElementSet.first(freshElement()), NO_TTL));
        }
        if (ElementSet.isFull(value)) {
            return new KvCall.Read();
        }
        byte[] before = value.getBytes(StandardCharsets.ISO_8859_1);
        return new KvCall.Write(
                new KvOperation.CompareAndSet(
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
            return new KvCall.Write(new KvOperation.Delete());
        }
        if (percent < 85) {
            return new KvCall.Write(new KvOperation.PutIfAbsent(freshValue(), NO_TTL));
        }
        KvAnswer.Seen seen = lastSeen.get(key);
        String value = seen == null ? null : seen.value();
        if (seen == null || value == null) {
            return new KvCall.Read();
        }
        if (percent < 90) {
            return new KvCall.Write(
                    new KvOperation.CompareAndSet(
                            value.getBytes(StandardCharsets.ISO_8859_1), freshValue(), NO_TTL));
        }
        long version = version(key, seen);
        return new KvCall.Write(
                percent < 96
                        ? new KvOperation.CompareVersionAndSet(version, freshValue(), NO_TTL)
                        : new KvOperation.CompareVersionAndDelete(version));
    }

    /**
     * A version to compare with: that of the last read, or of a write of this client. A version
     * that was overwritten must never match again, however close together the writes were.
     */
    private long version(String key, KvAnswer.Seen seen) {
        Deque<Long> versions = told.getOrDefault(key, new ArrayDeque<>());
        int index = random.nextInt(versions.size() + 1);
        return index == versions.size()
                ? seen.version()
                : versions.stream().skip(index).findFirst().orElseThrow();
    }

    private KvCall nextOfExpiring(String key) {
        int percent = random.nextInt(100);
        if (percent < 50) {
            return new KvCall.Read();
        }
        if (percent < 55) {
            return new KvCall.Write(new KvOperation.Delete());
        }
        int ttl = 1 + random.nextInt(TTL_MILLIS_MAX);
        if (percent < 70) {
            return new KvCall.Write(new KvOperation.PutIfAbsent(freshValue(), ttl));
        }
        KvAnswer.Seen seen = lastSeen.get(key);
        return new KvCall.Write(
                percent < 85 && seen != null
                        ? new KvOperation.CompareVersionAndSet(
                                version(key, seen), freshValue(), ttl)
                        : new KvOperation.Put(freshValue(), ttl));
    }

    private KvCall put() {
        return new KvCall.Write(new KvOperation.Put(freshValue(), NO_TTL));
    }

    private byte[] freshValue() {
        return freshElement().getBytes(StandardCharsets.US_ASCII);
    }

    /** Tells what a call was answered. */
    void answered(String key, KvAnswer answer) {
        switch (answer) {
            case KvAnswer.Seen seen -> lastSeen.put(key, seen);
            case KvAnswer.Written(KvResult result) -> {
                if (result.status() == WriteStatus.OK && result.version() > 0) {
                    Deque<Long> versions = told.computeIfAbsent(key, _ -> new ArrayDeque<>());
                    versions.addLast(result.version());
                    if (versions.size() > TOLD_MAX) {
                        versions.removeFirst();
                    }
                }
            }
        }
    }
}
