package io.paxosstore.node.history;

import io.paxosstore.node.history.ChangeMedium.Batch;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * What a history has kept before its node crashed. A node that comes back may find out again that
 * an entry is chosen, and says so to its history again: it has forgotten what it had not written
 * yet. Each change is to be in a history once, so what is known here is left out.
 *
 * <p>Remembers hashes, of a bounded number of the latest changes. Not thread-safe.
 */
public final class KeptBefore {
    private static final long MIX = 0x9e3779b97f4a7c15L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final int HASHES_MIN = 1 << 10;

    private long[] hashes = new long[HASHES_MIN];
    private int count;

    private KeptBefore() {}

    /**
     * What a medium has.
     *
     * @param changesMax the latest of them, and the rest of their batch; each takes 16 to 32 bytes
     *     of memory
     */
    public static KeptBefore of(ChangeMedium medium, int changesMax) {
        KeptBefore known = new KeptBefore();
        @Nullable Batch batch = medium.newest();
        while (batch != null && known.count < changesMax) {
            known.add(batch.changes());
            batch = medium.before(batch.place());
        }
        return known;
    }

    /** Whether nothing is known. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** The history has kept this batch, too. */
    public void add(ByteBuffer batch) {
        ChangeBatches.forEach(batch, (_, at) -> add(hash(batch, at)));
    }

    private void add(long hash) {
        int place = find(hash);
        if (hashes[place] == 0) {
            hashes[place] = hash;
            count++;
            if (count > hashes.length / 2) {
                grow();
            }
        }
    }

    private void grow() {
        long[] smaller = hashes;
        hashes = new long[2 * smaller.length];
        for (long hash : smaller) {
            if (hash != 0) {
                hashes[find(hash)] = hash;
            }
        }
    }

    /** Where a hash is, or goes. */
    private int find(long hash) {
        int mask = hashes.length - 1;
        int place = (int) (hash >>> Integer.SIZE) & mask;
        while (hashes[place] != 0 && hashes[place] != hash) {
            place = (place + 1) & mask;
        }
        return place;
    }

    /** Never 0. */
    private static long hash(ByteBuffer batch, int at) {
        long hash = ChangeFormat.entry(batch, at);
        int end = at + ChangeFormat.identityBytes(batch, at);
        for (int i = at + Long.BYTES; i < end; i++) {
            hash = (hash ^ batch.get(i)) * FNV_PRIME;
        }
        hash = (hash ^ hash >>> Integer.SIZE) * MIX;
        return hash == 0 ? 1 : hash;
    }

    /**
     * Leaves out of a batch what is known here: what remains moves to its beginning.
     *
     * @return how many changes were left out
     */
    public int leaveOut(ByteBuffer batch) {
        int left = 0;
        int to = batch.position();
        int at = to;
        while (batch.limit() - at > ChangeBatches.LENGTH_BYTES) {
            int bytes = ChangeBatches.LENGTH_BYTES + batch.getInt(at);
            if (hashes[find(hash(batch, at + ChangeBatches.LENGTH_BYTES))] != 0) {
                left++;
            } else {
                if (to < at) {
                    batch.put(to, batch, at, bytes);
                }
                to += bytes;
            }
            at += bytes;
        }
        batch.limit(to);
        return left;
    }
}
