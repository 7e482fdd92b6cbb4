package io.paxosstore.log.journal;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.segment.KeyModel;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The naive twin of one entity: its state is computed from all its records and marks. */
final class EntityModel extends KeyModel {
    /** What the journal is to hold. */
    record State(Stored stored, List<EntryValue> replayed) {
        boolean matches(State other) {
            return replayed.size() == other.replayed.size() && matchesPart(other);
        }

        /** Whether the other is the same, but for the end of what is replayed. */
        boolean matchesPart(State other) {
            boolean same =
                    same(stored, other.stored)
                            && stored.amnesiac() == other.stored.amnesiac()
                            && replayed.size() >= other.replayed.size();
            for (int i = 0; same && i < other.replayed.size(); i++) {
                same = sameValue(replayed.get(i), other.replayed.get(i));
            }
            return same;
        }
    }

    private static final class Held {
        final LogRecord record;
        boolean chosen;

        Held(LogRecord record, boolean chosen) {
            this.record = record;
            this.chosen = chosen;
        }
    }

    // For each number of records, the entry marked chosen when there were so many; 0 for none.
    private final TreeMap<Integer, Long> marks = new TreeMap<>();
    private long dataDurable;
    private State belief = new State(Stored.NOTHING, List.of());

    EntityModel(EntityKey key) {
        super(key);
    }

    State belief() {
        return belief;
    }

    long dataDurable() {
        return dataDurable;
    }

    @Override
    public Stored stored() {
        return belief.stored;
    }

    /** The engine's data is durable at a version that was reached. */
    long advanceData(RandomGenerator random) {
        long version = belief.stored.version();
        if (version > dataDurable) {
            dataDurable += 1 + random.nextLong(version - dataDurable);
            belief = compute(records.size(), true);
        }
        return dataDurable;
    }

    private State compute(int count, boolean withLastMark) {
        TreeMap<Long, Held> held = new TreeMap<>();
        long proven = 0;
        long version = 0;
        for (int i = 0; i < count; i++) {
            LogRecord record = records.get(i);
            long says = Math.max(record.version(), record.chosen() ? record.entry() : 0);
            if (says > proven) {
                proven = says;
                Held of = held.get(says);
                if (of != null) {
                    of.chosen = true;
                }
            }
            version = Math.max(version, proven);
            if (record.rebuilt()) {
                held.values().removeIf(entry -> !entry.chosen);
            }
            Held before = held.get(record.entry());
            if (before == null || record.chosen() || !before.chosen) {
                boolean chosen = record.chosen() || (before != null && before.chosen);
                held.put(record.entry(), new Held(record, chosen));
            }
            Long mark = marks.get(i + 1);
            if (mark != null && (i + 1 < count || withLastMark)) {
                Held of = held.get(mark);
                if (of != null) {
                    of.chosen = true;
                    version = Math.max(version, mark);
                }
            }
        }
        long provenEntry = proven;
        held.keySet().removeIf(entry -> entry <= dataDurable && entry < provenEntry);
        return state(held, version);
    }

    private State state(NavigableMap<Long, Held> held, long version) {
        List<EntryValue> replayed = new ArrayList<>();
        for (long entry = dataDurable + 1; held.containsKey(entry); entry++) {
            Held of = held.get(entry);
            EntryValue value = of.record.value();
            if (!of.chosen || value == null) {
                break;
            }
            replayed.add(value);
        }
        Held chosen = held.get(version);
        EntryValue value = chosen == null ? null : chosen.record.value();
        if (held.isEmpty() || held.lastKey() <= version) {
            return new State(new Stored(version, value, 0, 0, 0, null), replayed);
        }
        LogRecord pending = held.lastEntry().getValue().record;
        return new State(
                new Stored(
                        version,
                        value,
                        pending.entry(),
                        pending.promised(),
                        pending.accepted(),
                        pending.value()),
                replayed);
    }

    /** An image has settled the entry; what is not flagged chosen may come behind it. */
    @Override
    protected @Nullable LogRecord nextOfItsOwn(RandomGenerator random, int kind, EntryValue value) {
        LogRecord newest = records.isEmpty() ? null : records.getLast();
        boolean settled =
                newest != null
                        && newest.chosen()
                        && newest.version() == newest.entry()
                        && newest.entry() == belief.stored.version();
        if (newest == null || !settled || kind >= 3) {
            return null;
        }
        boolean floor = kind < 2;
        return new LogRecord(
                key,
                newest.entry(),
                floor ? LogRecord.FLOOR : 5,
                floor ? 0 : 5,
                floor ? null : value,
                false,
                newest.entry() - 1);
    }

    @Override
    protected void mark(long entry) {
        marks.put(records.size(), entry);
        belief = compute(records.size(), true);
    }

    @Override
    public long lastMark() {
        return marks.lastEntry().getValue();
    }

    @Override
    protected void added() {
        belief = compute(records.size(), true);
    }

    /**
     * Takes what is there after a restart, if it is a legal outcome: everything reported durable,
     * and of the rest any number in order; a mark that no later record states may be lost.
     */
    boolean restart(State found) {
        for (int count = records.size(); count >= reported; count--) {
            for (boolean marked : new boolean[] {true, false}) {
                if (compute(count, marked).matches(found)) {
                    records.subList(count, records.size()).clear();
                    marks.tailMap(count, !marked).clear();
                    reported = count;
                    belief = compute(count, true);
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether it is a legal outcome of a restart that found the checkpoint damaged: of older
     * entries it may not be known any more that they are chosen.
     */
    boolean restartWithoutCheckpoint(State found) {
        for (int count = records.size(); count >= reported; count--) {
            if (compute(count, true).matchesPart(found)
                    || compute(count, false).matchesPart(found)) {
                return true;
            }
        }
        return false;
    }
}
