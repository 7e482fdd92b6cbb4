package io.paxosstore.lsm.entity;

import io.paxosstore.core.Effects;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chosen entries that are not part of the data yet, because their entities are not preferred here
 * and nobody has asked for them (Rule C5; PaxosStore paper, section 3.3.3). Bounded: the entity
 * that has waited longest goes first. Owned by the shard.
 *
 * <p>A crash loses them, like everything that is applied and not flushed: the journal has the
 * entries.
 */
final class DeferredApplies {
    /** Of all entities together. */
    private static final int ENTRIES_MAX = 4096;

    private static final long BYTES_MAX = 16L << 20;

    private record Waiting(List<Effects.Apply> entries, long sinceNanos) {
        Effects.Apply newest() {
            return entries.get(entries.size() - 1);
        }
    }

    private final ApplyBatching batching;
    private final Map<EntityKey, Waiting> waiting = new LinkedHashMap<>();
    private int entries;
    private long bytes;

    // Read by the background thread, which wakes the shard when the oldest one is due.
    private volatile long oldestNanos = Long.MAX_VALUE;

    DeferredApplies(ApplyBatching batching) {
        this.batching = batching;
    }

    /** The newest entry that waits; 0 for none. */
    long version(EntityKey key) {
        Waiting its = waiting.get(key);
        return its == null ? 0 : its.newest().after().version();
    }

    /**
     * Has an entry wait, which follows those that do.
     *
     * @return whether the entity's entries are to be applied now
     */
    boolean add(Effects.Apply entry, long nowNanos) {
        Waiting its =
                waiting.computeIfAbsent(
                        entry.key(), key -> new Waiting(new ArrayList<>(), nowNanos));
        its.entries().add(entry);
        entries++;
        bytes += entry.changes().length;
        findOldest();
        return its.entries().size() >= batching.entries();
    }

    /** Takes the entries of an entity out; none if nothing waits. */
    List<Effects.Apply> take(EntityKey key) {
        Waiting its = waiting.isEmpty() ? null : waiting.remove(key);
        if (its == null) {
            return List.of();
        }
        entries -= its.entries().size();
        for (Effects.Apply entry : its.entries()) {
            bytes -= entry.changes().length;
        }
        findOldest();
        return its.entries();
    }

    /** The entries that have waited long enough, or for which there is no room; none if none. */
    List<Effects.Apply> takeDue(long nowNanos) {
        boolean isFull = entries > ENTRIES_MAX || bytes > BYTES_MAX;
        return isFull || isDue(nowNanos) ? takeOldest() : List.of();
    }

    /** The entries of the entity that has waited longest; none if nothing waits. */
    List<Effects.Apply> takeOldest() {
        return waiting.isEmpty() ? List.of() : take(waiting.keySet().iterator().next());
    }

    /** Whether some have waited long enough; from any thread. */
    boolean isDue(long nowNanos) {
        long oldest = oldestNanos;
        return oldest != Long.MAX_VALUE && nowNanos - oldest >= batching.age().toNanos();
    }

    private void findOldest() {
        oldestNanos =
                waiting.isEmpty()
                        ? Long.MAX_VALUE
                        : waiting.values().iterator().next().sinceNanos();
    }
}
