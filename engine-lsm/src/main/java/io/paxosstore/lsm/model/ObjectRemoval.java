package io.paxosstore.lsm.model;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.log.record.RecordCursor;

import java.util.ArrayList;
import java.util.List;

/**
 * Removes all that objects hold, of one MultiOp: of small ones record by record, of others as a
 * range. After each write that has a range in it, RocksDB's next read, whoever's, sorts anew all
 * ranges that are in memory: some ten thousand of them, as small objects would leave in seconds,
 * take milliseconds each time.
 *
 * <p>Record by record only where all replicas have the same records, so that none keeps what the
 * others remove: not of what has expired, which each removes when it comes to it (purge), and not
 * of tables, whose rows lie where merges have brought them.
 */
final class ObjectRemoval {
    /** Objects of so many records are small. */
    static final int RECORDS_MAX = 64;

    /** The keys of all records that are removed singly, which the entry has to carry. */
    private static final int KEY_BYTES_MAX = 8 << 10;

    private final Overlay state;
    private final ExpiryClock clock;
    private int keyBytesLeft = KEY_BYTES_MAX;

    ObjectRemoval(Overlay state, ExpiryClock clock) {
        this.state = state;
        this.clock = clock;
    }

    /** Removes the elements of an object that is there, expired or not. */
    void elements(ObjectHeader header) {
        if (header instanceof ObjectHeader.Value) {
            return;
        }
        byte[] from = KeyLayout.generation(header.generation());
        byte[] to = KeyLayout.generationEnd(header.generation());
        List<byte[]> keys = new ArrayList<>();
        if (isSmall(header) && gather(from, to, records(header), keys)) {
            keys.forEach(state::delete);
        } else {
            state.deleteRange(from, to);
        }
    }

    private boolean isSmall(ObjectHeader header) {
        return !clock.isPast(header.deadlineMillis()) && records(header) <= RECORDS_MAX;
    }

    /** How many there are, on all replicas; more than anybody counts where that is not known. */
    private static long records(ObjectHeader header) {
        return switch (header) {
            case ObjectHeader.Value _ -> 0;
            case ObjectHeader.List list -> list.length();
            case ObjectHeader.Queue queue -> queue.next() - queue.first();
            case ObjectHeader.Set set -> set.members();
            case ObjectHeader.SortedSet set -> 2 * set.members();
            case ObjectHeader.Map map -> map.expiring() == 0 ? map.fields() : Long.MAX_VALUE;
            case ObjectHeader.Stream stream -> stream.rows();
            case ObjectHeader.Table _ -> Long.MAX_VALUE;
        };
    }

    /** Whether these are the records, and not too long. */
    private boolean gather(byte[] from, byte[] to, long records, List<byte[]> keys) {
        int left = keyBytesLeft;
        try (RecordCursor cursor = state.scan(from, to)) {
            while (left > 0 && keys.size() <= records && cursor.next()) {
                byte[] key = cursor.key();
                left -= key.length;
                keys.add(key);
            }
        }
        boolean fits = left > 0 && keys.size() == records;
        keyBytesLeft = fits ? left : keyBytesLeft;
        return fits;
    }
}
