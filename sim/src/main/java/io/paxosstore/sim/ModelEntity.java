package io.paxosstore.sim;

import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.entity.Effect;
import io.paxosstore.sim.entity.EntityState;
import io.paxosstore.sim.entity.HeldState;
import io.paxosstore.sim.entity.HeldTable;
import io.paxosstore.sim.entity.TableMerge;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** One entity of {@link ModelEntityStorage}. Of the records of one entry the last one counts. */
final class ModelEntity {
    private record Data(EntityHead head, HeldState state) {
        static final Data NONE = new Data(EntityHead.NOTHING, HeldState.EMPTY);

        byte[] objects() {
            return state.seen().encode();
        }

        Data with(HeldTable table) {
            return new Data(head, state.with(table));
        }
    }

    private final EntityKey key;
    private final EntityBug bug;
    private final TreeMap<Long, LogRecord> records = new TreeMap<>();

    /** Entries whose record is known to hold the chosen value. */
    private final TreeSet<Long> confirmed = new TreeSet<>();

    /** The newest entry that the journal knows to be chosen. */
    private long journalVersion;

    private int unsynced;
    private long marked;
    private boolean damaged;
    private boolean wasDamaged;

    /** Whether the data was damaged, and is gone: nothing is forgotten with it, it is fetched. */
    private boolean dataLost;

    private boolean trusted;

    /** Whether the data is an image that is not durable. */
    private boolean unsafe;

    /** A step of the merge of the table that is made, and not applied yet. */
    private @Nullable TableMerge merge;

    /** Whether the data was replaced, other than by entries, since the step was made. */
    private boolean replaced;

    /** Where the next step begins. */
    private long mergeFrom;

    /** Whether anything was merged that is not durable. */
    private boolean mergedSince;

    private Data data = Data.NONE;
    private Data durable = Data.NONE;

    ModelEntity(EntityKey key, EntityBug bug) {
        this.key = key;
        this.bug = bug;
    }

    EntityKey key() {
        return key;
    }

    long version() {
        return data.head().version();
    }

    long clockMillis() {
        return data.head().clockMillis();
    }

    byte[] state() {
        return data.objects();
    }

    /** The newest entry that changed anything. */
    long changed() {
        return data.state().changed();
    }

    HeldTable table() {
        return data.state().table();
    }

    byte[] stateToEvaluate() {
        return bug == EntityBug.EVALUATED_ON_OLD_DATA ? durable.objects() : data.objects();
    }

    void checkSynced() {
        if (unsynced > 0) {
            throw new SimViolation("LoadsOnlySynced", key + " is loaded while being written");
        }
    }

    void appended() {
        unsynced++;
    }

    void synced(LogRecord record) {
        take(record);
        unsynced--;
        if (unsynced == 0) {
            raise(marked);
        }
    }

    void take(LogRecord record) {
        if (record.rebuilt()) {
            damaged = false;
            trusted = true;
        }
        raise(record.version());
        LogRecord before = records.get(record.entry());
        if (before == null || !before.chosen()) {
            records.put(record.entry(), record);
        }
        if (record.chosen()) {
            journalVersion = Math.max(journalVersion, record.entry());
            confirmed.add(record.entry());
        }
    }

    /** An entry is chosen as its newest record states it; those that were skipped may not be. */
    private void raise(long version) {
        if (version > journalVersion) {
            journalVersion = version;
            LogRecord record = records.get(version);
            if (record != null && record.value() != null) {
                confirmed.add(version);
            }
        }
    }

    void mark(long entry) {
        if (damaged) {
            return; // what is marked may have rotted
        }
        marked = Math.max(marked, entry);
        if (unsynced == 0) {
            raise(marked);
        }
    }

    /** The value of a chosen entry; null if it is not kept, or not known to be chosen. */
    private @Nullable EntryValue chosen(long entry) {
        LogRecord record = confirmed.contains(entry) ? records.get(entry) : null;
        return record == null ? null : record.value();
    }

    /** Applies what the journal knows to be chosen and the data lacks. */
    void replay() {
        EntryValue next = chosen(version() + 1);
        while (next != null) {
            EntityHead.Next after = data.head().after(next);
            apply(after.head(), after.changes());
            next = chosen(version() + 1);
        }
    }

    void apply(EntityHead after, byte[] changes) {
        if (after.version() <= version() || (isDamaged() && after.version() > version() + 1)) {
            return; // an image has it already, or the replica has not noticed the damage yet
        }
        if (after.version() != version() + 1) {
            throw new SimViolation(
                    "NoGapApplied",
                    key + ": entry " + after.version() + " on data of version " + version());
        }
        byte[] applied = changes;
        if (bug == EntityBug.APPLIED_IN_PART && changes.length >= Long.BYTES + 2 * Effect.BYTES) {
            applied = Arrays.copyOf(changes, changes.length - Effect.BYTES);
        }
        data = new Data(after, data.state().after(applied, after.version()));
    }

    /**
     * The data may be ahead of the journal by the entry after the journal's version: the news that
     * it was chosen is lost, and what was accepted there may be another value. Once the version is
     * in a record, that would pass for chosen. So a floor takes its place: this replica votes on
     * the entry no more. Data that came from another replica the journal knows nothing of: a floor
     * says so, lest everything is forgotten with data that rots when older records are reclaimed.
     *
     * @return what is to be written; null for nothing
     */
    @Nullable LogRecord mask() {
        long entry = version();
        LogRecord accepted = records.get(entry);
        EntryValue value = accepted == null ? null : accepted.value();
        boolean differs = value != null && !value.id().equals(data.head().id());
        LogRecord floor = null;
        if (entry == journalVersion + 1 && differs) {
            floor = new LogRecord(key, entry, LogRecord.FLOOR, 0, null, false, journalVersion);
            records.put(entry, floor);
        } else if (entry > journalVersion && accepted == null) {
            floor = new LogRecord(key, entry, LogRecord.FLOOR, 0, null, false, entry);
            records.put(entry, floor);
        }
        raise(entry);
        return floor;
    }

    /**
     * What a load is told.
     *
     * @param rebuilding whether the store is being rebuilt
     * @param lostInSlot whether the entity's slot is, and the entity was not yet
     */
    Stored stored(boolean rebuilding, boolean lostInSlot) {
        long settled = Math.max(journalVersion, version());
        LogRecord last = records.isEmpty() ? null : records.lastEntry().getValue();
        LogRecord pending = last == null || last.entry() <= settled ? null : last;
        long floor = settled > version() ? settled + 1 : 0;
        LogRecord left = damaged ? null : pending;
        return new Stored(
                version(),
                newest(),
                pending == null ? floor : pending.entry(),
                left == null ? 0 : left.promised(),
                left == null ? 0 : left.accepted(),
                left == null ? null : left.value(),
                data.head(),
                damaged || lostInSlot || (rebuilding && !trusted));
    }

    private @Nullable EntryValue newest() {
        EntryValue value = version() == 0 ? null : chosen(version());
        return value != null && value.id().equals(data.head().id()) ? value : null;
    }

    List<EntryValue> entriesAbove(long above) {
        List<EntryValue> values = new ArrayList<>();
        for (long entry = above + 1; entry <= version(); entry++) {
            EntryValue value = chosen(entry);
            if (value == null) {
                break;
            }
            values.add(value);
        }
        return values;
    }

    SimData.@Nullable Image image(long above) {
        if (version() == 0) {
            return null;
        }
        HeldState sent = above == 0 ? data.state() : data.state().appendedAfter(above);
        return new SimData.Image(data.head(), newest(), sent, above);
    }

    boolean isFollowedBy(SimData.Image image) {
        return bug == EntityBug.APPENDED_ONTO_OLDER || version() >= image.above();
    }

    /**
     * Until a whole image is durable a crash leaves no usable data (Rule C2); until appended
     * elements are, it leaves the older data.
     */
    Stored install(SimData.Image image) {
        EntityHead head =
                bug == EntityBug.IMAGE_WITHOUT_REQUESTS
                        ? withoutRequests(image.head())
                        : image.head();
        if (image.above() == 0) {
            data = new Data(head, stateOf(image));
            durable = Data.NONE;
        } else {
            data = new Data(head, data.state().with(stateOf(image), image.above()));
        }
        replaced = true;
        dataLost = version() < Math.max(journalVersion, marked);
        unsafe = true;
        return new Stored(version(), image.newest(), 0, 0, 0, null, data.head(), false);
    }

    private static EntityHead withoutRequests(EntityHead head) {
        ValueId id = head.id();
        return id == null
                ? head
                : EntityHead.of(
                        head.version(), id, head.clockMillis(), EntityHead.NOTHING.requestTable());
    }

    private HeldState stateOf(SimData.Image image) {
        HeldState state = image.state();
        EntityState objects = state.objects();
        return switch (bug) {
            case IMAGE_WITHOUT_SEQUENCE ->
                    new HeldState(
                            new EntityState(objects.cells(), 0, objects.queue()),
                            state.writers(),
                            state.table(),
                            state.changed());
            case IMAGE_WITHOUT_DELTA -> state.with(state.table().withoutDelta());
            default -> state;
        };
    }

    /**
     * Applies the step of the merge of the table that was made, or makes one.
     *
     * @param recordsMax how many delta records it takes
     * @return what came of it; null if nothing was applied
     */
    @Nullable Occurrence merge(int recordsMax) {
        HeldTable table = data.state().table();
        TableMerge step = merge;
        if (step == null) {
            TableMerge made = TableMerge.of(table, mergeFrom, recordsMax);
            merge = made.merged().isEmpty() ? null : made;
            mergeFrom = made.next();
            replaced = false;
            return null;
        }
        merge = null;
        if (replaced && bug != EntityBug.MERGED_OVER_IMAGE) {
            mergeFrom = 0;
            return Occurrence.MERGE_THROWN_AWAY;
        }
        boolean overtaken = step.overtaken(table) > 0;
        HeldTable merged =
                bug == EntityBug.MERGED_BLINDLY
                        ? step.appliedBlindlyTo(table)
                        : step.appliedTo(table);
        data = data.with(merged);
        if (bug == EntityBug.MERGED_IN_PART) {
            durable = durable.with(step.removedFrom(durable.state().table()));
        }
        mergedSince = true;
        return overtaken ? Occurrence.MERGE_OVERTAKEN : Occurrence.TABLE_MERGED;
    }

    /**
     * Makes the data durable.
     *
     * @return whether it was not
     */
    boolean flush() {
        boolean changed = durable.head().version() < version();
        durable =
                bug == EntityBug.FLUSHED_WITHOUT_REQUESTS
                        ? new Data(withoutRequests(data.head()), data.state())
                        : data;
        unsafe = false;
        mergedSince = false;
        return changed;
    }

    /** Drops entries that durable data reflects; the newest chosen one stays (Rule D6). */
    long reclaim() {
        long applied = bug == EntityBug.RECLAIMED_TOO_EARLY ? version() : durable.head().version();
        long needless = Math.min(applied, journalVersion);
        if (damaged) {
            return 0;
        }
        records.headMap(needless).values().removeIf(record -> !record.rebuilt());
        return needless;
    }

    /**
     * Power fails.
     *
     * @return whether a merge is lost with it
     */
    boolean crash() {
        boolean mergeLost = mergedSince;
        wasDamaged = damaged;
        forget();
        unsynced = 0;
        data = durable;
        unsafe = false;
        merge = null;
        mergeFrom = 0;
        mergedSince = false;
        return mergeLost;
    }

    /** What its records say counts no more: nothing is known but the data, which is chosen. */
    void forget() {
        records.clear();
        confirmed.clear();
        journalVersion = 0;
        marked = 0;
        damaged = false;
        trusted = false;
    }

    /** Amnesia is always safe: after a restart everything is rebuilt again. */
    void recovered() {
        trusted = false;
        damaged = wasDamaged;
    }

    boolean hasDamagedRecords() {
        return damaged;
    }

    boolean isDamaged() {
        return damaged || dataLost;
    }

    boolean isUnreadable() {
        return dataLost && version() < Math.max(journalVersion, marked);
    }

    boolean isUnsettled() {
        return damaged
                || version() < journalVersion
                || (!records.isEmpty() && version() < records.lastKey() - 1)
                || unsafe;
    }

    /** Amnesiac again, until a rebuilt record is written. */
    void distrust() {
        trusted = false;
    }

    /** What is held is wrong, though it is intact. */
    void quarantine() {
        damaged = true;
        marked = 0;
    }

    @Nullable LogRecord loseLast() {
        if (records.isEmpty()) {
            return null;
        }
        LogRecord lost = records.lastEntry().getValue();
        records.remove(lost.entry());
        damaged = true;
        marked = 0;
        return lost;
    }

    void loseData() {
        data = Data.NONE;
        durable = Data.NONE;
        dataLost = true;
        replaced = true;
    }
}
