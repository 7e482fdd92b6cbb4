package io.paxosstore.node.watch;

import io.paxosstore.node.history.ChangeFormat;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * What the latest entries of a shard's entities did, whether anybody watches them or not, so that
 * who comes back after a moment misses nothing. Bounded in bytes; the oldest go first. For the
 * shard's thread.
 *
 * <p>It is written with every entry and seldom read, so it is bytes in a ring: as objects, some
 * seconds' worth of entries would keep the collector of garbage busy.
 *
 * <pre>
 *  record: length: u32, 0: the next one is at the beginning | hash: u64 | change
 * </pre>
 *
 * <p>The changes are {@link ChangeFormat}'s, and go to the node's history as they lie here.
 */
final class WatchHistory {
    private static final int RING_BYTES_MIN = 16 << 10;
    private static final int HASH_AT = Integer.BYTES;
    private static final int CHANGE_AT = HASH_AT + Long.BYTES;
    private static final long ENTRY_FACTOR = 0x9e3779b97f4a7c15L;

    private final int bytesMax;
    private final PlaceIndex index = new PlaceIndex(place -> ring().getLong(place + HASH_AT));
    private ByteBuffer ring;

    /** Where the oldest record is, if there is one, and where the next one goes. */
    private int oldest;

    private int next;

    /** Who keeps what was added, for longer. */
    private final Keeper keeper;

    /** Is shown each change, where it lies. */
    @FunctionalInterface
    interface Keeper {
        void keep(ByteBuffer ring, int at, int length);
    }

    /**
     * @param bytesMax of all entries; what is above 1 GiB is as good as that
     */
    WatchHistory(long bytesMax, Keeper keeper) {
        this.keeper = keeper;
        this.bytesMax = (int) Math.min(bytesMax, 1 << 30);
        this.ring = ByteBuffer.allocate(Math.min(RING_BYTES_MIN, this.bytesMax));
    }

    private ByteBuffer ring() {
        return ring;
    }

    /** Remembers an entry. */
    void add(EntityKey key, long entry, ChangedObjects changes) {
        long hash = hash(key, entry);
        if (find(key, entry, hash) >= 0) {
            return;
        }
        List<byte[]> names = ChangeFormat.names(changes);
        int length = CHANGE_AT + ChangeFormat.bytes(key, names);
        if (!makeRoom(length)) { // longer than everything may be
            ByteBuffer change = ByteBuffer.allocate(length - CHANGE_AT);
            ChangeFormat.put(change, key, entry, changes, names);
            keeper.keep(change, 0, length - CHANGE_AT);
            return;
        }
        ring.position(next);
        ring.putInt(length).putLong(hash);
        ChangeFormat.put(ring, key, entry, changes, names);
        keeper.keep(ring, next + CHANGE_AT, length - CHANGE_AT);
        if (index.count() == 0) {
            oldest = next;
        }
        index.add(next);
        next += length;
    }

    /** What an entry did; null if that is not remembered. */
    @Nullable ChangedObjects get(EntityKey key, long entry) {
        int place = find(key, entry, hash(key, entry));
        return place < 0 ? null : ChangeFormat.changes(ring, place + CHANGE_AT);
    }

    private static long hash(EntityKey key, long entry) {
        return (key.hash() ^ entry) * ENTRY_FACTOR;
    }

    private int find(EntityKey key, long entry, long hash) {
        return index.find(
                hash,
                place ->
                        ChangeFormat.entry(ring, place + CHANGE_AT) == entry
                                && ChangeFormat.isOf(ring, place + CHANGE_AT, key));
    }

    /** Makes room where the next record goes; false if there is none for so long a one. */
    private boolean makeRoom(int length) {
        while (true) {
            boolean isWrapped = index.count() > 0 && oldest >= next;
            int free = (isWrapped ? oldest : ring.capacity()) - next;
            if (length <= free) {
                return true;
            } else if (ring.capacity() < bytesMax) {
                grow();
            } else if (index.count() == 0) {
                if (next == 0) {
                    return false;
                }
                next = 0;
            } else if (isWrapped) {
                forgetOldest();
            } else {
                goToBeginning();
            }
        }
    }

    /** Everything before the end of the ring is taken: the next record goes to its beginning. */
    private void goToBeginning() {
        if (ring.capacity() - next >= Integer.BYTES) {
            ring.putInt(next, 0);
        }
        if (oldest == 0) {
            forgetOldest();
        }
        next = 0;
    }

    private void forgetOldest() {
        index.remove(oldest);
        oldest = after(oldest);
    }

    /** Where the record after this one is, or will be. */
    private int after(int place) {
        int following = place + ring.getInt(place);
        boolean isEnd = ring.capacity() - following < Integer.BYTES;
        return following != next && (isEnd || ring.getInt(following) == 0) ? 0 : following;
    }

    /** The records in a larger ring, the oldest at its beginning. */
    private void grow() {
        ByteBuffer larger = ByteBuffer.allocate((int) Math.min(bytesMax, 2L * ring.capacity()));
        int[] places = new int[index.count()];
        int end = 0;
        int place = oldest;
        for (int i = 0; i < places.length; i++) {
            int length = ring.getInt(place);
            larger.put(end, ring, place, length);
            places[i] = end;
            end += length;
            place = after(place);
        }
        ring = larger;
        oldest = 0;
        next = end;
        index.reset(places);
    }
}
