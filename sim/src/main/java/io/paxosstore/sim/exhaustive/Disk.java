package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One node's disk for one entity, in a form that can be digested: of the records it keeps what they
 * say together (see {@link LogRecord}), not their order. Not thread-safe.
 */
final class Disk {
    /** A record on its way. */
    record Writing(LogRecord record, long ticket) {}

    /** What records say together. */
    private static final class Held {
        final TreeMap<Long, LogRecord> best = new TreeMap<>();
        long version;

        Held copy() {
            Held copy = new Held();
            copy.best.putAll(best);
            copy.version = version;
            return copy;
        }

        void take(LogRecord record) {
            long told = record.chosen() ? record.entry() : record.version();
            version = Math.max(version, told);
            LogRecord alone =
                    new LogRecord(
                            record.key(),
                            record.entry(),
                            record.promised(),
                            record.accepted(),
                            record.value(),
                            record.chosen(),
                            0);
            best.merge(record.entry(), alone, Held::better);
            best.headMap(version).clear();
        }

        private static boolean isFloor(LogRecord record) {
            return record.promised() == LogRecord.FLOOR;
        }

        private static LogRecord better(LogRecord a, LogRecord b) {
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
    }

    private final Deque<Writing> writing = new ArrayDeque<>();

    /** What a crash leaves. */
    private Held durable = new Held();

    /** The same and what was marked since (Rule D3). */
    private Held view = new Held();

    private long marked;

    /** Whether the disk was lost, and whether the entity was rebuilt since the node started. */
    private boolean isLost;

    private boolean isRebuilt;

    int unsynced() {
        return writing.size();
    }

    void append(LogRecord record, long ticket) {
        writing.add(new Writing(record, ticket));
    }

    void mark(long entry) {
        marked = Math.max(marked, entry);
        applyMark();
    }

    private void applyMark() {
        if (writing.isEmpty() && marked > view.version) {
            LogRecord record = view.best.get(marked);
            if (record == null || record.value() == null) {
                throw new IllegalStateException("entry " + marked + " is marked but not held");
            }
            view.version = marked;
            view.best.headMap(marked).clear();
        }
    }

    /** The oldest record becomes durable. */
    Writing sync() {
        Writing oldest = writing.remove();
        durable.take(oldest.record());
        view.take(oldest.record());
        isRebuilt |= oldest.record().rebuilt();
        applyMark();
        return oldest;
    }

    /**
     * Power fails.
     *
     * @param kept how many of the oldest records that are not synced survive
     * @return those
     */
    List<LogRecord> crash(int kept) {
        List<LogRecord> survivors = writing.stream().limit(kept).map(Writing::record).toList();
        survivors.forEach(durable::take);
        writing.clear();
        view = durable.copy();
        marked = 0;
        isRebuilt = false;
        return survivors;
    }

    /** There is an empty disk after a crash (Rule A1). */
    void wipe() {
        crash(0);
        durable = new Held();
        view = new Held();
        isLost = true;
    }

    /** Whether the entity must be rebuilt: it is that of a lost disk, and what is held may lack. */
    boolean isAmnesiac() {
        return isLost && !isRebuilt;
    }

    /** The node is whole: what is not there was never there. */
    void whole() {
        isLost = false;
    }

    /** Whether the disk was lost, and the node is not whole since. */
    boolean isRebuilding() {
        return isLost;
    }

    /** What is held; only while nothing is being written. */
    Stored load(boolean withValue) {
        if (!writing.isEmpty()) {
            throw new IllegalStateException("loaded while being written");
        }
        return look(withValue);
    }

    /** What is held on the disk. */
    Stored look(boolean withValue) {
        LogRecord chosen = view.best.get(view.version);
        if (view.version > 0 && (chosen == null || chosen.value() == null)) {
            throw new IllegalStateException("no value for version " + view.version);
        }
        EntryValue value = value(chosen, withValue || isAmnesiac());
        LogRecord last = last(view);
        return last == null
                ? new Stored(view.version, value, 0, 0, 0, null, isAmnesiac())
                : new Stored(
                        view.version,
                        value,
                        last.entry(),
                        last.promised(),
                        last.accepted(),
                        last.value(),
                        isAmnesiac());
    }

    private static @Nullable EntryValue value(@Nullable LogRecord chosen, boolean withValue) {
        return chosen == null || !withValue ? null : chosen.value();
    }

    private static @Nullable LogRecord last(Held held) {
        Map.Entry<Long, LogRecord> last = held.best.lastEntry();
        return last == null || last.getKey() <= held.version ? null : last.getValue();
    }

    /** The durable pending record; null if there is none. */
    @Nullable LogRecord durablePending() {
        return last(durable);
    }

    /** The newest entry that is durably known to be chosen. */
    long durableVersion() {
        return durable.version;
    }

    void digest(StateDigest digest, Hash128 hash) {
        hash.add(isLost ? 1 : 0)
                .add(isRebuilt ? 1 : 0)
                .add(view.version)
                .add(durable.version)
                .add(Math.max(marked, view.version));
        digest.add(hash, view.best.values(), 0);
        digest.add(hash, durable.best.values(), 0);
        digest.add(hash, writing.stream().map(Writing::record).toList(), 0);
    }
}
