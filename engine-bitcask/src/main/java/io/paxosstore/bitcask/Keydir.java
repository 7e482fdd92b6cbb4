package io.paxosstore.bitcask;

import io.paxosstore.core.Invariant;
import io.paxosstore.log.SlotIndex;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.protocol.key.EntityKey;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The index of one shard: for every key where its newest chosen and its pending record lie. Owned
 * by one thread.
 *
 * <p>A hash table by linear hashing: it grows by one bucket with every key that is added, so that
 * no insertion ever costs more than moving one short chain. Entries lie in chunks of bytes and are
 * named by a reference, their position in units of four bytes:
 *
 * <pre>
 *  0  u48 newest chosen entry, u16 key length
 *  8  u48 pending entry, u1 marked chosen, u1 trusted, u1 damaged, u13 records under way
 * 16  location of the chosen entry's record
 * 24  location of the pending entry's record
 * 32  u32 space
 * 36  u32 reference of the next entry in the chain
 * 40  key, padded to 4 bytes
 * </pre>
 *
 * <p>That is 40 bytes, 4 of the table, some 5 of the slots, and the padding, besides the key. An
 * entry that is not in use has {@link #FREE} as its first word.
 */
final class Keydir {
    /** The greatest entry id that fits. */
    static final long ENTRY_MAX = RecordFormat.ENTRY_MAX;

    /** How many records under way an entry counts; what is above is counted beside it. */
    static final int IN_FLIGHT_BITS = (1 << 13) - 1;

    /** The null reference. */
    static final int NONE = 0;

    /** How many lookups may be warmed at once. */
    static final int WARM_MAX = 32;

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int CHOSEN_WORD = 0;
    private static final int PENDING_WORD = 8;
    private static final int CHOSEN_LOCATION = 16;
    private static final int PENDING_LOCATION = 24;
    private static final int SPACE = 32;
    private static final int NEXT = 36;
    private static final int KEY = 40;
    private static final int MARKED = 1 << 15;
    private static final int TRUSTED = 1 << 14;
    private static final int DAMAGED = 1 << 13;

    private static final int UNIT_SHIFT = 2;
    private static final int CHUNK_SHIFT = 18;
    private static final int CHUNK_BYTES = 1 << CHUNK_SHIFT;
    private static final int CHUNK_UNITS = CHUNK_BYTES >>> UNIT_SHIFT;
    private static final int HEADS_SHIFT = 14;
    private static final int HEADS = 1 << HEADS_SHIFT;
    private static final int BUCKETS_INITIAL = 1024;

    /** No entry of that number is ever written under a key of that length. */
    private static final long FREE = -1;

    private byte[][] chunks = new byte[16][];
    private int chunkCount;
    private int chunkUsed = CHUNK_BYTES;
    private int[][] heads = {new int[HEADS]};
    private int[] freeBySize = new int[0];
    private final SlotIndex slots = new SlotIndex(this::slotOf);
    private final SpaceSizes spaces = new SpaceSizes();
    private int size;
    private long keyBytes;
    private final int[] warming = new int[WARM_MAX];

    /**
     * Of keys with {@link #IN_FLIGHT_BITS} records under way and more: how many more. What bounds
     * the records under way is their bytes: as long as the disk hangs, they may all be of one key.
     */
    private final Map<Integer, Integer> moreInFlight = new HashMap<>();

    // Written so that the compiler does not leave out the reads of warm.
    @SuppressWarnings("UnusedVariable")
    private long warmth;

    // Invariant: 0 <= split <= lowMask; there are lowMask + 1 + split buckets, and those below
    // split and above lowMask use one more bit of the hash.
    private int lowMask = BUCKETS_INITIAL - 1;
    private int split;

    /** How many keys there are. */
    int size() {
        return size;
    }

    /** How many buckets there are, for walking over all keys. */
    int bucketCount() {
        return lowMask + 1 + split;
    }

    /** The first entry of a bucket, or {@link #NONE}. */
    int first(int bucket) {
        return heads[bucket >>> HEADS_SHIFT][bucket & (HEADS - 1)];
    }

    /** The next entry of the same bucket, or {@link #NONE}. */
    int next(int ref) {
        return (int) INT.get(chunk(ref), base(ref) + NEXT);
    }

    /** Which entries are in which slots. */
    SlotIndex slots() {
        return slots;
    }

    /** How many keys there are of each space; whoever keeps their locations adds the bytes. */
    SpaceSizes spaces() {
        return spaces;
    }

    private int slotOf(int ref) {
        return isUsed(ref) ? key(ref).slot() : SlotIndex.NONE;
    }

    /** Whether a reference stands for a key, and not for one that was removed. */
    boolean isUsed(int ref) {
        return getLong(ref, CHOSEN_WORD) != FREE;
    }

    int find(EntityKey key) {
        return find(key.hash(), key.space(), key.key(), 0, key.key().length);
    }

    /** The entry of a key whose bytes are part of an array, or {@link #NONE}. */
    int find(long hash, int space, byte[] key, int from, int length) {
        int ref = first(bucketOf(hash));
        while (ref != NONE && !matches(ref, space, key, from, length)) {
            ref = next(ref);
        }
        return ref;
    }

    /**
     * Fetches what lookups are about to need. One lookup after the other waits for memory at each
     * of its steps; fetched like this, many wait at once.
     *
     * @param hashes of keys, in the first {@code count} elements; {@link #WARM_MAX} at most
     */
    void warm(long[] hashes, int count) {
        for (int i = 0; i < count; i++) {
            warming[i] = first(bucketOf(hashes[i]));
        }
        long seen = 0;
        for (int i = 0; i < count; i++) {
            int ref = warming[i];
            if (ref != NONE) {
                seen += getLong(ref, CHOSEN_WORD) + (int) INT.get(chunk(ref), base(ref) + NEXT);
            }
        }
        warmth = seen;
    }

    /** Fetches entries that are about to be looked at: many wait for memory at once. */
    void warm(int[] refs, int from, int to) {
        long seen = 0;
        for (int i = from; i < to; i++) {
            seen +=
                    getLong(refs[i], CHOSEN_WORD)
                            + (int) INT.get(chunk(refs[i]), base(refs[i]) + NEXT);
        }
        warmth = seen;
    }

    /** The entry of a key; a new and empty one if there is none. */
    int findOrAdd(EntityKey key) {
        int found = find(key);
        return found == NONE ? add(key) : found;
    }

    /** The entry of a key whose bytes are part of an array; a new one if there is none. */
    int findOrAdd(long hash, int space, byte[] key, int from, int length) {
        int found = find(hash, space, key, from, length);
        return found == NONE
                ? add(new EntityKey(space, Arrays.copyOfRange(key, from, from + length)))
                : found;
    }

    private int add(EntityKey key) {
        int length = key.key().length;
        int ref = allocate(entryBytes(length));
        byte[] chunk = chunk(ref);
        int base = base(ref);
        Arrays.fill(chunk, base, base + KEY, (byte) 0);
        LONG.set(chunk, base + CHOSEN_WORD, (long) length);
        INT.set(chunk, base + SPACE, key.space());
        System.arraycopy(key.key(), 0, chunk, base + KEY, length);
        push(bucketOf(key.hash()), ref);
        slots.added(key.slot(), ref);
        spaces.addEntities(key.space(), 1);
        size++;
        keyBytes += length;
        if (size > bucketCount()) {
            grow();
        }
        return ref;
    }

    /** Forgets an entry that has no record and none under way. */
    void remove(int ref) {
        Invariant.check(isUsed(ref), "a key is removed twice");
        Invariant.check(inFlight(ref) == 0, "a removed key has records under way");
        EntityKey key = key(ref);
        int bucket = bucketOf(key.hash());
        int previous = NONE;
        int at = first(bucket);
        while (at != ref) {
            previous = at;
            at = next(at);
        }
        if (previous == NONE) {
            setFirst(bucket, next(ref));
        } else {
            setNext(previous, next(ref));
        }
        size--;
        keyBytes -= keyLength(ref);
        release(ref, entryBytes(keyLength(ref)));
        setLong(ref, CHOSEN_WORD, FREE);
        slots.removed(key.slot());
        spaces.addEntities(key.space(), -1);
    }

    long chosenEntry(int ref) {
        return getLong(ref, CHOSEN_WORD) >>> 16;
    }

    void setChosenEntry(int ref, long entry) {
        setLong(ref, CHOSEN_WORD, checked(entry) << 16 | keyLength(ref));
    }

    long pendingEntry(int ref) {
        return getLong(ref, PENDING_WORD) >>> 16;
    }

    /** Sets the pending entry, not marked; 0 for none. */
    void setPendingEntry(int ref, long entry) {
        long kept = getLong(ref, PENDING_WORD) & (TRUSTED | DAMAGED | IN_FLIGHT_BITS);
        setLong(ref, PENDING_WORD, checked(entry) << 16 | kept);
    }

    /** Whether the pending entry is known to be chosen, though its record does not say so. */
    boolean isMarked(int ref) {
        return (getLong(ref, PENDING_WORD) & MARKED) != 0;
    }

    void setMarked(int ref) {
        setLong(ref, PENDING_WORD, getLong(ref, PENDING_WORD) | MARKED);
    }

    /** Whether the key was rebuilt since the store was opened (Rule A2). */
    boolean isTrusted(int ref) {
        return (getLong(ref, PENDING_WORD) & TRUSTED) != 0;
    }

    void setTrusted(int ref, boolean trusted) {
        set(ref, TRUSTED, trusted);
    }

    /** Whether a record that the key needs is damaged. */
    boolean isDamaged(int ref) {
        return (getLong(ref, PENDING_WORD) & DAMAGED) != 0;
    }

    void setDamaged(int ref, boolean damaged) {
        set(ref, DAMAGED, damaged);
    }

    private void set(int ref, int flag, boolean on) {
        long word = getLong(ref, PENDING_WORD);
        setLong(ref, PENDING_WORD, on ? word | flag : word & ~(long) flag);
    }

    /** How many records of the key are under way. */
    int inFlight(int ref) {
        int counted = (int) getLong(ref, PENDING_WORD) & IN_FLIGHT_BITS;
        return counted < IN_FLIGHT_BITS ? counted : counted + moreInFlight.getOrDefault(ref, 0);
    }

    void addInFlight(int ref, int count) {
        long word = getLong(ref, PENDING_WORD);
        int before = (int) word & IN_FLIGHT_BITS;
        int sum = before + count;
        if (before == IN_FLIGHT_BITS || sum > IN_FLIGHT_BITS) {
            sum = countBeside(ref, inFlight(ref) + count);
        }
        Invariant.check(sum >= 0, "records of one key under way: ", sum);
        setLong(ref, PENDING_WORD, word - before + sum);
    }

    /**
     * Counts beside an entry what it cannot count of its records under way.
     *
     * @return what it can
     */
    private int countBeside(int ref, int all) {
        if (all > IN_FLIGHT_BITS) {
            moreInFlight.put(ref, all - IN_FLIGHT_BITS);
            return IN_FLIGHT_BITS;
        }
        moreInFlight.remove(ref);
        return all;
    }

    long chosenLocation(int ref) {
        return getLong(ref, CHOSEN_LOCATION);
    }

    void setChosenLocation(int ref, long location) {
        setLong(ref, CHOSEN_LOCATION, location);
    }

    long pendingLocation(int ref) {
        return getLong(ref, PENDING_LOCATION);
    }

    void setPendingLocation(int ref, long location) {
        setLong(ref, PENDING_LOCATION, location);
    }

    int space(int ref) {
        return (int) INT.get(chunk(ref), base(ref) + SPACE);
    }

    private int keyLength(int ref) {
        return (int) getLong(ref, CHOSEN_WORD) & 0xffff;
    }

    /** A copy of the entry's key. */
    EntityKey key(int ref) {
        int from = base(ref) + KEY;
        byte[] key = Arrays.copyOfRange(chunk(ref), from, from + keyLength(ref));
        return new EntityKey(space(ref), key);
    }

    /** All memory held, in bytes. */
    long memoryBytes() {
        return (long) chunkCount * CHUNK_BYTES
                + (long) usedHeads() * HEADS * Integer.BYTES
                + (long) freeBySize.length * Integer.BYTES
                + (long) (chunks.length + heads.length) * Long.BYTES
                + slots.memoryBytes();
    }

    /** The sum of the lengths of all keys. */
    long keyBytes() {
        return keyBytes;
    }

    private int usedHeads() {
        return ((bucketCount() - 1) >>> HEADS_SHIFT) + 1;
    }

    private static long checked(long entry) {
        Invariant.check(entry >= 0 && entry <= ENTRY_MAX, "entry id above 2^48 - 1");
        return entry;
    }

    private boolean matches(int ref, int space, byte[] key, int from, int length) {
        byte[] chunk = chunk(ref);
        int base = base(ref);
        return ((int) (long) LONG.get(chunk, base + CHOSEN_WORD) & 0xffff) == length
                && (int) INT.get(chunk, base + SPACE) == space
                && Arrays.equals(chunk, base + KEY, base + KEY + length, key, from, from + length);
    }

    private long hash(int ref) {
        return key(ref).hash();
    }

    private int bucketOf(long hash) {
        // The lower half is enough: what is equal for all keys of a shard is no part of the hash.
        int low = (int) hash & lowMask;
        return low < split ? (int) hash & (lowMask << 1 | 1) : low;
    }

    private void grow() {
        int moving = first(split);
        int added = lowMask + 1 + split;
        if (added >>> HEADS_SHIFT >= heads.length) {
            heads = Arrays.copyOf(heads, heads.length * 2);
        }
        if ((added & (HEADS - 1)) == 0) {
            heads[added >>> HEADS_SHIFT] = new int[HEADS];
        }
        setFirst(split, NONE);
        if (split == lowMask) {
            lowMask = lowMask << 1 | 1;
            split = 0;
        } else {
            split++;
        }
        while (moving != NONE) {
            int following = next(moving);
            push(bucketOf(hash(moving)), moving);
            moving = following;
        }
    }

    private void push(int bucket, int ref) {
        setNext(ref, first(bucket));
        setFirst(bucket, ref);
    }

    private void setFirst(int bucket, int ref) {
        heads[bucket >>> HEADS_SHIFT][bucket & (HEADS - 1)] = ref;
    }

    private void setNext(int ref, int next) {
        INT.set(chunk(ref), base(ref) + NEXT, next);
    }

    private static int entryBytes(int keyLength) {
        return (KEY + keyLength + 3) & -4;
    }

    private int allocate(int bytes) {
        int sizeUnits = bytes >>> UNIT_SHIFT;
        if (sizeUnits < freeBySize.length && freeBySize[sizeUnits] != NONE) {
            int ref = freeBySize[sizeUnits];
            freeBySize[sizeUnits] = next(ref);
            return ref;
        }
        if (CHUNK_BYTES - chunkUsed < bytes) {
            Invariant.check(chunkCount < 1 << 16, "the keydir of a shard is full");
            if (chunkCount == chunks.length) {
                chunks = Arrays.copyOf(chunks, chunks.length * 2);
            }
            // Position 0 of the first chunk stays unused, so that no entry has the null reference.
            chunkUsed = chunkCount == 0 ? 1 << UNIT_SHIFT : 0;
            chunks[chunkCount++] = new byte[CHUNK_BYTES];
        }
        int ref = (chunkCount - 1) * CHUNK_UNITS + (chunkUsed >>> UNIT_SHIFT);
        chunkUsed += bytes;
        return ref;
    }

    private void release(int ref, int bytes) {
        int sizeUnits = bytes >>> UNIT_SHIFT;
        if (sizeUnits >= freeBySize.length) {
            freeBySize = Arrays.copyOf(freeBySize, sizeUnits + 1);
        }
        setNext(ref, freeBySize[sizeUnits]);
        freeBySize[sizeUnits] = ref;
    }

    private byte[] chunk(int ref) {
        return chunks[ref >>> (CHUNK_SHIFT - UNIT_SHIFT)];
    }

    private static int base(int ref) {
        return (ref & (CHUNK_UNITS - 1)) << UNIT_SHIFT;
    }

    private long getLong(int ref, int field) {
        return (long) LONG.get(chunk(ref), base(ref) + field);
    }

    private void setLong(int ref, int field, long value) {
        LONG.set(chunk(ref), base(ref) + field, value);
    }
}
