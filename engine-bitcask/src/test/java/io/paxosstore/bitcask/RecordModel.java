package io.paxosstore.bitcask;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.segment.KeyModel;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;

/**
 * The naive twin of one key: its state is computed from all its records, as LogRecord's
 * documentation says.
 */
final class RecordModel extends KeyModel {
    /** A mark: entry {@code entry} was marked when there were {@code records} records. */
    private record Mark(int records, long entry) {}

    private final List<Mark> marks = new ArrayList<>();
    private Stored belief = Stored.NOTHING;

    RecordModel(EntityKey key) {
        super(key);
    }

    @Override
    public Stored stored() {
        return belief;
    }

    @Override
    protected void mark(long entry) {
        marks.add(new Mark(records.size(), entry));
        belief = new Stored(entry, belief.pendingValue(), 0, 0, 0, null);
    }

    @Override
    public long lastMark() {
        return marks.getLast().entry();
    }

    @Override
    protected void added() {
        Stored now = state(records.size());
        long marked = belief.version();
        // Marks outlive the records after them, in memory.
        if (now.version() < marked) {
            now = new Stored(marked, belief.chosenValue(), 0, 0, 0, null);
        }
        belief = now;
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
     * and of the rest any number in order; marks may be lost, now or at a later restart.
     */
    boolean restart(Stored found) {
        for (int count = records.size(); count >= reported; count--) {
            Stored state = state(count);
            if (same(state, found)) {
                return settle(count, List.of(), found);
            }
            for (Mark mark : marks) {
                Stored marked = new Stored(mark.entry(), state.pendingValue(), 0, 0, 0, null);
                if (mark.records() <= count
                        && mark.entry() == state.pendingEntry()
                        && same(marked, found)) {
                    return settle(count, List.of(mark), found);
                }
            }
        }
        return false;
    }

    private boolean settle(int count, List<Mark> known, Stored found) {
        records.subList(count, records.size()).clear();
        reported = count;
        marks.clear();
        marks.addAll(known);
        belief = found;
        return true;
    }
}
