package io.paxosstore.log.journal;

import io.paxosstore.log.SlotIndex;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Objects;

/**
 * The entities of one shard, of which anything is held, as small numbers ("refs"), with a few
 * numbers each in columns. Owned by the shard.
 *
 * <p>Invariants: proven <= version; the entries held are those above the durable version, and those
 * from the proven one on (see {@link LiveEntries}).
 */
final class EntityIndex {
    /** No entity; refs begin at 1. */
    static final int NONE = 0;

    private static final int CAPACITY_INITIAL = 64;
    private static final int BYTES_PER_ENTITY = 60;
    private static final int ARRAY_HEADER_BYTES = 16;
    private static final byte DAMAGED = 1;

    private int[] buckets = new int[CAPACITY_INITIAL];
    private int[] next = new int[0];
    private int[] hashes = new int[0];
    private int[] spaces = new int[0];
    private byte[] @Nullable [] keys = new byte[0][];
    private long[] versions = new long[0];
    private long[] proven = new long[0];
    private long[] durable = new long[0];
    private long[] lives = new long[0];
    private int[] inFlight = new int[0];
    private byte[] flags = new byte[0];
    private final EntrySlots slots = new EntrySlots();
    private final SlotIndex bySlot = new SlotIndex(this::slotOf);
    private final SpaceSizes ofSpaces = new SpaceSizes();
    private int size;
    private int refs = 1;
    private int freeRef = NONE;
    private long keyBytes;

    EntityIndex() {
        ensureCapacity(CAPACITY_INITIAL);
    }

    /** The entries held. */
    EntrySlots slots() {
        return slots;
    }

    /** Which entities are in which slots. */
    SlotIndex bySlot() {
        return bySlot;
    }

    /** How many entities there are of each space, without bytes. */
    SpaceSizes ofSpaces() {
        return ofSpaces;
    }

    private int slotOf(int ref) {
        return isUsed(ref) ? key(ref).slot() : SlotIndex.NONE;
    }

    /** The entity's ref; {@link #NONE} when nothing is held of it. */
    int find(EntityKey key) {
        int hash = (int) key.hash();
        int ref = buckets[hash & (buckets.length - 1)];
        while (ref != NONE) {
            if (hashes[ref] == hash
                    && spaces[ref] == key.space()
                    && Arrays.equals(keyBytes(ref), key.key())) {
                return ref;
            }
            ref = next[ref];
        }
        return NONE;
    }

    int findOrAdd(EntityKey key) {
        int found = find(key);
        if (found != NONE) {
            return found;
        }
        int ref = newRef();
        hashes[ref] = (int) key.hash();
        spaces[ref] = key.space();
        keys[ref] = key.key().clone();
        keyBytes += key.key().length;
        versions[ref] = 0;
        proven[ref] = 0;
        durable[ref] = 0;
        lives[ref] = 0;
        inFlight[ref] = 0;
        flags[ref] = 0;
        bySlot.added(key.slot(), ref);
        ofSpaces.addEntities(key.space(), 1);
        size++;
        if (size > buckets.length) {
            rehash(buckets.length * 2);
        } else {
            link(ref);
        }
        return ref;
    }

    private int newRef() {
        if (freeRef != NONE) {
            int ref = freeRef;
            freeRef = next[ref];
            return ref;
        }
        if (refs == next.length) {
            ensureCapacity(refs * 2);
        }
        return refs++;
    }

    private void ensureCapacity(int capacity) {
        next = Arrays.copyOf(next, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
        spaces = Arrays.copyOf(spaces, capacity);
        keys = Arrays.copyOf(keys, capacity);
        versions = Arrays.copyOf(versions, capacity);
        proven = Arrays.copyOf(proven, capacity);
        durable = Arrays.copyOf(durable, capacity);
        lives = Arrays.copyOf(lives, capacity);
        inFlight = Arrays.copyOf(inFlight, capacity);
        flags = Arrays.copyOf(flags, capacity);
        slots.ensureCapacity(capacity);
    }

    private void link(int ref) {
        int bucket = hashes[ref] & (buckets.length - 1);
        next[ref] = buckets[bucket];
        buckets[bucket] = ref;
    }

    private void rehash(int count) {
        buckets = new int[count];
        for (int ref = 1; ref < refs; ref++) {
            if (keys[ref] != null) {
                link(ref);
            }
        }
    }

    /** Forgets an entity that holds no entries. */
    void remove(int ref) {
        int bucket = hashes[ref] & (buckets.length - 1);
        if (buckets[bucket] == ref) {
            buckets[bucket] = next[ref];
        } else {
            int before = buckets[bucket];
            while (next[before] != ref) {
                before = next[before];
            }
            next[before] = next[ref];
        }
        keyBytes -= keyBytes(ref).length;
        int slot = slotOf(ref);
        keys[ref] = null;
        bySlot.removed(slot);
        ofSpaces.addEntities(spaces[ref], -1);
        next[ref] = freeRef;
        freeRef = ref;
        size--;
    }

    /** Refs are below this; some may be unused. */
    int refLimit() {
        return refs;
    }

    boolean isUsed(int ref) {
        return keys[ref] != null;
    }

    private byte[] keyBytes(int ref) {
        return Objects.requireNonNull(keys[ref]);
    }

    EntityKey key(int ref) {
        return new EntityKey(spaces[ref], keyBytes(ref));
    }

    int space(int ref) {
        return spaces[ref];
    }

    /** The newest entry known to be chosen. */
    long version(int ref) {
        return versions[ref];
    }

    void setVersion(int ref, long version) {
        versions[ref] = version;
    }

    /** The newest entry that a durable record says is chosen. */
    long proven(int ref) {
        return proven[ref];
    }

    void setProven(int ref, long entry) {
        proven[ref] = entry;
    }

    /** The version at which the engine's data is durable (Rule D6). */
    long durable(int ref) {
        return durable[ref];
    }

    void setDurable(int ref, long version) {
        durable[ref] = version;
    }

    /** The stamp of the newest rebuilt record (Rule A2); 0 when there is none. */
    long life(int ref) {
        return lives[ref];
    }

    void setLife(int ref, long stamp) {
        lives[ref] = stamp;
    }

    /** Records appended and not yet drained. */
    int inFlight(int ref) {
        return inFlight[ref];
    }

    void addInFlight(int ref, int count) {
        inFlight[ref] += count;
    }

    boolean isDamaged(int ref) {
        return (flags[ref] & DAMAGED) != 0;
    }

    void setDamaged(int ref, boolean damaged) {
        flags[ref] = damaged ? DAMAGED : 0;
    }

    int size() {
        return size;
    }

    /** About how many bytes of memory it takes, keys included. */
    long memoryBytes() {
        return buckets.length * 4L
                + (long) next.length * BYTES_PER_ENTITY
                + size * (long) ARRAY_HEADER_BYTES
                + keyBytes
                + slots.memoryBytes()
                + bySlot.memoryBytes();
    }
}
