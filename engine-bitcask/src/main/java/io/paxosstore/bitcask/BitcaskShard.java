package io.paxosstore.bitcask;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
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
import io.paxosstore.log.segment.RecordBatch;
import io.paxosstore.log.segment.RecordReader;
import io.paxosstore.log.segment.SegmentTable;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntPredicate;

/** One shard: its keydir, and its batches under way. Owned by the shard's thread. */
final class BitcaskShard implements StorageShard {
    private static final Logger LOG = LoggerFactory.getLogger(BitcaskShard.class);

    /** How many buckets of the keydir one {@link #drain} searches for damaged records. */
    private static final int SEARCH_BUCKETS = 256;

    /** Records below this are short. */
    private static final int SHORT_BYTES = 4 * 1024;

    /** What a shard needs of its engine. */
    interface Host {
        /** Hands a batch to the log writer. */
        void submit(RecordBatch batch);

        /** A merge waits for this shard's answer no longer. */
        void mergeAnswered();

        /** The shard is to be drained again soon. */
        void wake(int shard);
    }

    private final int index;
    private final BitcaskConfig config;
    private final Host host;
    private final IntPredicate dropped;
    private final Keydir keydir = new Keydir();
    private final long[] warming = new long[Keydir.WARM_MAX];
    private final SegmentTable segments;
    private final LiveRecords live;
    private final RecordReader reader;

    private final BatchQueue<RecordBatch> batches;
    private final WaitingMarks waitingMarks = new WaitingMarks();

    /** The longest record that this shard has seen: where all are short, none is looked up. */
    private int longestBytes;

    // Filled by the merge, emptied by the shard; it holds one part at most.
    private final Queue<MergeSlice.ShardPart> mergeRequests = new ConcurrentLinkedQueue<>();

    // Filled by the background thread, emptied by the shard; bounded by the damage.
    private final Queue<DamageSearch> searches = new ConcurrentLinkedQueue<>();
    private int searchBucket;

    private final Amnesia amnesia;
    private final RebuiltKeys rebuilt;
    private final KeySweeps sweeps;
    private final KeyWalks walks;

    // Written by the shard for readers of statistics, who may see an old number.
    private volatile int keyCount;
    private volatile long keydirBytes;

    BitcaskShard(
            int index,
            BitcaskConfig config,
            SegmentTable segments,
            IntPredicate dropped,
            Amnesia amnesia,
            ChosenMarks marks,
            Host host) {
        this.index = index;
        this.config = config;
        this.host = host;
        this.amnesia = amnesia;
        this.rebuilt = new RebuiltKeys(keydir, amnesia);
        this.dropped = dropped;
        this.segments = segments;
        this.live = new LiveRecords(keydir, segments, marks.new Marker());
        this.sweeps = new KeySweeps(keydir, live, rebuilt, dropped);
        this.walks = new KeyWalks(keydir, dropped, this::isAmnesiac);
        this.reader = new RecordReader(segments, config.directory());
        this.batches =
                new BatchQueue<>(
                        config.log(), bytes -> new RecordBatch(index, bytes), host::submit);
    }

    @Override
    public Stored load(EntityKey key, boolean withValue) {
        checkOwner(key);
        rebuilt.follow();
        if (dropped.test(key.space())) {
            return Stored.NOTHING;
        }
        int ref = keydir.find(key);
        if (ref == Keydir.NONE) {
            return amnesia.isWhole(key) ? Stored.NOTHING : Stored.LOST;
        }
        if (!keydir.isDamaged(ref)) {
            try {
                return read(ref, key, withValue);
            } catch (CorruptRecordException e) {
                foundDamaged(ref, key, e);
            }
        }
        return numbers(ref);
    }

    @Override
    public int valueBytes(EntityKey key) {
        if (longestBytes < SHORT_BYTES) {
            return 0;
        }
        int ref = keydir.find(key);
        if (ref == Keydir.NONE || version(ref) == 0) {
            return 0;
        }
        long at = keydir.isMarked(ref) ? keydir.pendingLocation(ref) : keydir.chosenLocation(ref);
        return at == Location.NONE ? 0 : Location.length(at);
    }

    @Override
    public void willLoad(List<Effects.Load> loads) {
        int count = 0;
        for (int i = 0; i < loads.size(); i++) {
            warming[count++] = loads.get(i).key().hash();
            if (count == Keydir.WARM_MAX) {
                keydir.warm(warming, count);
                count = 0;
            }
        }
        if (count > 1) {
            keydir.warm(warming, count);
        }
    }

    private Stored read(int ref, EntityKey key, boolean withValue) throws CorruptRecordException {
        boolean marked = keydir.isMarked(ref);
        long pending = marked ? 0 : keydir.pendingEntry(ref);
        long version = version(ref);
        EntryValue chosen = null;
        if (version > 0) {
            long at = chosenAt(ref, key);
            if (withValue) {
                chosen = reader.chosenValue(at, key, version);
            }
        }
        boolean amnesiac = isAmnesiac(ref, key);
        if (pending == 0) {
            return new Stored(version, chosen, 0, 0, 0, null, amnesiac);
        }
        long at = keydir.pendingLocation(ref);
        reader.read(at, key, pending);
        RecordHead head = reader.head();
        EntryValue value = reader.value(at);
        return new Stored(
                version, chosen, pending, head.promised(), head.accepted(), value, amnesiac);
    }

    /** What is known of an entity with a damaged record: entries, not what they hold. */
    private Stored numbers(int ref) {
        long version = version(ref);
        long pending = keydir.isMarked(ref) ? 0 : keydir.pendingEntry(ref);
        long promised = pending == 0 ? 0 : LogRecord.FLOOR;
        return new Stored(version, null, pending, promised, 0, null, true);
    }

    private boolean isAmnesiac(int ref, EntityKey key) {
        return keydir.isDamaged(ref) || !rebuilt.isTrusted(ref, key);
    }

    private long version(int ref) {
        return walks.version(ref);
    }

    private long chosenAt(int ref, EntityKey key) throws CorruptRecordException {
        long at = keydir.isMarked(ref) ? keydir.pendingLocation(ref) : keydir.chosenLocation(ref);
        if (at == Location.NONE) {
            throw reader.missing(key, version(ref));
        }
        return at;
    }

    @Override
    public long page(long cursor, int entities, boolean withChecksums, PageVisitor visitor) {
        int bucket = (int) cursor;
        int end = (int) Math.min(keydir.bucketCount(), cursor + Math.max(64L, 8L * entities));
        int shown = 0;
        while (bucket < end && shown < entities) {
            for (int ref = keydir.first(bucket); ref != Keydir.NONE; ref = keydir.next(ref)) {
                if (walks.isShown(ref)) {
                    EntityKey key = keydir.key(ref);
                    if (visitor.wants(key)) {
                        int checksum = withChecksums ? checksum(ref, key) : 0;
                        visitor.entity(key, version(ref), checksum);
                    }
                    shown++;
                }
            }
            bucket++;
        }
        // The table grows at its end only: whatever is moved is moved to buckets still to come.
        return bucket >= keydir.bucketCount() ? 0 : bucket;
    }

    @Override
    public long slotPage(IntPredicate slots, long cursor, int entities, PageVisitor visitor) {
        return walks.slotPage(slots, cursor, entities, visitor);
    }

    @Override
    public long slotStates(int slot, long cursor, int entities, StateVisitor visitor) {
        return walks.slotStates(slot, cursor, entities, visitor);
    }

    @Override
    public long sizes(long cursor, int entities, SizeVisitor visitor) {
        return walks.sizes(cursor, entities, visitor);
    }

    @Override
    public @Nullable EntryValue newestValue(EntityKey key, long version) {
        int ref = keydir.find(key);
        boolean isHere =
                ref != Keydir.NONE && !isAmnesiac(ref, key) && walks.version(ref) == version;
        if (isHere) {
            try {
                return reader.chosenValue(chosenAt(ref, key), key, version);
            } catch (CorruptRecordException e) {
                foundDamaged(ref, key, e);
            }
        }
        return null;
    }

    private int checksum(int ref, EntityKey key) {
        long version = version(ref);
        if (version == 0 || keydir.isDamaged(ref)) {
            return 0;
        }
        try {
            return reader.chosenValue(chosenAt(ref, key), key, version).crc();
        } catch (CorruptRecordException e) {
            foundDamaged(ref, key, e);
            return 0;
        }
    }

    private void foundDamaged(int ref, EntityKey key, CorruptRecordException what) {
        if (!keydir.isDamaged(ref)) {
            keydir.setDamaged(ref, true);
            amnesia.found(key, version(ref), what);
            amnesia.tell(index, key);
        }
    }

    @Override
    public void quarantine(EntityKey key) {
        checkOwner(key);
        int ref = keydir.findOrAdd(key);
        if (!keydir.isDamaged(ref)) {
            keydir.setDamaged(ref, true);
            LOG.warn("storage.quarantine entity={} version={}", key, version(ref));
        }
    }

    @Override
    public void append(LogRecord record, long ticket) {
        EntityKey key = record.key();
        checkOwner(key);
        batches.checkPending();
        int ref = keydir.findOrAdd(key);
        long stamp = record.rebuilt() || isAmnesiac(ref, key) ? amnesia.nextStamp() : 0;
        if (record.rebuilt()) {
            rebuilt.append(ref, key);
        }
        int length = batches.append(record, stamp, amnesia.tenure(key), ref, ticket);
        keydir.addInFlight(ref, 1);
        longestBytes = Math.max(longestBytes, length);
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        checkOwner(key);
        int ref = keydir.find(key);
        if (ref == Keydir.NONE) {
            return;
        }
        if (keydir.inFlight(ref) == 0) {
            live.mark(ref, entry);
        } else {
            waitingMarks.put(ref, entry);
        }
    }

    @Override
    public void forget(IntPredicate slots, Runnable onEnd) {
        sweeps.forget(slots, onEnd);
        host.wake(index);
    }

    @Override
    public void commit() {
        batches.submit();
    }

    @Override
    public int drain(DurableListener listener) {
        int drained = 0;
        for (RecordBatch batch = batches.durable(); batch != null; batch = batches.durable()) {
            drained += batch.records();
            for (int record = 0; record < batch.records(); record++) {
                drainRecord(batch, record, listener);
            }
            batches.release(batch);
        }
        serveMerge();
        search();
        if (sweeps.step()) {
            host.wake(index);
        }
        publishCounts();
        return drained;
    }

    private void serveMerge() {
        MergeSlice.ShardPart part = mergeRequests.peek();
        if (part == null) {
            return;
        }
        if (part.serve(keydir, live, dropped, this::foundDamaged)) {
            mergeRequests.poll();
            host.mergeAnswered();
        }
        if (!mergeRequests.isEmpty()) {
            host.wake(index);
        }
    }

    private void drainRecord(RecordBatch batch, int record, DurableListener listener) {
        int ref = batch.ref(record);
        EntityKey key = batch.key(record);
        long location = batch.location(record);
        keydir.addInFlight(ref, -1);
        batches.drained(location);
        if (!dropped.test(key.space())) {
            live.durable(
                    ref,
                    batch.entry(record),
                    batch.version(record),
                    batch.isChosen(record),
                    location);
            if (batch.isRebuilt(record)) {
                rebuilt.durable(ref, key);
                keydir.setDamaged(ref, false);
                amnesia.rebuilt();
            }
        }
        if (keydir.inFlight(ref) == 0) {
            live.mark(ref, waitingMarks.remove(ref));
            rebuilt.landed(ref);
        }
        listener.durable(key, batch.ticket(record));
    }

    @Override
    public long pendingBytes() {
        return batches.pendingBytes();
    }

    /** Takes in a record found at start, which may be marked. */
    void recovered(RecordHead head, byte[] bytes, long hash, long location, boolean isMarked) {
        int ref = keydir.findOrAdd(hash, head.space(), bytes, head.keyAt(), head.keyLength());
        live.recovered(ref, head, location, isMarked, reader);
        longestBytes = Math.max(longestBytes, Location.length(location));
    }

    /** Asks for the answer to a merge; called by the background thread. */
    void requestMerge(MergeSlice.ShardPart part) {
        mergeRequests.add(part);
        host.wake(index);
    }

    /** Asks to forget the keys of dropped spaces; called by any thread. */
    void requestSweep() {
        sweeps.wantDropped();
        host.wake(index);
    }

    /** Asks for the keys whose records lie in damaged bytes; called by the background thread. */
    void requestSearch(DamageSearch search) {
        searches.add(search);
        host.wake(index);
    }

    /** Searches some of the keydir for keys whose records are damaged. */
    private void search() {
        DamageSearch wanted = searches.peek();
        if (wanted == null) {
            return;
        }
        int end = Math.min(keydir.bucketCount(), searchBucket + SEARCH_BUCKETS);
        for (; searchBucket < end; searchBucket++) {
            for (int ref = keydir.first(searchBucket); ref != Keydir.NONE; ref = keydir.next(ref)) {
                boolean chosen = isHit(wanted, keydir.chosenLocation(ref));
                if (chosen || isHit(wanted, keydir.pendingLocation(ref))) {
                    long at = chosen ? keydir.chosenLocation(ref) : keydir.pendingLocation(ref);
                    foundDamaged(ref, keydir.key(ref), reader.corrupt(at, "damaged"));
                }
            }
        }
        if (searchBucket >= keydir.bucketCount()) {
            searches.poll();
            searchBucket = 0;
        }
        if (!searches.isEmpty()) {
            host.wake(index);
        }
    }

    /** The segment may have gone while it was searched, and another one have its place. */
    private boolean isHit(DamageSearch wanted, long location) {
        return wanted.hits(location) && segments.contains(wanted.segment());
    }

    /** A record that a scan at start took in has a damaged value: marks the key if it is needed. */
    void recoveredDamaged(EntityKey key, long location) {
        int ref = keydir.find(key);
        if (ref != Keydir.NONE
                && (keydir.chosenLocation(ref) == location
                        || keydir.pendingLocation(ref) == location)) {
            keydir.setDamaged(ref, true);
        }
    }

    /** Makes the counts visible to {@link #keyCount} and {@link #keydirBytes}. */
    void publishCounts() {
        keyCount = keydir.size();
        keydirBytes = keydir.memoryBytes();
    }

    int keyCount() {
        return keyCount;
    }

    /** Memory of the keydir, keys included. */
    long keydirBytes() {
        return keydirBytes;
    }

    /** What is held of each space; from any thread. */
    SpaceSizes spaces() {
        return keydir.spaces();
    }

    private void checkOwner(EntityKey key) {
        Invariant.check(key.shard(config.shards()) == index, "the entity belongs to another shard");
    }
}
