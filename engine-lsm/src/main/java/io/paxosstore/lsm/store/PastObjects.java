package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.lsm.model.ObjectHeader;
import io.paxosstore.protocol.model.ObjectType;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Removes the objects of a deadline that no entry to come can see: a few at a time, each with all
 * that it has, so that whoever waits for the entity's lock waits shortly. Millions may share a
 * deadline. Not thread-safe, but for {@link #deadlinesCame}.
 *
 * <p>Where it stopped is kept in memory, so that what it has removed is not searched for what is
 * left. No entry gives an object a deadline that is past by the entry's own clock, so nothing comes
 * in behind; what comes in another way is counted, and then the search begins anew. So it does
 * after a start.
 */
final class PastObjects {
    /** Most objects that are removed while the entity's lock is held: about a millisecond. */
    static final int AT_ONCE_MAX = 64;

    /** No more of them are read once their headers have so many bytes: values are part of them. */
    static final int BYTES_AT_ONCE = 1 << 20;

    private final Rocks rocks;
    private final AtomicLong came = new AtomicLong();

    /** Where it stopped; null if nothing is left that it could go on with. */
    private @Nullable Stop stop;

    PastObjects(Rocks rocks) {
        this.rocks = rocks;
    }

    /**
     * Where the objects of a deadline begin that are left.
     *
     * @param came how often records had come when the first object was searched for
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    private record Stop(byte[] deadlineKey, byte[] next, long came) {}

    /**
     * Objects of a deadline.
     *
     * @param records their records under the deadline
     * @param hasAll whether there are no more behind these
     * @param came how often records had come before the first object was searched for
     */
    record Found(List<byte[][]> records, boolean hasAll, long came) {}

    /**
     * Records come to an entity that are not those of an entry, and may have any deadline. Call
     * with the entity's lock held.
     */
    void deadlinesCame() {
        came.incrementAndGet();
    }

    /** Whether there is something to go on with. */
    boolean isStopped() {
        return stop != null;
    }

    /** Does not go on where it stopped. */
    void forget() {
        stop = null;
    }

    /** Searches for some objects of a deadline; without the lock, for it may take long. */
    Found find(Deadline deadline, int objectsMax) {
        Stop last = stop;
        boolean goesOn = last != null && Arrays.equals(last.deadlineKey(), deadline.key());
        long cameBefore = last != null && goesOn ? last.came() : came.get();
        byte[] begin = last != null && goesOn ? last.next() : deadline.begin();
        int most = Math.min(AT_ONCE_MAX, objectsMax);
        List<byte[][]> records = rocks.records(Family.HEADS, begin, deadline.end(), most + 1);
        boolean hasAll = records.size() <= most;
        return new Found(hasAll ? records : records.subList(0, most), hasAll, cameBefore);
    }

    /**
     * Removes as many of them as may go at once. Call with the lock held, of an entity whose clock
     * is past the deadline.
     *
     * @return how many; {@link #isStopped} says whether more are left, or may be
     */
    int remove(Batch batch, Deadline deadline, Found found) {
        stop = null;
        int removed = 0;
        long bytes = 0;
        for (byte[][] record : found.records()) {
            if (bytes >= BYTES_AT_ONCE) {
                stop = new Stop(deadline.key(), record[0], found.came());
                return removed;
            }
            byte[] headerKey = Keys.data(deadline.number(), KeyLayout.header(name(record)));
            byte[] header = rocks.get(Family.HEADS, headerKey);
            bytes += header == null ? 0 : header.length;
            removed += remove(batch, deadline, record[0], headerKey, header) ? 1 : 0;
        }
        if (!found.hasAll()) {
            byte[] last = found.records().getLast()[0];
            // The least key behind it.
            stop = new Stop(deadline.key(), Arrays.copyOf(last, last.length + 1), found.came());
        } else if (found.came() != came.get()) {
            stop = new Stop(deadline.key(), deadline.begin(), came.get());
        }
        return removed;
    }

    private static String name(byte[][] record) {
        return new String(record[1], StandardCharsets.UTF_8);
    }

    private boolean remove(
            Batch batch,
            Deadline deadline,
            byte[] expiryKey,
            byte[] headerKey,
            byte @Nullable [] bytes) {
        long number = deadline.number();
        long generation = ByteBuffer.wrap(expiryKey).getLong(expiryKey.length - Long.BYTES);
        ObjectHeader header = bytes == null ? null : ObjectHeader.decode(bytes);
        if (header != null && header.generation() != generation) {
            header = null; // it came from a proposer that had purged before
        }
        if (header != null && header.deadlineMillis() != deadline.millis()) {
            return false;
        }
        if (header != null) {
            batch.delete(Family.HEADS, headerKey);
        }
        batch.delete(Family.HEADS, expiryKey);
        byte[] begin = Keys.data(number, KeyLayout.generation(generation));
        byte[] end = Keys.data(number, KeyLayout.generationEnd(generation));
        // Every range that is removed is looked at by reads for a long time.
        boolean hasElements =
                header == null
                        ? !rocks.records(Family.DATA, begin, end, 1).isEmpty()
                        : header.type() != ObjectType.VALUE;
        if (hasElements) {
            batch.deleteRange(Family.DATA, begin, end);
        }
        if (header == null || header.type() == ObjectType.TABLE) {
            for (byte[] key : KeyLayout.tableHeads(generation)) {
                batch.delete(Family.HEADS, Keys.data(number, key));
            }
        }
        return true;
    }
}
