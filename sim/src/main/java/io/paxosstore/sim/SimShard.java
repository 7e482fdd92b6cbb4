package io.paxosstore.sim;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageShard;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntPredicate;

/**
 * A {@link SimStorage} as the storage SPI has it, for one life of a node: says when the disk is
 * done, and tells the truth of all that passes. Not thread-safe.
 */
class SimShard implements StorageShard {
    private record Forgetting(IntPredicate slots, Runnable onEnd) {}

    private record Written(LogRecord record, long ticket) {}

    private final SimNode node;
    private final SimStorage storage;

    /** Records on their way to the disk, in the order of append. */
    private final Deque<Written> writing = new ArrayDeque<>();

    /** Records that are durable, of which the shard has not heard. */
    private final Deque<Written> durable = new ArrayDeque<>();

    /** What is to be forgotten with the next drains, one after the other. */
    private final Deque<Forgetting> forgetting = new ArrayDeque<>();

    /** Which step of the first one of them is next. */
    private int forgetStep;

    private long pendingBytes;
    private boolean diskBusy;

    SimShard(SimNode node, SimStorage storage) {
        this.node = node;
        this.storage = storage;
    }

    final SimNode node() {
        return node;
    }

    @Override
    public Stored load(EntityKey key, boolean withValue) {
        Stored held = storage.load(key, withValue);
        boolean isTakenForMemory =
                node.hostBug() == HostBug.NEWCOMER_IS_NOT_AMNESIAC && isRebuilding(key);
        Stored stored = held.equals(Stored.LOST) && isTakenForMemory ? Stored.NOTHING : held;
        node.watch().loaded(key, stored);
        return stored;
    }

    private boolean isRebuilding(EntityKey key) {
        return node.store().entered().isRebuilding(Slots.of(key));
    }

    @Override
    public Stored look(EntityKey key) {
        return storage.look(key);
    }

    @Override
    public long page(long cursor, int entities, boolean withChecksums, PageVisitor visitor) {
        if (node.hostBug() == HostBug.SWEEP_SKIPS) {
            boolean[] isFirst = {true};
            return storage.page(
                    cursor,
                    entities,
                    withChecksums,
                    (key, version, checksum) -> {
                        if (!isFirst[0]) {
                            visitor.entity(key, version, checksum);
                        }
                        isFirst[0] = false;
                    });
        }
        return storage.page(cursor, entities, withChecksums, visitor);
    }

    @Override
    public long slotPage(IntPredicate slots, long cursor, int entities, PageVisitor visitor) {
        return node.hostBug() == HostBug.SWEEP_SKIPS
                ? StorageShard.super.slotPage(slots, cursor, entities, visitor)
                : storage.slotPage(slots, cursor, entities, visitor);
    }

    @Override
    public long slotStates(int slot, long cursor, int entities, StateVisitor visitor) {
        return storage.slotStates(
                slot,
                cursor,
                entities,
                (key, version, isSettled, bytes) -> {
                    HostBug bug = node.hostBug();
                    if (isSettled || bug != HostBug.SCAN_LEAVES_OUT_UNSETTLED) {
                        boolean isTold = isSettled || bug == HostBug.SCAN_TAKES_ALL_FOR_SETTLED;
                        visitor.entity(key, version, isTold, bytes);
                    }
                });
    }

    @Override
    public @Nullable EntryValue newestValue(EntityKey key, long version) {
        return storage.newestValue(key, version);
    }

    @Override
    public int checksum(EntityKey key) {
        return storage.checksum(key);
    }

    @Override
    public void quarantine(EntityKey key) {
        storage.quarantine(key);
    }

    @Override
    public void append(LogRecord record, long ticket) {
        node.watch().appended(record);
        storage.append(record, ticket);
        writing.add(new Written(record, ticket));
        pendingBytes += bytes(record);
    }

    private static int bytes(LogRecord record) {
        return record.value() == null ? 0 : record.value().payload().length;
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        node.watch().marked(key, entry);
        storage.markChosen(key, entry);
    }

    @Override
    public void forget(IntPredicate slots, Runnable onEnd) {
        forgetting.add(new Forgetting(slots, onEnd));
        node.news().wake(0);
    }

    /** Forgets a little with each drain, as the real engines do between their turns. */
    private void forget() {
        Forgetting first = forgetting.peek();
        if (first == null) {
            return;
        }
        storage.forget(first.slots(), forgetStep++);
        if (forgetStep == SimStorage.FORGET_STEPS) {
            forgetStep = 0;
            forgetting.remove();
            first.onEnd().run();
        }
        if (!forgetting.isEmpty()) {
            node.news().wake(0);
        }
    }

    /** Begins to make durable what was appended, unless the disk is busy, or has no room at all. */
    @Override
    public void commit() {
        if (diskBusy || writing.isEmpty() || node.store().isStalled()) {
            return;
        }
        diskBusy = true;
        storage.commit();
        node.afterSync(this::diskDone);
    }

    private void diskDone() {
        diskBusy = false;
        node.store().work(storage);
        storage.sync((key, ticket) -> {
            Written oldest = writing.remove();
            if (oldest.ticket() != ticket || !oldest.record().key().equals(key)) {
                throw new SimViolation(
                        "TicketsInOrder", "ticket " + ticket + " instead of " + oldest.ticket());
            }
            node.watch().durable(oldest.record());
            durable.add(oldest);
        });
        // The next batch begins before the shard hears of this one, as with a log writer's thread.
        commit();
        if (!durable.isEmpty()) {
            node.news().wake(0);
        }
    }

    @Override
    public int drain(DurableListener listener) {
        int records = 0;
        while (!durable.isEmpty()) {
            Written one = durable.remove();
            pendingBytes -= bytes(one.record());
            records++;
            listener.durable(one.record().key(), one.ticket());
        }
        forget();
        return records;
    }

    @Override
    public long pendingBytes() {
        return pendingBytes;
    }
}
