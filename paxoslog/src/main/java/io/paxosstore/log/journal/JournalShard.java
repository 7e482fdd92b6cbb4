package io.paxosstore.log.journal;

import io.paxosstore.core.Invariant;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.CorruptRecordException;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.record.WaitingMarks;
import io.paxosstore.log.segment.BatchQueue;
import io.paxosstore.log.segment.RecordReader;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentTable;
import io.paxosstore.protocol.key.EntityKey;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * One shard of the journal: its entities' index, its batches under way. For the shard's thread
 * only.
 *
 * <p>An engine with its data elsewhere tells it by {@link #dataDurable} which entries it needs no
 * more, and finds with {@link #unapplied} and {@link #replay} what its data lacks after a start.
 */
public final class JournalShard implements StorageShard {
    private static final Logger LOG = LoggerFactory.getLogger(JournalShard.class);

    private final int number;
    private final JournalConfig config;
    private final JournalHost host;
    private final EntityIndex index = new EntityIndex();
    private final LiveEntries live;
    private final RecordReader reader;
    private final HeldEntries entries;
    private final WaitingMarks waitingMarks = new WaitingMarks();
    private final BatchQueue<JournalBatch> batches;

    // The stamps of entities whose rebuilt record is under way: their next records carry them too.
    private final Map<Integer, Long> newLives = new HashMap<>();
    private long carriedBytes;

    // Filled by any thread, emptied by the shard; bounded, since each who asks waits for the end.
    private final Queue<ShardTask> tasks = new ConcurrentLinkedQueue<>();

    // Written by the shard; other threads may see an old number, as of a moment ago.
    private volatile int entityCount;
    private volatile long indexBytes;
    private volatile long stamp;

    JournalShard(int number, JournalConfig config, SegmentTable segments, JournalHost host) {
        this.number = number;
        this.config = config;
        this.host = host;
        this.live = new LiveEntries(index, segments);
        this.reader = new RecordReader(segments, config.directory());
        this.entries = new HeldEntries(index, live, reader, key -> host.damaged(number, key));
        this.batches =
                new BatchQueue<>(
                        config.log(), bytes -> new JournalBatch(number, bytes), host::submit);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Of several pending entries (an entity led by a leader) the greatest is told.
     */
    @Override
    public Stored load(EntityKey key, boolean withValue) {
        checkOwner(key);
        return entries.load(key, withValue);
    }

    /**
     * Shows the chosen entries of an entity, in order, from one on.
     *
     * @return the first entry that was not shown: the visitor did not go on, it is not held, not
     *     known to be chosen, or its record is damaged (then the entity is amnesiac)
     */
    public long replay(EntityKey key, long from, EntryVisitor visitor) {
        checkOwner(key);
        return entries.replay(key, from, visitor);
    }

    /**
     * Walks over the entities whose newest chosen entry is above the version that {@link
     * #dataDurable} stated last. The visitor may call {@link #dataDurable} and {@link #replay}.
     */
    public void unapplied(UnappliedVisitor visitor) {
        for (int ref = 0; ref < index.refLimit(); ref++) {
            if (index.isUsed(ref) && index.version(ref) > index.durable(ref)) {
                visitor.entity(index.key(ref), index.durable(ref), index.version(ref));
            }
        }
    }

    /**
     * The engine's data of this entity is durable at a version: entries up to it are needed no
     * more, but for the newest chosen one (Rule D6). Not durable by itself; after a crash it is to
     * be said again ({@link #unapplied}).
     */
    public void dataDurable(EntityKey key, long version) {
        checkOwner(key);
        int ref = index.find(key);
        if (ref != EntityIndex.NONE) {
            live.durable(ref, version);
        }
    }

    /**
     * When the entity was rebuilt last: the journal's incarnation then * 2^32, and more; 0 for
     * never. An engine that has become amnesiac as a whole trusts an entity if this is greater than
     * {@link Journal#stampNow} was at that time (Rule A2).
     */
    public long rebuiltStamp(EntityKey key) {
        checkOwner(key);
        int ref = index.find(key);
        return ref == EntityIndex.NONE ? 0 : index.life(ref);
    }

    /** The greatest stamp that an entity of this shard was rebuilt with, or is about to be. */
    public long greatestStamp() {
        return Math.max(stamp, host.stampBase());
    }

    /** Whether anything is held of an entity. */
    public boolean isHeld(EntityKey key) {
        return index.find(key) != EntityIndex.NONE;
    }

    /** Whether records of the entity were appended that are not drained yet. */
    public boolean isUnderWay(EntityKey key) {
        int ref = index.find(key);
        return ref != EntityIndex.NONE && index.inFlight(ref) > 0;
    }

    @Override
    public long page(long cursor, int entities, boolean withChecksums, PageVisitor visitor) {
        int ref = (int) cursor;
        int shown = 0;
        for (; ref < index.refLimit() && shown < entities; ref++) {
            if (index.isUsed(ref) && isShown(ref)) {
                EntityKey key = index.key(ref);
                long version = index.version(ref);
                int checksum =
                        withChecksums && version > 0 ? entries.checksum(ref, key, version) : 0;
                visitor.entity(key, version, checksum);
                shown++;
            }
        }
        return ref < index.refLimit() ? ref : 0;
    }

    @Override
    public long slotPage(IntPredicate slots, long cursor, int entities, PageVisitor visitor) {
        return index.bySlot()
                .page(
                        slots,
                        cursor,
                        entities,
                        ref -> {
                            if (isShown(ref)) {
                                visitor.entity(index.key(ref), index.version(ref), 0);
                            }
                        });
    }

    private boolean isShown(int ref) {
        // Of a damaged one it may be all that is known that something was held.
        boolean isHeld = index.slots().size(ref) > 0 || index.isDamaged(ref);
        return isHeld && !host.isDropped(index.space(ref));
    }

    @Override
    public void quarantine(EntityKey key) {
        checkOwner(key);
        index.setDamaged(index.findOrAdd(key), true);
        LOG.warn("journal.quarantine entity={}", key);
    }

    @Override
    public void append(LogRecord record, long ticket) {
        checkOwner(record.key());
        Invariant.check(host.isBegun(), "the journal has not begun");
        batches.checkPending();
        int ref = index.findOrAdd(record.key());
        if (record.rebuilt()) {
            stamp = Math.max(Math.max(stamp, host.stampBase()), index.life(ref)) + 1;
            newLives.put(ref, stamp);
        }
        long life = newLives.isEmpty() ? 0 : newLives.getOrDefault(ref, 0L);
        put(
                ref,
                withMark(ref, record),
                Math.max(life, index.life(ref)),
                tenure(record.key()),
                ticket,
                false);
    }

    /**
     * A chosen record that states its own entry as the version tells nothing by that. It states an
     * older entry instead that is marked chosen in memory only, so that the mark is not lost.
     */
    private LogRecord withMark(int ref, LogRecord record) {
        long mark = Math.max(index.version(ref), waitingMarks.get(ref));
        boolean wanted = record.chosen() && record.version() == record.entry();
        boolean says = wanted && mark > index.proven(ref) && mark < record.entry();
        return says ? record.withVersion(mark) : record;
    }

    private void put(
            int ref, LogRecord record, long stamp, int tenure, long ticket, boolean carried) {
        int length = batches.append(record, stamp, tenure, ref, ticket);
        batches.open().describeLast(stamp, carried);
        if (carried) {
            carriedBytes += length;
        } else {
            index.addInFlight(ref, 1);
        }
    }

    /**
     * Appends an entity's records that lie in a segment again, as they stand, so that they leave
     * it.
     *
     * @return their size; 0 also when they cannot be carried now: records of the entity are under
     *     way, which would then lie before older ones, or it is damaged
     */
    int carry(int ref, Segment segment) {
        EntrySlots slots = index.slots();
        boolean movable = index.inFlight(ref) == 0 && !index.isDamaged(ref);
        int bytes = 0;
        for (int slot = 0; slot < slots.size(ref); slot++) {
            long at = slots.location(ref, slot);
            if (Location.slot(at) != segment.slot()) {
                continue;
            }
            if (!movable) {
                return 0;
            }
            try {
                carry(ref, slots.entry(ref, slot), at, slots.isChosen(ref, slot));
            } catch (CorruptRecordException e) {
                entries.damaged(ref, e);
                return bytes;
            }
            bytes += Location.length(at);
        }
        return bytes;
    }

    private void carry(int ref, long entry, long at, boolean chosen) throws CorruptRecordException {
        EntityKey key = index.key(ref);
        if (chosen) {
            reader.chosenValue(at, key, entry);
        } else {
            reader.read(at, key, entry);
        }
        RecordHead head = reader.head();
        // A mark of a later entry would be proven by this copy alone, which is not kept for it.
        long mark = index.version(ref);
        long version = entry < mark ? head.version() : Math.max(head.version(), mark);
        LogRecord copy =
                new LogRecord(
                        key,
                        entry,
                        head.promised(),
                        head.accepted(),
                        reader.value(at),
                        chosen,
                        version,
                        head.isRebuilt());
        put(ref, copy, head.stamp(), head.tenure(), 0, true);
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        checkOwner(key);
        int ref = index.find(key);
        if (ref == EntityIndex.NONE) {
            return;
        }
        if (index.inFlight(ref) == 0) {
            live.mark(ref, entry);
        } else {
            waitingMarks.put(ref, entry);
        }
    }

    @Override
    public void commit() {
        batches.submit();
    }

    /**
     * {@inheritDoc}
     *
     * <p>Does a slice of what the background work asks of this shard, too: the listener's wake-up
     * comes for that as well. Only of what was asked before: a checkpoint begins at a position, and
     * all batches that are durable before that are to be in the index when it is written. Those
     * that become durable now may not be.
     */
    @Override
    public int drain(DurableListener listener) {
        ShardTask task = tasks.peek();
        int drained = 0;
        for (JournalBatch batch = batches.durable(); batch != null; batch = batches.durable()) {
            for (int record = 0; record < batch.records(); record++) {
                drained += drainRecord(batch, record, listener);
            }
            batches.release(batch);
        }
        if (task != null) {
            ShardTask.Progress progress = task.run(this, index);
            commit();
            if (progress == ShardTask.Progress.DONE) {
                tasks.poll();
            }
            boolean hasMore =
                    progress == ShardTask.Progress.DONE
                            ? !tasks.isEmpty()
                            : progress == ShardTask.Progress.MORE;
            if (hasMore) {
                host.wake(number);
            }
            host.answered();
        }
        publishCounts();
        return drained;
    }

    private int drainRecord(JournalBatch batch, int record, DurableListener listener) {
        int ref = batch.ref(record);
        EntityKey key = batch.key(record);
        long location = batch.location(record);
        batches.drained(location);
        boolean dropped = host.isDropped(key.space());
        if (batch.isCarried(record)) {
            carriedBytes -= Location.length(location);
            if (!dropped) {
                live.move(
                        ref,
                        batch.entry(record),
                        batch.version(record),
                        batch.isChosen(record),
                        location);
            }
            return 0;
        }
        index.addInFlight(ref, -1);
        if (!dropped) {
            take(batch, record, ref, location);
        }
        if (index.inFlight(ref) == 0) {
            live.mark(ref, waitingMarks.remove(ref));
            if (!newLives.isEmpty()) {
                newLives.remove(ref);
            }
        }
        listener.durable(key, batch.ticket(record));
        return 1;
    }

    private void take(JournalBatch batch, int record, int ref, long location) {
        boolean rebuilt = batch.isRebuilt(record);
        live.take(
                ref,
                batch.entry(record),
                batch.version(record),
                batch.isChosen(record),
                batch.stamp(record),
                rebuilt,
                location);
        if (rebuilt) {
            index.setDamaged(ref, false);
        }
    }

    @Override
    public long pendingBytes() {
        return batches.pendingBytes();
    }

    /** Bytes that were carried and are not yet durable. */
    long carriedBytes() {
        return carriedBytes;
    }

    /**
     * Has the entities of dropped spaces forgotten in the next drains, a slice in each; until then
     * {@link #load} finds them. Any thread.
     *
     * @param onForgotten told of each, on the shard's thread
     * @param onEnd called when all are forgotten, likewise
     */
    public void forgetDroppedSpaces(Consumer<EntityKey> onForgotten, Runnable onEnd) {
        request(ForgetTask.ofSpaces(host::isDropped, onForgotten, onEnd));
    }

    @Override
    public void forget(IntPredicate slots, Runnable onEnd) {
        forget(slots, key -> {}, onEnd);
    }

    /**
     * The same.
     *
     * @param onForgotten told of each entity
     */
    public void forget(IntPredicate slots, Consumer<EntityKey> onForgotten, Runnable onEnd) {
        request(ForgetTask.ofSlots(slots, onForgotten, onEnd));
    }

    /** What a record of an entity that is written now has to name. */
    int tenure(EntityKey key) {
        return host.tenure(key);
    }

    /** Gives the shard something to do in its next drains, after what it was given. Any thread. */
    void request(ShardTask task) {
        tasks.add(task);
        wake();
    }

    /** Has the shard drained again soon. Any thread. */
    void wake() {
        host.wake(number);
    }

    EntityIndex index() { // filled in by recovery, before the shard's thread takes over
        return index;
    }

    LiveEntries live() {
        return live;
    }

    /** Makes the counts visible to other threads. */
    void publishCounts() {
        entityCount = index.size();
        indexBytes = index.memoryBytes();
    }

    /** A stamp of an earlier run. */
    void stampSeen(long seen) {
        stamp = Math.max(stamp, seen);
    }

    /** The greatest stamp that was given, in this run or an earlier one; 0 when none was. */
    long stampNow() {
        return stamp;
    }

    /** How many entities there are of each space; from any thread. */
    SpaceSizes spaces() {
        return index.ofSpaces();
    }

    int entityCount() {
        return entityCount;
    }

    long indexBytes() {
        return indexBytes;
    }

    private void checkOwner(EntityKey key) {
        Invariant.check(key.shard(config.shards()) == number, "the entity is of another shard");
    }
}
