package io.paxosstore.lsm.entity;

import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.log.journal.JournalShard;
import io.paxosstore.protocol.key.EntityKey;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

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

    /** Those that are not durable yet. */
    private final Map<EntityKey, Long> versions = new HashMap<>();

    Stubs(JournalShard journal) {
        this.journal = journal;
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
     * value to be so.
     */
    void write(EntityKey key, EntityHead head) {
        long version = head.version();
        Long written = versions.get(key);
        if (written == null || written != version) {
            versions.put(key, version);
            EntryValue stub = EntryValue.of(Objects.requireNonNull(head.id()), STUB);
            journal.append(new LogRecord(key, version, 0, 0, stub, true, version), OWN_TICKET);
        }
    }

    /** The entity's newest one is durable. */
    void durable(EntityKey key) {
        versions.remove(key);
    }
}
