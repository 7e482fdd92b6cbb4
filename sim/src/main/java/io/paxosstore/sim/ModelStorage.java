package io.paxosstore.sim;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The simplest storage that keeps the contract: a list of records as the disk, a map as the view.
 * Recovers by the records' own rule (see {@link LogRecord}) and reads them in random order, so that
 * nothing can rest on their order.
 */
public final class ModelStorage implements SimStorage {
    /** What the records say of one entity. */
    private static final class Held {
        final TreeMap<Long, LogRecord> best = new TreeMap<>();
        long version;
        int unsynced;

        /** A mark that waits for the records before it. */
        long marked;

        /** Whether records are lost, and none that is rebuilt was written since. */
        boolean damaged;

        /** Whether it was rebuilt since the node started. */
        boolean trusted;

        void take(LogRecord record) {
            if (record.rebuilt()) {
                damaged = false;
                trusted = true;
            }
            version = Math.max(version, record.chosen() ? record.entry() : record.version());
            best.merge(record.entry(), record, Held::better);
            best.headMap(version).clear();
        }

        static LogRecord better(LogRecord a, LogRecord b) {
            if (a.chosen() != b.chosen()) {
                return a.chosen() ? a : b;
            }
            if (isFloor(a) != isFloor(b)) {
                return isFloor(a) ? a : b;
            }
            if (a.accepted() != b.accepted()) {
                return a.accepted() > b.accepted() ? a : b;
            }
            return a.promised() > b.promised() ? a : b;
        }

        private static boolean isFloor(LogRecord record) {
            return record.promised() == LogRecord.FLOOR;
        }
    }

    /** Appended records that are not synced, then synced records, for ever. */
    private final PendingRecords pending = new PendingRecords();

    private final List<TenuredRecord> disk = new ArrayList<>();

    private final Map<EntityKey, Held> view = new TreeMap<>(EntityPages.ORDER);

    /** Whether the disk was wiped, and not everything has been rebuilt. */
    private boolean rebuilding;

    private final RebuiltInSlots slots = new RebuiltInSlots();
    private final ForgottenDamage forgottenDamage = new ForgottenDamage();
    private final boolean countsAll;

    /** Which spaces the node's identity remembers as dropped. */
    private IntPredicate droppedSpaces = space -> false;

    /** Which records of slots the node's identity remembers to count. */
    private Supplier<SlotTenures> tenures = () -> SlotTenures.FIRST;

    /** An empty one. */
    public ModelStorage() {
        this(false);
    }

    /**
     * @param countsAll whether records of earlier tenures count again after a crash: a planted bug
     */
    ModelStorage(boolean countsAll) {
        this.countsAll = countsAll;
    }

    @Override
    public void open(CrashableFileSystem fs, NodeIdentity identity) {
        droppedSpaces = identity::isDropped;
        tenures = identity::slotTenures;
        slots.open(identity);
        recover();
        forgetDropped();
    }

    /** An empty one stays, so that nobody loses his place in a walk. */
    private void forgetDropped() {
        disk.removeIf(each -> isDropped(each.record().key()));
        view.replaceAll((key, held) -> isDropped(key) ? new Held() : held);
    }

    /** An empty one stays here, too. What lies on the disk stays there for ever. */
    @Override
    public void forget(IntPredicate left, int step) {
        Predicate<EntityKey> which = SimStorage.inStep(left, step);
        pending.checkNone(which);
        view.replaceAll((key, held) -> which.test(key) ? forgotten(key, held) : held);
    }

    private Held forgotten(EntityKey key, Held held) {
        if (held.damaged) {
            forgottenDamage.forget(key, tenures.get());
        }
        return new Held();
    }

    private boolean isDropped(EntityKey key) {
        return droppedSpaces.test(key.space());
    }

    @Override
    public void spacesDropped(int[] spaces) {
        forgetDropped();
    }

    private void checkDropped(EntityKey key) {
        if (isDropped(key)) {
            throw new SimViolation("DroppedSpaceIsLetGo", key + " is used, and its data is gone");
        }
    }

    @Override
    public Stored load(EntityKey key, boolean withValue) {
        checkDropped(key);
        Held held = view.get(key);
        if (held == null) {
            return absent(key);
        }
        if (held.unsynced > 0) {
            throw new SimViolation("LoadsOnlySynced", key + " is loaded while being written");
        }
        return held(key, held, withValue);
    }

    @Override
    public Stored look(EntityKey key) {
        if (isDropped(key)) {
            return Stored.NOTHING;
        }
        Held held = view.get(key);
        if (held == null) {
            return absent(key);
        }
        return held(key, held, false);
    }

    private Stored absent(EntityKey key) {
        return rebuilding || slots.isRebuilding(key) ? Stored.LOST : Stored.NOTHING;
    }

    private Stored held(EntityKey key, Held held, boolean withValue) {
        if (!held.damaged && (!rebuilding || held.trusted) && !slots.isAmnesiac(key)) {
            return stored(key, held, withValue);
        }
        LogRecord newest = held.best.get(held.version);
        LogRecord last = held.best.isEmpty() ? null : held.best.lastEntry().getValue();
        LogRecord pending = last != null && last.entry() > held.version ? last : null;
        LogRecord left = held.damaged ? null : pending;
        return new Stored(
                held.version,
                newest == null || held.damaged ? null : newest.value(),
                pending == null ? 0 : pending.entry(),
                left == null ? 0 : left.promised(),
                left == null ? 0 : left.accepted(),
                left == null ? null : left.value(),
                true);
    }

    @Override
    public void wipe() {
        disk.clear();
        recover();
        rebuilding = true;
    }

    @Override
    public void whole() {
        rebuilding = false;
    }

    @Override
    public void rebuild() {
        rebuilding = true;
        view.values().forEach(held -> held.trusted = false);
    }

    @Override
    public boolean isSound() {
        return view.values().stream().noneMatch(held -> held.damaged);
    }

    @Override
    public int checksum(EntityKey key) {
        Held held = view.get(key);
        Stored stored = held == null ? Stored.NOTHING : held(key, held, true);
        EntryValue value = stored.chosenValue();
        return stored.amnesiac() || value == null ? 0 : value.crc();
    }

    @Override
    public long page(
            long cursor, int entities, boolean withChecksums, StorageShard.PageVisitor visitor) {
        return EntityPages.page(this, view.keySet(), cursor, withChecksums, _ -> false, visitor);
    }

    @Override
    public long slotPage(
            IntPredicate slots, long cursor, int entities, StorageShard.PageVisitor visitor) {
        return EntityPages.page(
                this, view.keySet(), cursor, false, this::isDamaged, visitor.only(slots));
    }

    private boolean isDamaged(EntityKey key) {
        Held held = view.get(key);
        return held != null && held.damaged;
    }

    @Override
    public @Nullable EntryValue newestValue(EntityKey key, long version) {
        Held held = view.get(key);
        Stored stored = held == null ? Stored.NOTHING : held(key, held, true);
        return stored.amnesiac() || stored.version() != version ? null : stored.chosenValue();
    }

    @Override
    public long keys() {
        return view.size();
    }

    @Override
    public void quarantine(EntityKey key) {
        Held held = view.get(key);
        if (held != null) {
            held.damaged = true;
            held.marked = 0;
        }
    }

    @Override
    public void damage(EntityKey key) {
        Held held = view.get(key);
        if (held != null && !held.best.isEmpty()) {
            LogRecord lost = held.best.lastEntry().getValue();
            disk.removeIf(each -> each.record().equals(lost));
            held.best.remove(lost.entry());
            held.damaged = true;
            held.marked = 0;
        }
    }

    private static Stored stored(EntityKey key, Held held, boolean withValue) {
        @Nullable EntryValue chosen = null;
        if (held.version > 0) {
            LogRecord record = held.best.get(held.version);
            if (record == null || record.value() == null) {
                throw new SimViolation(
                        "ChosenValueHeld", key + " has no value for its version " + held.version);
            }
            chosen = record.value();
        }
        EntryValue value = withValue ? chosen : null;
        LogRecord last = held.best.isEmpty() ? null : held.best.lastEntry().getValue();
        if (last == null || last.entry() <= held.version) {
            return new Stored(held.version, value, 0, 0, 0, null);
        }
        return new Stored(
                held.version, value, last.entry(), last.promised(), last.accepted(), last.value());
    }

    @Override
    public void append(LogRecord record, long ticket) {
        checkDropped(record.key());
        pending.add(record, tenures.get().of(record.key()), ticket);
        slots.appended(record);
        held(record.key()).unsynced++;
    }

    private Held held(EntityKey key) {
        return view.computeIfAbsent(key, absent -> new Held());
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        checkDropped(key);
        Held held = held(key);
        if (held.damaged) {
            return; // what is marked may have rotted
        }
        held.marked = Math.max(held.marked, entry);
        if (held.unsynced == 0) {
            mark(key, held);
        }
    }

    private static void mark(EntityKey key, Held held) {
        long entry = held.marked;
        if (entry > held.version) {
            LogRecord record = held.best.get(entry);
            if (record == null || record.value() == null) {
                throw new SimViolation(
                        "ChosenValueHeld", key + " entry " + entry + " is marked but not held");
            }
            held.version = entry;
            held.best.headMap(entry).clear();
        }
    }

    @Override
    public void commit() {
        pending.commit();
    }

    @Override
    public void sync(DurableListener listener) {
        for (PendingRecords.Item item : pending.synced()) {
            LogRecord record = item.record();
            if (!isDropped(record.key())) {
                take(item.tenured());
            }
            listener.durable(record.key(), item.ticket());
        }
    }

    private void take(TenuredRecord written) {
        LogRecord record = written.record();
        disk.add(written);
        slots.synced(record);
        forgottenDamage.synced(record);
        Held held = held(record.key());
        held.take(record);
        held.unsynced--;
        if (held.unsynced == 0) {
            mark(record.key(), held);
        }
    }

    /** Power fails and nothing survives but what was synced; for directed traces. */
    void lose() {
        recover();
    }

    @Override
    public void crash(RandomSource random) {
        disk.addAll(pending.crash(random));
        for (int i = disk.size() - 1; i > 0; i--) {
            Collections.swap(disk, i, random.nextInt(i + 1));
        }
        recover();
    }

    private void recover() {
        pending.clear();
        slots.forget();
        List<EntityKey> damaged = new ArrayList<>();
        view.forEach((key, held) -> {
            if (held.damaged) {
                damaged.add(key);
            }
        });
        view.clear();
        SlotTenures now = tenures.get();
        for (TenuredRecord written : disk) {
            if (countsAll || written.counts(now)) {
                held(written.record().key()).take(written.record());
            }
        }
        // Amnesia is always safe: after a restart everything is rebuilt again.
        view.values().forEach(held -> held.trusted = false);
        damaged.forEach(key -> held(key).damaged = true);
        for (Map.Entry<EntityKey, Held> each : view.entrySet()) {
            each.getValue().damaged |= forgottenDamage.isFound(each.getKey(), now);
        }
    }
}
