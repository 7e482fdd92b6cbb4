package io.paxosstore.lsm.entity;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.store.AppliedEntry;
import io.paxosstore.lsm.store.DamagedTableException;
import io.paxosstore.lsm.store.EntityMeta;
import io.paxosstore.lsm.store.EntityStand;
import io.paxosstore.lsm.store.EntryBatch;
import io.paxosstore.lsm.store.LsmFailureException;
import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.lsm.store.NoRoomException;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;

/**
 * The data of one shard's entities, and which of it cannot be used because it is damaged (Rule D5).
 * For the shard's thread, but for {@link #guard} and what it needs, which any thread may use.
 */
final class ShardData {
    private static final Logger LOG = LoggerFactory.getLogger(ShardData.class);
    private static final byte[] NO_CHANGES = EntityChanges.NONE.encode();

    /**
     * What is held of an entity.
     *
     * @param version the newest entry that the data reflects; 0 for none
     * @param checksum the running checksum there
     */
    record Held(long version, int checksum, EntityHead head) {
        static final Held NOTHING = new Held(0, 0, EntityHead.NOTHING);
    }

    /** Something that reads or writes the data. */
    @FunctionalInterface
    interface Use<T> {
        @Nullable T run();
    }

    private final int shard;
    private final LsmStore store;
    private final StorageEngine.Listener listener;
    private final FailStop failStop;
    private final AppliedMarks marks = new AppliedMarks();
    private final DeferredApplies deferred;

    /** Entries that are applied for the shard, and not written yet. */
    private final EntryBatch batch;

    /** How many entries these are. */
    private int unwritten;

    private final LongAdder appliedBytes = new LongAdder();
    private final LongAdder appliedEntries = new LongAdder();
    private final LongAdder appliedBatches = new LongAdder();

    private final Outstanding outstanding = new Outstanding();
    private final ShardDigests digests;
    private final KeptEntries kept;

    /** Entities whose data cannot be used. Bounded by the damage. */
    private final Set<EntityKey> damaged = ConcurrentHashMap.newKeySet();

    ShardData(
            int shard,
            LsmStore store,
            DeferredApplies deferred,
            DigestReader digestReader,
            StorageEngine.Listener listener,
            FailStop failStop,
            LongSupplier nanoClock) {
        this.shard = shard;
        this.kept = new KeptEntries(nanoClock, appliedBytes::sum);
        this.digests = new ShardDigests(this, digestReader);
        this.deferred = deferred;
        this.store = store;
        this.batch = store.batch();
        this.listener = listener;
        this.failStop = failStop;
    }

    /** The store; of entities with entries that are not written it shows what was before. */
    LsmStore store() {
        return store;
    }

    /** Digests of what the entities hold. */
    ShardDigests digests() {
        return digests;
    }

    /** Entries that the journal keeps longer than the data needs. */
    KeptEntries kept() {
        return kept;
    }

    AppliedMarks marks() {
        return marks;
    }

    /** Tells the journal what has become durable: a slice, the rest in the turns to come. */
    void tellDurable(long sequence, ObjLongConsumer<EntityKey> journal) {
        kept.tick(journal);
        if (marks.durable(sequence, (key, version) -> kept.durable(key, version, journal))) {
            listener.wake(shard);
        }
    }

    /** Bytes of all changes applied since the start. */
    long appliedBytes() {
        return appliedBytes.sum();
    }

    /** Entries applied since the start. */
    long appliedEntries() {
        return appliedEntries.sum();
    }

    /** In how many writes they were applied. */
    long appliedBatches() {
        return appliedBatches.sum();
    }

    /** Whether the entity's data cannot be used. */
    boolean isDamaged(EntityKey key) {
        return !damaged.isEmpty() && damaged.contains(key);
    }

    /** The entity's data is wrong, though it can be read. */
    void distrust(EntityKey key) {
        damaged.add(key);
    }

    /** The entity's data is of no use any more: the owner is told. */
    void lost(EntityKey key, String cause) {
        if (damaged.add(key)) {
            LOG.error("entity.damaged entity={} cause={}", key, cause);
            listener.damaged(shard, key);
        }
    }

    /** Stops the node: what it would write next is not true (Rule D4). */
    void stop(String why) {
        failStop.fail(new IllegalStateException(why));
    }

    /** Entries that the data lacks because the disk was full. */
    Outstanding outstanding() {
        return outstanding;
    }

    /**
     * Uses the entity's data. If it is damaged, the owner is told, and it is used no more. If the
     * disk fails, the node stops (Rule D4); if it is full, what was not written is tried again.
     *
     * @return null when it cannot be used
     */
    <T> @Nullable T guard(EntityKey key, Use<T> use) {
        if (isDamaged(key)) {
            return null;
        }
        try {
            return use.run();
        } catch (DamagedTableException | MalformedBytesException e) {
            lost(key, String.valueOf(e.getMessage()));
        } catch (NoRoomException e) {
            LOG.debug("entity.noroom entity={}", key, e);
        } catch (LsmFailureException e) {
            failStop.fail(e);
        }
        return null;
    }

    /**
     * Changes the store, whatever the entity's data is like. If the disk fails, the node stops
     * (Rule D4).
     *
     * @return null when it failed, or the disk is full
     */
    <T> @Nullable T change(Use<T> use) {
        try {
            return use.run();
        } catch (NoRoomException e) {
            LOG.debug("entity.noroom", e);
            return null;
        } catch (LsmFailureException | UncheckedIOException e) {
            failStop.fail(e);
            return null;
        }
    }

    /** The version and the running checksum; null when the data cannot be used. */
    @Nullable Held numbers(EntityKey key) {
        applyDeferred(key);
        return guard(
                key,
                () -> {
                    EntityStand stand = batch.stand(key);
                    return stand == null
                            ? Held.NOTHING
                            : new Held(stand.entry(), stand.checksum(), EntityHead.NOTHING);
                });
    }

    /** Shows about how many bytes each entity's data has on the disk. */
    StorageShard.PageVisitor sizes(StorageShard.SizeVisitor visitor) {
        return (key, _, _) -> visitor.entity(key.space(), key.slot(), bytes(key));
    }

    private long bytes(EntityKey key) {
        Long bytes =
                guard(
                        key,
                        () -> {
                            EntityStand stand = batch.stand(key);
                            return stand == null ? 0 : store.dataBytes(stand);
                        });
        return bytes == null ? 0 : bytes;
    }

    /** What is held of the entity; null when the data cannot be used. */
    @Nullable Held held(EntityKey key) {
        applyDeferred(key);
        return guard(
                key,
                () -> {
                    EntityMeta meta = batch.meta(key);
                    if (meta == null) {
                        return Held.NOTHING;
                    }
                    AppliedEntry newest = meta.applied();
                    EntityHead head =
                            EntityHead.of(
                                    newest.entry(),
                                    newest.proposal(),
                                    newest.clockMillis(),
                                    newest.requestTable());
                    return new Held(newest.entry(), meta.checksum(), head);
                });
    }

    /**
     * Applies the entry after the data's version. To be followed by {@link #write}, once for many.
     *
     * @return whether the data reflects it, unless the write fails
     */
    boolean apply(Effects.Apply entry) {
        return applyAll(List.of(entry));
    }

    /** Applies the entry after the newest one that waits, together with others later (Rule C5). */
    void defer(Effects.Apply entry, long nowNanos) {
        if (deferred.add(entry, nowNanos)) {
            settle(entry.key());
        }
        settleDue(nowNanos);
    }

    /** The newest entry that waits to be applied; 0 for none. */
    long deferredVersion(EntityKey key) {
        return deferred.version(key);
    }

    /**
     * Whether entries are applied to it that are not written, and may yet find no room: none may
     * wait behind them.
     */
    boolean isUnwritten(EntityKey key) {
        return batch.has(key);
    }

    /** Whether entries have waited long enough to be applied; from any thread. */
    boolean isSettleDue(long nowNanos) {
        return deferred.isDue(nowNanos) || mayApplyOutstanding();
    }

    /** Whether there may be room for entries that found none; from any thread. */
    boolean mayApplyOutstanding() {
        return !outstanding.isEmpty() && !store.isFull();
    }

    /**
     * Applies what waits for this entity, and writes what was applied to it: before anybody reads
     * its data.
     */
    void settle(EntityKey key) {
        applyDeferred(key);
        if (batch.has(key)) {
            write();
        }
    }

    private void applyDeferred(EntityKey key) {
        List<Effects.Apply> waiting = deferred.take(key);
        if (!waiting.isEmpty()) {
            applyAll(waiting);
            write();
        }
    }

    /** Applies what has waited long enough. */
    void settleDue(long nowNanos) {
        List<Effects.Apply> due = deferred.takeDue(nowNanos);
        while (!due.isEmpty()) {
            applyAll(due);
            write();
            due = deferred.takeDue(nowNanos);
        }
    }

    /** Applies everything that waits, and writes all that was applied. */
    void settleAll() {
        List<Effects.Apply> oldest = deferred.takeOldest();
        while (!oldest.isEmpty()) {
            applyAll(oldest);
            oldest = deferred.takeOldest();
        }
        write();
    }

    /**
     * Writes all that was applied, in one step. If that finds no room, the data lacks it.
     *
     * @return whether the data reflects it now
     */
    boolean write() {
        if (batch.isEmpty()) {
            return true;
        }
        Long sequence = change(batch::write);
        if (sequence != null) {
            appliedEntries.add(unwritten);
            appliedBatches.increment();
        }
        unwritten = 0;
        batch.takeOut((key, entry) -> {
            if (sequence != null) {
                outstanding.reached(key, entry);
                marks.applied(key, entry, sequence);
            } else if (!isDamaged(key)) {
                outstanding.add(key, entry);
            }
        });
        return sequence != null;
    }

    /** In one step, but for versions at which somebody waits to look. */
    private boolean applyAll(List<Effects.Apply> entries) {
        if (entries.isEmpty()) {
            return true;
        }
        EntityKey key = entries.getFirst().key();
        List<Effects.Apply> left = entries;
        while (!left.isEmpty() && digests.isAwaited(key)) {
            int count = digests.together(left);
            if (!applyTogether(left.subList(0, count)) || !write()) {
                if (!isDamaged(key)) {
                    outstanding.add(key, entries.getLast().after().version());
                }
                return false;
            }
            digests.reached(key, left.get(count - 1).after().version());
            left = left.subList(count, left.size());
        }
        return left.isEmpty() || applyTogether(left);
    }

    private boolean applyTogether(List<Effects.Apply> entries) {
        Effects.Apply last = entries.get(entries.size() - 1);
        EntityHead after = last.after();
        EntityKey key = last.key();
        List<byte[]> changes = new ArrayList<>(entries.size());
        for (Effects.Apply entry : entries) {
            byte[] encoded = entry.changes().length == 0 ? NO_CHANGES : entry.changes();
            changes.add(encoded);
            appliedBytes.add(encoded.length);
        }
        ValueId id = Objects.requireNonNull(after.id());
        AppliedEntry newest =
                new AppliedEntry(after.version(), id, after.clockMillis(), after.requestTable());
        Boolean added = guard(key, () -> batch.add(key, newest, changes));
        if (added == null) {
            if (!isDamaged(key)) {
                outstanding.add(key, after.version());
            }
            return false;
        }
        unwritten += added ? entries.size() : 0;
        return !batch.isFull() || write();
    }

    /** Forgets all that is in memory of an entity to which nothing will be applied any more. */
    void forget(EntityKey key) {
        forgetWork(key);
        damaged.remove(key);
    }

    /** The same, but that data which cannot be used stays known for it. */
    void forgetWork(EntityKey key) {
        if (batch.has(key)) {
            write(); // whoever removes the data is to find all of it
        }
        deferred.take(key);
        outstanding.remove(key);
        marks.forget(key);
        kept.forget(key);
        digests.forget(key);
    }

    /**
     * Entry 1 comes again: what cannot be used makes way for what the entries lead to.
     *
     * @return whether it is gone; there may be no room to say so
     */
    boolean beginAnew(EntityKey key) {
        forgetWork(key);
        Boolean removed =
                change(() -> {
                    store.remove(key);
                    return true;
                });
        if (removed != null) {
            damaged.remove(key);
        }
        return removed != null;
    }

    /** The entity's data was replaced by an image, which is sound. */
    void replaced(EntityKey key, long version, long sequence) {
        damaged.remove(key);
        outstanding.reached(key, version);
        marks.forget(key);
        marks.applied(key, version, sequence);
        digests.reached(key, version);
    }
}
