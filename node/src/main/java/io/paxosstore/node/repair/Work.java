package io.paxosstore.node.repair;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.BitSet;

/** An entity that a sweep is to bring up to date. Not thread-safe. */
final class Work {
    final EntityKey key;

    /** A node that knows the version to be chosen; 0 for none. */
    final int from;

    final long version;

    /** That has come upon it; null if something else has. */
    final @Nullable Walk walk;

    int attempts;
    long notBeforeNanos;

    /** Whether it is read, not recovered. */
    final boolean settles;

    /** An entity that is to be recovered. */
    Work(EntityKey key, int from, long version, @Nullable Walk walk) {
        this(key, from, version, walk, false);
    }

    private Work(EntityKey key, int from, long version, @Nullable Walk walk, boolean settles) {
        this.key = key;
        this.settles = settles;
        this.from = from;
        this.version = version;
        this.walk = walk;
    }

    /** An entity of which everything is to be learnt. */
    static Work settling(EntityKey key, Walk walk) {
        return new Work(key, 0, 0, walk, true);
    }

    /** Notes the entity's slot, if a walk has come upon it. */
    void addSlot(Walk of, BitSet slots) {
        if (of.equals(walk)) {
            slots.set(Slots.of(key));
        }
    }
}
