package io.paxosstore.log.journal;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The naive twin of one entity: the list of all its records and marks, from which the state is
 * computed from scratch. It also makes the next record that the core could legally write.
 */
final class EntityModel {
    /** What the journal is to hold. */
    record State(Stored stored, List<EntryValue> replayed) {
        boolean matches(State other) {
            return replayed.size() == other.replayed.size() && matchesPart(other);
        }

        /** Whether the other is the same, but for the end of what is replayed. */
        boolean matchesPart(State other) {
            boolean same =
                    stored.version() == other.stored.version()
                            && sameValue(stored.chosenValue(), other.stored.chosenValue())
                            && stored.pendingEntry() == other.stored.pendingEntry()
                            && stored.promised() == other.stored.promised()
                            && stored.accepted() == other.stored.accepted()
                            && sameValue(stored.pendingValue(), other.stored.pendingValue())
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

    final EntityKey key;
    private final List<LogRecord> records = new ArrayList<>();

    // For each number of records, the entry marked chosen when there were so many; 0 for none.
    private final TreeMap<Integer, Long> marks = new TreeMap<>();
    private int reported;
    private long dataDurable;
    private State belief = new State(Stored.NOTHING, List.of());

    EntityModel(EntityKey key) {
        this.key = key;
    }

    State belief() {
        return belief;
    }

    long dataDurable() {
        return dataDurable;
    }

    boolean isSettled() {
        return reported == records.size();
    }

    void reportDurable() {
        reported++;
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

    /** The next legal record; null if it is a mark, whose entry {@link #lastMark} gives. */
    @Nullable LogRecord next(RandomGenerator random, long sequence) {
        Stored now = belief.stored;
        long pending = now.pendingEntry();
        long entry = pending > 0 ? pending : now.version() + 1;
        int kind = random.nextInt(10);
        EntryValue value = value(random, sequence);
        LogRecord newest = records.isEmpty() ? null : records.getLast();
        if (newest != null && isImage(newest) && newest.entry() == now.version() && kind < 3) {
            // An image has settled the entry; what is not flagged chosen may come behind it.
            boolean floor = kind < 2;
            return add(
                    new LogRecord(
                            key,
                            newest.entry(),
                            floor ? LogRecord.FLOOR : 5,
                            floor ? 0 : 5,
                            floor ? null : value,
                            false,
                            newest.entry() - 1));
        }
        if (now.promised() == LogRecord.FLOOR) {
            // Nothing is voted on at the floor or below.
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
            marks.put(records.size(), pending);
            belief = compute(records.size(), true);
            return null;
        }
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

    private static boolean isImage(LogRecord record) {
        return record.chosen() && record.version() == record.entry();
    }

    long lastMark() {
        return marks.lastEntry().getValue();
    }

    private static EntryValue value(RandomGenerator random, long sequence) {
        byte[] payload = new byte[random.nextInt(random.nextInt(4) == 0 ? 1500 : 100)];
        random.nextBytes(payload);
        return EntryValue.of(new ValueId(3, 1, sequence), payload);
    }

    private LogRecord add(LogRecord record) {
        records.add(record);
        belief = compute(records.size(), true);
        return record;
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

    private static boolean sameValue(@Nullable EntryValue a, @Nullable EntryValue b) {
        if (a == null || b == null) {
            return a == null && b == null;
        }
        return a.id().equals(b.id()) && Arrays.equals(a.payload(), b.payload());
    }
}
