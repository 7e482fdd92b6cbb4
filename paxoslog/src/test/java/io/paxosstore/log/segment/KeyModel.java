package io.paxosstore.log.segment;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The naive twin of one key: the list of all its records, of which the state is computed from
 * scratch. It also makes the next record that the core could legally write.
 */
public abstract class KeyModel {
    public final EntityKey key;

    /** All records that were made, and may have survived. */
    protected final List<LogRecord> records = new ArrayList<>();

    /** How many of them were reported durable. */
    protected int reported;

    protected KeyModel(EntityKey key) {
        this.key = key;
    }

    /** The state after all records and marks. */
    public abstract Stored stored();

    /** The entry that was marked last. */
    public abstract long lastMark();

    /** An entry is marked chosen. */
    protected abstract void mark(long entry);

    /** A record was added. */
    protected abstract void added();

    /** Another record that could come next, by the engine's own rules; null for none. */
    protected @Nullable LogRecord nextOfItsOwn(RandomGenerator random, int kind, EntryValue value) {
        return null;
    }

    /** Whether all records were reported durable. */
    public final boolean isSettled() {
        return reported == records.size();
    }

    public final void reportDurable() {
        reported++;
    }

    /** The next legal record; null if it is a mark, whose entry {@link #lastMark} gives. */
    public final @Nullable LogRecord next(RandomGenerator random, long sequence) {
        Stored now = stored();
        long pending = now.pendingEntry();
        long entry = pending > 0 ? pending : now.version() + 1;
        int kind = random.nextInt(10);
        EntryValue value = value(random, sequence);
        LogRecord own = nextOfItsOwn(random, kind, value);
        if (own != null) {
            return add(own);
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
            mark(pending);
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

    private LogRecord add(LogRecord record) {
        records.add(record);
        added();
        return record;
    }

    private static EntryValue value(RandomGenerator random, long sequence) {
        byte[] payload = new byte[random.nextInt(random.nextInt(4) == 0 ? 1500 : 100)];
        random.nextBytes(payload);
        return EntryValue.of(new ValueId(3, 1, sequence), payload);
    }

    /** Whether both say the same, but for amnesia. */
    public static boolean same(Stored a, Stored b) {
        return a.version() == b.version()
                && sameValue(a.chosenValue(), b.chosenValue())
                && a.pendingEntry() == b.pendingEntry()
                && a.promised() == b.promised()
                && a.accepted() == b.accepted()
                && sameValue(a.pendingValue(), b.pendingValue());
    }

    protected static boolean sameValue(@Nullable EntryValue a, @Nullable EntryValue b) {
        if (a == null || b == null) {
            return a == null && b == null;
        }
        return a.id().equals(b.id()) && Arrays.equals(a.payload(), b.payload());
    }
}
