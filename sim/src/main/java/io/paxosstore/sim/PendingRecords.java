package io.paxosstore.sim;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;

/**
 * Records on their way to the disk of a model storage, in the order of append: the batch that
 * gathers, and the one that the disk has. Not thread-safe.
 */
final class PendingRecords {
    /** A record, and the ticket of who waits for it. */
    record Item(LogRecord record, long ticket) {}

    private final List<Item> pending = new ArrayList<>();
    private int committed;

    void add(LogRecord record, long ticket) {
        pending.add(new Item(record, ticket));
    }

    /** Whether a record of an entity is on its way. */
    boolean has(EntityKey key) {
        return pending.stream().anyMatch(item -> item.record().key().equals(key));
    }

    /** Hands all of them to the disk. */
    void commit() {
        committed = pending.size();
    }

    /** Takes out what was handed to the disk: it is done. */
    List<Item> synced() {
        List<Item> handed = pending.subList(0, committed);
        List<Item> synced = List.copyOf(handed);
        handed.clear();
        committed = 0;
        return synced;
    }

    /** Power fails: takes all out. Returns those that reached the disk, the oldest so many. */
    List<LogRecord> crash(RandomSource random) {
        int kept = random.chance(0.5) ? 0 : random.nextInt(pending.size() + 1);
        List<LogRecord> survivors = pending.subList(0, kept).stream().map(Item::record).toList();
        clear();
        return survivors;
    }

    /** Loses all of them. */
    void clear() {
        pending.clear();
        committed = 0;
    }
}
