package io.paxosstore.server.front.redis;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What one connection listens to. On its loop only. */
final class OwnSubscriptions {
    private final Subscriptions all;
    private final Subscriptions.Listener self;
    private final Set<Subject> own = new LinkedHashSet<>();

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
            all.add(subject, self);
        }
    }

    void remove(Subject subject) {
        if (own.remove(subject)) {
            all.remove(subject, self);
        }
    }

    /** Everything of a kind. */
    List<Subject> of(Subject.Kind kind) {
        return own.stream().filter(subject -> subject.kind() == kind).toList();
    }

    /** How many there are, as a subscription is told: those of shards are counted by themselves. */
    int count(Subject.Kind kind) {
        boolean isShard = kind == Subject.Kind.SHARD;
        return (int)
                own.stream()
                        .filter(subject -> (subject.kind() == Subject.Kind.SHARD) == isShard)
                        .count();
    }

    boolean isEmpty() {
        return own.isEmpty();
    }

    /** The connection ends, or begins anew. */
    void clear() {
        List.copyOf(own).forEach(this::remove);
    }
}
