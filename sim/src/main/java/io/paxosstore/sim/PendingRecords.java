package io.paxosstore.sim;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Records on their way to the disk of a model storage, in the order of append: the batch that
 * gathers, and the one that the disk has. Not thread-safe.
 */
final class PendingRecords {
    /** The ticket of a record that nobody waits for. */
    static final long OWN = -1;

    /** A record, and the ticket of who waits for it. */
    record Item(TenuredRecord tenured, long ticket) {
        LogRecord record() {
            return tenured.record();
        }
    }

    private final List<Item> pending = new ArrayList<>();
    private int committed;

    void add(LogRecord record, int tenure, long ticket) {
        pending.add(new Item(new TenuredRecord(record, tenure), ticket));
    }

    /** Nobody waits for a record of such an entity any more. */
    void checkNone(Predicate<EntityKey> which) {
        for (Item item : pending) {
            if (item.ticket() != OWN && which.test(item.record().key())) {
                throw new SimViolation(
                        "ForgottenWhenLanded", item.record().key() + " is forgotten too soon");
            }
        }
    }

    /** Whether a record of such an entity is on its way. */
    boolean has(Predicate<EntityKey> which) {
        return pending.stream().anyMatch(item -> which.test(item.record().key()));
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
    List<TenuredRecord> crash(RandomSource random) {
        int kept = random.chance(0.5) ? 0 : random.nextInt(pending.size() + 1);
        List<TenuredRecord> survivors =
                pending.subList(0, kept).stream().map(Item::tenured).toList();
        clear();
        return survivors;
    }

    /** Loses all of them. */
    void clear() {
        pending.clear();
        committed = 0;
    }
}
