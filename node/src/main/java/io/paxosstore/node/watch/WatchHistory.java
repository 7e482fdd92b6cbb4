package io.paxosstore.node.watch;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
 *  record: length: u32, 0: the next one is at the beginning | hash: u64 | entry: u64 |
 *          version: u64 | complete: u8 | space: u32 | id: u16 length, bytes |
 *          objects: u16 count
 *  object: kind: u8 | type: u8, 0 for none | name: u16 length, UTF-8
 * </pre>
 */
final class WatchHistory {
    private static final int RING_BYTES_MIN = 16 << 10;
    private static final int HASH_AT = Integer.BYTES;
    private static final int ENTRY_AT = HASH_AT + Long.BYTES;
    private static final int VERSION_AT = ENTRY_AT + Long.BYTES;
    private static final int COMPLETE_AT = VERSION_AT + Long.BYTES;
    private static final int SPACE_AT = COMPLETE_AT + 1;
    private static final int ID_AT = SPACE_AT + Integer.BYTES;
    private static final int RECORD_BYTES = ID_AT + 2 * Short.BYTES;
    private static final int OBJECT_BYTES = 2 + Short.BYTES;
    private static final long ENTRY_FACTOR = 0x9e3779b97f4a7c15L;

    private final int bytesMax;
    private final PlaceIndex index = new PlaceIndex(place -> ring().getLong(place + HASH_AT));
    private ByteBuffer ring;

    /** Where the oldest record is, if there is one, and where the next one goes. */
    private int oldest;

    private int next;

    /**
     * @param bytesMax of all entries; what is above 1 GiB is as good as that
     */
    WatchHistory(long bytesMax) {
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
        List<byte[]> names = new ArrayList<>(changes.objects().size());
        int length = RECORD_BYTES + key.key().length;
        for (ObjectChange object : changes.objects()) {
            byte[] name = object.name().getBytes(StandardCharsets.UTF_8);
            names.add(name);
            length += OBJECT_BYTES + name.length;
        }
        if (!makeRoom(length)) {
            return; // longer than everything may be
        }
        ring.position(next);
        ring.putInt(length).putLong(hash).putLong(entry).putLong(changes.version());
        ring.put((byte) (changes.complete() ? 1 : 0)).putInt(key.space());
        ring.putShort((short) key.key().length).put(key.key());
        ring.putShort((short) names.size());
        for (int i = 0; i < names.size(); i++) {
            ObjectChange object = changes.objects().get(i);
            ObjectType type = object.type();
            ring.put(object.kind().code()).put(type == null ? 0 : type.code());
            ring.putShort((short) names.get(i).length).put(names.get(i));
        }
        if (index.count() == 0) {
            oldest = next;
        }
        index.add(next);
        next += length;
    }

    /** What an entry did; null if that is not remembered. */
    @Nullable ChangedObjects get(EntityKey key, long entry) {
        int place = find(key, entry, hash(key, entry));
        if (place < 0) {
            return null;
        }
        ring.position(place + ID_AT);
        ring.position(place + ID_AT + Short.BYTES + getShort());
        int count = getShort();
        List<ObjectChange> objects = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ObjectChange.Kind kind = ObjectChange.Kind.of(ring.get());
            byte type = ring.get();
            byte[] name = new byte[getShort()];
            ring.get(name);
            objects.add(
                    new ObjectChange(
                            new String(name, StandardCharsets.UTF_8),
                            kind,
                            type == 0 ? null : ObjectType.of(type)));
        }
        boolean complete = ring.get(place + COMPLETE_AT) != 0;
        return new ChangedObjects(ring.getLong(place + VERSION_AT), complete, objects);
    }

    private int getShort() {
        return ring.getShort() & 0xffff;
    }

    private static long hash(EntityKey key, long entry) {
        return (key.hash() ^ entry) * ENTRY_FACTOR;
    }

    private int find(EntityKey key, long entry, long hash) {
        return index.find(
                hash,
                place ->
                        ring.getLong(place + ENTRY_AT) == entry
                                && ring.getInt(place + SPACE_AT) == key.space()
                                && isId(place + ID_AT, key.key()));
    }

    private boolean isId(int at, byte[] id) {
        int from = at + Short.BYTES;
        return (ring.getShort(at) & 0xffff) == id.length
                && Arrays.equals(ring.array(), from, from + id.length, id, 0, id.length);
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
