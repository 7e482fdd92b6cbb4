package io.paxosstore.log.journal;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.CorruptRecordException;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.segment.RecordReader;
import io.paxosstore.protocol.key.EntityKey;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.Consumer;

/**
 * Reads what a shard's index names. A record that fails its check makes the entity amnesiac (Rule
 * D5). For the shard's thread only.
 */
final class HeldEntries {
    private static final Logger LOG = LoggerFactory.getLogger(HeldEntries.class);

    private final EntityIndex index;
    private final LiveEntries live;
    private final RecordReader reader;
    private final Consumer<EntityKey> onDamage;

    /**
     * @param onDamage told once of each damaged entity
     */
    HeldEntries(
            EntityIndex index,
            LiveEntries live,
            RecordReader reader,
            Consumer<EntityKey> onDamage) {
        this.index = index;
        this.live = live;
        this.reader = reader;
        this.onDamage = onDamage;
    }

    /** See {@link JournalShard#load}. */
    Stored load(EntityKey key, boolean withValue) {
        int ref = index.find(key);
        if (ref == EntityIndex.NONE) {
            return Stored.NOTHING;
        }
        if (!index.isDamaged(ref)) {
            try {
                return read(ref, key, withValue);
            } catch (CorruptRecordException e) {
                damaged(ref, e);
            }
        }
        // What is known of an entity with a damaged record: entries, not what they hold.
        long pending = live.pendingEntry(ref);
        long promised = pending == 0 ? 0 : LogRecord.FLOOR;
        return new Stored(index.version(ref), null, pending, promised, 0, null, true);
    }

    private Stored read(int ref, EntityKey key, boolean withValue) throws CorruptRecordException {
        long version = index.version(ref);
        EntryValue chosen = version > 0 && withValue ? value(ref, key, version) : null;
        long pending = live.pendingEntry(ref);
        if (pending == 0) {
            return new Stored(version, chosen, 0, 0, 0, null);
        }
        long at = live.location(ref, pending);
        reader.read(at, key, pending);
        RecordHead head = reader.head();
        return new Stored(
                version, chosen, pending, head.promised(), head.accepted(), reader.value(at));
    }

    private EntryValue value(int ref, EntityKey key, long entry) throws CorruptRecordException {
        long at = live.location(ref, entry);
        if (at == Location.NONE) {
            throw reader.missing(key, entry);
        }
        return reader.chosenValue(at, key, entry);
    }

    /** See {@link JournalShard#replay}. */
    long replay(EntityKey key, long from, EntryVisitor visitor) {
        int ref = index.find(key);
        if (ref == EntityIndex.NONE || from < 1) {
            return from;
        }
        EntrySlots slots = index.slots();
        long entry = from;
        try {
            int at = slots.indexOf(ref, entry);
            while (at >= 0
                    && slots.isChosen(ref, at)
                    && visitor.entry(entry, value(ref, key, entry))) {
                entry++;
                at = slots.indexOf(ref, entry);
            }
        } catch (CorruptRecordException e) {
            damaged(ref, e);
        }
        return entry;
    }

    /** The checksum of a chosen entry; 0 when it cannot be read. */
    int checksum(int ref, EntityKey key, long version) {
        try {
            return value(ref, key, version).crc();
        } catch (CorruptRecordException e) {
            damaged(ref, e);
            return 0;
        }
    }

    /** A record of an entity fails its check. */
    void damaged(int ref, CorruptRecordException cause) {
        if (!index.isDamaged(ref)) {
            index.setDamaged(ref, true);
            EntityKey key = index.key(ref);
            LOG.error(
                    "journal.damaged entity={} version={} file={} offset={} cause={}",
                    key,
                    index.version(ref),
                    cause.file(),
                    cause.offset(),
                    cause.getMessage());
            onDamage.accept(key);
        }
    }
}
