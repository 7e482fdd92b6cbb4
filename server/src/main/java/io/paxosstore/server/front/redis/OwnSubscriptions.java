package io.paxosstore.server.front.redis;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What one connection listens to. On its loop only. */
final class OwnSubscriptions {
    /** What a subscription costs beside its name. */
    private static final int SUBJECT_BYTES = 256;

    private final Subscriptions all;
    private final Subscriptions.Listener self;
    private final Set<Subject> own = new LinkedHashSet<>();
    private int shards;
    private long heldBytes;

    /**
     * @param all of the node
     * @param self takes the messages
     */
    OwnSubscriptions(Subscriptions all, Subscriptions.Listener self) {
        this.all = all;
        this.self = self;
    }

    void add(Subject subject) {
        if (own.add(subject)) {
            shards += subject.kind() == Subject.Kind.SHARD ? 1 : 0;
            heldBytes += SUBJECT_BYTES + subject.name().length;
            all.add(subject, self);
        }
    }

    void remove(Subject subject) {
        if (own.remove(subject)) {
            shards -= subject.kind() == Subject.Kind.SHARD ? 1 : 0;
            heldBytes -= SUBJECT_BYTES + subject.name().length;
            all.remove(subject, self);
        }
    }

    /** Everything of a kind. */
    List<Subject> of(Subject.Kind kind) {
        return own.stream().filter(subject -> subject.kind() == kind).toList();
    }

    /** How many there are, as a subscription is told: those of shards are counted by themselves. */
    int count(Subject.Kind kind) {
        return kind == Subject.Kind.SHARD ? shards : own.size() - shards;
    }

    /** About how much memory they take. */
    long heldBytes() {
        return heldBytes;
    }

    boolean isEmpty() {
        return own.isEmpty();
    }

    /** The connection ends, or begins anew. */
    void clear() {
        List.copyOf(own).forEach(this::remove);
    }
}
