package io.paxosstore.server.front.redis;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** What one connection listens to. On its loop only, unless it is said otherwise. */
final class OwnSubscriptions {
    /** What a subscription costs beside its name. */
    private static final int SUBJECT_BYTES = 256;

    private final Subscriptions all;
    private final Subscriptions.Listener self;
    private final Set<Subject> own = new LinkedHashSet<>();
    private final Map<Subject.Kind, AtomicInteger> counts = new EnumMap<>(Subject.Kind.class);
    private final AtomicInteger comingMessages = new AtomicInteger();
    private long heldBytes;

    /**
     * @param all of the node
     * @param self takes the messages
     */
    OwnSubscriptions(Subscriptions all, Subscriptions.Listener self) {
        this.all = all;
        this.self = self;
        for (Subject.Kind kind : Subject.Kind.values()) {
            counts.put(kind, new AtomicInteger());
        }
    }

    void add(Subject subject) {
        if (own.add(subject)) {
            counter(subject.kind()).incrementAndGet();
            heldBytes += SUBJECT_BYTES + subject.name().length;
            all.add(subject, self);
        }
    }

    void remove(Subject subject) {
        if (own.remove(subject)) {
            counter(subject.kind()).decrementAndGet();
            heldBytes -= SUBJECT_BYTES + subject.name().length;
            all.remove(subject, self);
        }
    }

    /** A message is on its way to the connection's loop; from any thread. */
    void comes() {
        comingMessages.incrementAndGet();
    }

    /** It has come; whether the connection listens to it still. */
    boolean came(Subject subject) {
        comingMessages.decrementAndGet();
        return own.contains(subject);
    }

    /** Whether messages are on their way, such as the connection has sent itself just now. */
    boolean areMessagesComing() {
        return comingMessages.get() > 0;
    }

    /** Everything of a kind. */
    List<Subject> of(Subject.Kind kind) {
        return own.stream().filter(subject -> subject.kind() == kind).toList();
    }

    /** How many there are, as a subscription is told: those of shards are counted by themselves. */
    int count(Subject.Kind kind) {
        return kind == Subject.Kind.SHARD
                ? countOf(kind)
                : countOf(Subject.Kind.CHANNEL) + countOf(Subject.Kind.PATTERN);
    }

    /** How many there are of a kind; from any thread. */
    int countOf(Subject.Kind kind) {
        return counter(kind).get();
    }

    private AtomicInteger counter(Subject.Kind kind) {
        return Objects.requireNonNull(counts.get(kind));
    }

    /** About how much memory they take. */
    long heldBytes() {
        return heldBytes;
    }

    /** Whether there are none; to other threads it may tell of a moment ago. */
    boolean isEmpty() {
        return own.isEmpty();
    }

    /** The connection ends, or begins anew. */
    void clear() {
        List.copyOf(own).forEach(this::remove);
    }
}
