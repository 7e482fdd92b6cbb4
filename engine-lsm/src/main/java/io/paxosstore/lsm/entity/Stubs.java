package io.paxosstore.lsm.entity;

import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.journal.JournalShard;
import io.paxosstore.protocol.key.EntityKey;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The engine's own records in the journal: they say which value was chosen at the data's version
 * and have no payload. Owned by the shard.
 */
final class Stubs {
    /** The ticket of records that the core knows nothing of. */
    private static final long OWN_TICKET = Long.MIN_VALUE;

    /** The payload of a value that was not kept: no entry has so short a one. */
    private static final byte[] STUB = {};

    private final JournalShard journal;
    private final HeldRecords heldRecords;
    private final RebuiltEntities rebuilt;
    private final Predicate<LogRecord> makeDurable;

    /** Those that are not durable yet. */
    private final Map<EntityKey, Long> versions = new HashMap<>();

    /**
     * @param heldRecords takes those that have to wait for room on the disk
     * @param makeDurable makes the data that a record states durable; false if the disk is full
     */
    Stubs(
            JournalShard journal,
            HeldRecords heldRecords,
            RebuiltEntities rebuilt,
            Predicate<LogRecord> makeDurable) {
        this.journal = journal;
        this.heldRecords = heldRecords;
        this.rebuilt = rebuilt;
        this.makeDurable = makeDurable;
    }

    /** Whether a chosen value was not kept. */
    static boolean isStub(EntryValue value) {
        return value.payload().length == 0;
    }

    /** Whether a durable record is one of these. */
    static boolean isOwn(long ticket) {
        return ticket == OWN_TICKET;
    }

    /**
     * Makes sure that a record which states the data's version as chosen does not declare another
     * value to be so. What was accepted until then, and counted by others, is gone with it: the
     * data in which that is contained is made durable before, which blocks for the disk (Rules D6,
     * D7).
     *
     * @param log what the journal knows
     */
    void write(EntityKey key, EntityHead head, Stored log) {
        long version = head.version();
        Long written = versions.get(key);
        if (written != null && written == version) {
            return;
        }
        versions.put(key, version);
        EntryValue stub = EntryValue.of(Objects.requireNonNull(head.id()), STUB);
        LogRecord record = new LogRecord(key, version, 0, 0, stub, true, version);
        boolean mayBePending = log.pendingEntry() > 0 && log.pendingEntry() <= version;
        boolean mayHaveVoted = !log.amnesiac() && (mayBePending || journal.isUnderWay(key));
        append(record, mayHaveVoted, rebuilt.slotRebuilding(key));
    }

    /** Writes one that had to wait, or lets it wait on; nothing rests on one of damaged data. */
    void append(HeldRecords.Held held, boolean isDamaged) {
        LogRecord record = held.record();
        if (isDamaged) {
            versions.remove(record.key());
        } else {
            append(record, true, held.slotRebuilding());
        }
    }

    private void append(LogRecord record, boolean restsOnData, int slotRebuilding) {
        EntityKey key = record.key();
        if (heldRecords.holds(key) || (restsOnData && !makeDurable.test(record))) {
            heldRecords.add(record, OWN_TICKET, slotRebuilding);
        } else {
            journal.append(record, OWN_TICKET);
        }
    }

    /** The entity's newest one is durable. */
    void durable(EntityKey key) {
        versions.remove(key);
    }
}
