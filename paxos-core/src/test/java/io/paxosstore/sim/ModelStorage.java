package io.paxosstore.sim;

import io.paxosstore.core.EntityKey;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Stored;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The simplest storage that keeps the contract: a list of records as the disk, a map as the view.
 * Recovers by the records' own rule (see {@link LogRecord}) and reads them in random order, so that
 * nothing can rest on their order.
 */
public final class ModelStorage implements SimStorage {
    private record Item(@Nullable LogRecord record, EntityKey key, long ticketOrEntry) {}

    /** What the records say of one entity. */
    private static final class Held {
        final TreeMap<Long, LogRecord> best = new TreeMap<>();
        long version;
        int unsynced;

        void take(LogRecord record) {
            version = Math.max(version, record.chosen() ? record.entry() : record.version());
            best.merge(record.entry(), record, Held::better);
            best.headMap(version).clear();
        }

        static LogRecord better(LogRecord a, LogRecord b) {
            if (a.chosen() != b.chosen()) {
                return a.chosen() ? a : b;
            }
            if (a.accepted() != b.accepted()) {
                return a.accepted() > b.accepted() ? a : b;
            }
            return a.promised() > b.promised() ? a : b;
        }
    }

    /** Appended records and marks that are not synced, then synced records, for ever. */
    private final List<Item> pending = new ArrayList<>();

    private final List<LogRecord> disk = new ArrayList<>();

    /** Looked up only, never iterated. */
    private final Map<EntityKey, Held> view = new HashMap<>();

    private int committed;

    @Override
    public Stored load(EntityKey key, boolean withValue) {
        Held held = view.get(key);
        if (held == null) {
            return Stored.NOTHING;
        }
        if (held.unsynced > 0) {
            throw new SimViolation("LoadsOnlySynced", key + " is loaded while being written");
        }
        return stored(key, held, withValue);
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
        LogRecord last = held.best.isEmpty() ? null : held.best.lastEntry().getValue();
        boolean hasPending = last != null && last.entry() > held.version;
        return new Stored(
                held.version,
                withValue ? chosen : null,
                hasPending ? last.entry() : 0,
                hasPending ? last.promised() : 0,
                hasPending ? last.accepted() : 0,
                hasPending ? last.value() : null);
    }

    @Override
    public void append(LogRecord record, long ticket) {
        pending.add(new Item(record, record.key(), ticket));
        held(record.key()).unsynced++;
    }

    private Held held(EntityKey key) {
        return view.computeIfAbsent(key, absent -> new Held());
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        if (held(key).unsynced > 0) {
            pending.add(new Item(null, key, entry));
        } else {
            mark(key, entry);
        }
    }

    private void mark(EntityKey key, long entry) {
        Held held = held(key);
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
        committed = pending.size();
    }

    @Override
    public void sync(DurableListener listener) {
        // Marks that directly follow a synced record cost no write of their own.
        int end = committed;
        while (end < pending.size() && pending.get(end).record() == null) {
            end++;
        }
        List<Item> synced = new ArrayList<>(pending.subList(0, end));
        pending.subList(0, end).clear();
        committed = 0;
        for (Item item : synced) {
            LogRecord record = item.record();
            if (record == null) {
                mark(item.key(), item.ticketOrEntry());
                continue;
            }
            disk.add(record);
            Held held = held(item.key());
            held.unsynced--;
            held.take(record);
            listener.durable(item.key(), item.ticketOrEntry());
        }
    }

    @Override
    public void crash(RandomSource random) {
        List<LogRecord> unsynced = new ArrayList<>();
        for (Item item : pending) {
            if (item.record() != null) {
                unsynced.add(item.record());
            }
        }
        int kept = random.chance(0.5) ? 0 : random.nextInt(unsynced.size() + 1);
        disk.addAll(unsynced.subList(0, kept));
        pending.clear();
        committed = 0;
        view.clear();
        List<LogRecord> shuffled = new ArrayList<>(disk);
        for (int i = shuffled.size() - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            LogRecord swapped = shuffled.set(i, shuffled.get(other));
            shuffled.set(other, swapped);
        }
        for (LogRecord record : shuffled) {
            held(record.key()).take(record);
        }
    }
}
