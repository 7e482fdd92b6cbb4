package io.paxosstore.bitcask;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * The naive twin of one key: the list of all its records, of which the state is computed from
 * scratch, as LogRecord's documentation says. It also makes the next record that the core could
 * legally write.
 */
final class RecordModel {
    /** A mark: entry {@code entry} was marked when there were {@code records} records. */
    private record Mark(int records, long entry) {}

    final EntityKey key;
    private final List<LogRecord> records = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private int reported;
    private Stored belief = Stored.NOTHING;

    RecordModel(EntityKey key) {
        this.key = key;
    }

    /** The state after all records and marks. */
    Stored belief() {
        return belief;
    }

    boolean isSettled() {
        return reported == records.size();
    }

    void reportDurable() {
        reported++;
    }

    /** The next legal record; null if it is a mark, whose entry {@link #lastMark} gives. */
    @Nullable LogRecord next(RandomGenerator random, long sequence) {
        Stored now = belief;
        long pending = now.pendingEntry();
        long entry = pending > 0 ? pending : now.version() + 1;
        int kind = random.nextInt(10);
        if (now.promised() == LogRecord.FLOOR) {
            // Nothing is voted on at the floor or below.
            EntryValue value = value(random, sequence);
            long later = pending + random.nextInt(2);
            return add(
                    kind < 5
                            ? new LogRecord(key, later, 0, 0, value, true, later)
                            : new LogRecord(key, pending + 1, 5, 5, value, false, now.version()));
        }
        if (kind == 7 && random.nextInt(3) == 0) {
            long floor = entry + random.nextInt(2);
            return add(
                    new LogRecord(
                            key, floor, LogRecord.FLOOR, 0, null, false, now.version(), true));
        }
        if (kind < 2) {
            long promised = now.promised() + 1 + random.nextInt(5);
            return add(
                    new LogRecord(
                            key,
                            entry,
                            promised,
                            now.accepted(),
                            now.pendingValue(),
                            false,
                            now.version()));
        }
        if (kind < 5 && now.accepted() > 0) {
            marks.add(new Mark(records.size(), pending));
            belief = new Stored(pending, now.pendingValue(), 0, 0, 0, null);
            return null;
        }
        EntryValue value = value(random, sequence);
        if (kind == 5) {
            long chosen = now.version() + 1 + random.nextInt(3);
            long version = random.nextBoolean() ? chosen : now.version();
            return add(new LogRecord(key, chosen, 0, 0, value, true, version));
        }
        if (kind == 6 && now.accepted() > 0) {
            long jump = entry + 1 + random.nextInt(2);
            return add(new LogRecord(key, jump, 5, 5, value, false, now.version()));
        }
        long number = Math.max(now.promised(), now.accepted() + 1);
        return add(new LogRecord(key, entry, number, number, value, false, now.version()));
    }

    long lastMark() {
        return marks.getLast().entry();
    }

    private static EntryValue value(RandomGenerator random, long sequence) {
        byte[] payload = new byte[random.nextInt(random.nextInt(4) == 0 ? 1500 : 100)];
        random.nextBytes(payload);
        return EntryValue.of(new ValueId(3, 1, sequence), payload);
    }

    private LogRecord add(LogRecord record) {
        records.add(record);
        Stored now = state(records.size());
        long marked = belief.version();
        // Marks outlive the records after them, in memory.
        if (now.version() < marked) {
            now = new Stored(marked, belief.chosenValue(), 0, 0, 0, null);
        }
        belief = now;
        return record;
    }

    /** The state by the first {@code count} records, without marks. */
    private Stored state(int count) {
        long version = 0;
        for (LogRecord record : records.subList(0, count)) {
            version = Math.max(version, record.version());
            version = record.chosen() ? Math.max(version, record.entry()) : version;
        }
        LogRecord chosen = null;
        LogRecord pending = null;
        for (LogRecord record : records.subList(0, count)) {
            if (record.entry() == version && (chosen == null || compare(record, chosen) > 0)) {
                chosen = record;
            } else if (record.entry() > version
                    && (pending == null
                            || record.entry() > pending.entry()
                            || (record.entry() == pending.entry()
                                    && compare(record, pending) > 0))) {
                pending = record;
            }
        }
        EntryValue value = chosen == null ? null : chosen.value();
        return pending == null
                ? new Stored(version, value, 0, 0, 0, null)
                : new Stored(
                        version,
                        value,
                        pending.entry(),
                        pending.promised(),
                        pending.accepted(),
                        pending.value());
    }

    private static int compare(LogRecord a, LogRecord b) {
        int byChosen = Boolean.compare(a.chosen(), b.chosen());
        int byAccepted = Long.compare(a.accepted(), b.accepted());
        int byFloor = Boolean.compare(isFloor(a), isFloor(b));
        if (byChosen != 0) {
            return byChosen;
        }
        if (byFloor != 0) {
            return byFloor;
        }
        return byAccepted != 0 ? byAccepted : Long.compare(a.promised(), b.promised());
    }

    private static boolean isFloor(LogRecord record) {
        return record.promised() == LogRecord.FLOOR;
    }

    /**
     * Takes what is there after a restart, if it is a legal outcome: everything reported durable,
     * and of the rest any number in order; marks may be lost.
     */
    boolean restart(Stored found) {
        for (int count = records.size(); count >= reported; count--) {
            Stored state = state(count);
            if (same(state, found)) {
                return settle(count, found);
            }
            for (Mark mark : marks) {
                Stored marked = new Stored(mark.entry(), state.pendingValue(), 0, 0, 0, null);
                if (mark.records() <= count
                        && mark.entry() == state.pendingEntry()
                        && same(marked, found)) {
                    records.subList(count, records.size()).clear();
                    EntryValue value = Objects.requireNonNull(state.pendingValue());
                    records.add(new LogRecord(key, mark.entry(), 0, 0, value, true, mark.entry()));
                    return settle(count + 1, found);
                }
            }
        }
        return false;
    }

    private boolean settle(int count, Stored found) {
        records.subList(count, records.size()).clear();
        reported = count;
        marks.clear();
        belief = found;
        return true;
    }

    static boolean same(Stored a, Stored b) {
        return a.version() == b.version()
                && sameValue(a.chosenValue(), b.chosenValue())
                && a.pendingEntry() == b.pendingEntry()
                && a.promised() == b.promised()
                && a.accepted() == b.accepted()
                && sameValue(a.pendingValue(), b.pendingValue());
    }

    private static boolean sameValue(@Nullable EntryValue a, @Nullable EntryValue b) {
        if (a == null || b == null) {
            return a == null && b == null;
        }
        return a.id().equals(b.id()) && Arrays.equals(a.payload(), b.payload());
    }
}
