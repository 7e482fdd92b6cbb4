package io.paxosstore.bitcask;

import io.paxosstore.log.StorageShard;
import io.paxosstore.log.record.Location;
import io.paxosstore.protocol.key.EntityKey;

import java.util.function.IntPredicate;

/** Walks over the keys of a shard, a page at a time. Owned by the shard's thread. */
final class KeyWalks {
    /** Says which keys are amnesiac. */
    @FunctionalInterface
    interface Amnesiacs {
        /** Whether this one is. */
        boolean contains(int ref, EntityKey key);
    }

    private final Keydir keydir;
    private final IntPredicate dropped;
    private final Amnesiacs amnesiacs;

    /**
     * @param dropped which spaces were dropped
     */
    KeyWalks(Keydir keydir, IntPredicate dropped, Amnesiacs amnesiacs) {
        this.keydir = keydir;
        this.dropped = dropped;
        this.amnesiacs = amnesiacs;
    }

    /** The newest entry of a key that is known to be chosen; 0 for none. */
    long version(int ref) {
        return keydir.isMarked(ref) ? keydir.pendingEntry(ref) : keydir.chosenEntry(ref);
    }

    /** Whether anything is held of a key. */
    boolean isShown(int ref) {
        // Of a damaged one it may be all that is known that something was held.
        boolean isHeld =
                keydir.chosenEntry(ref) > 0
                        || keydir.pendingEntry(ref) > 0
                        || keydir.isDamaged(ref);
        return isHeld && !dropped.test(keydir.space(ref));
    }

    /** See {@link StorageShard#slotPage}. */
    long slotPage(IntPredicate slots, long cursor, int entities, StorageShard.PageVisitor visitor) {
        return keydir.slots()
                .page(
                        slots,
                        cursor,
                        entities,
                        ref -> {
                            if (isShown(ref)) {
                                visitor.entity(keydir.key(ref), version(ref), 0);
                            }
                        });
    }

    /** See {@link StorageShard#slotStates}. */
    long slotStates(int slot, long cursor, int entities, StorageShard.StateVisitor visitor) {
        return keydir.slots()
                .page(
                        slot,
                        cursor,
                        entities,
                        (refs, from, to) -> {
                            keydir.warm(refs, from, to);
                            for (int i = from; i < to; i++) {
                                if (keydir.isUsed(refs[i]) && isShown(refs[i])) {
                                    showState(slot, refs[i], visitor);
                                }
                            }
                        });
    }

    private void showState(int slot, int ref, StorageShard.StateVisitor visitor) {
        EntityKey key = keydir.key(ref);
        if (key.slot() != slot) {
            return;
        }
        boolean isMarked = keydir.isMarked(ref);
        boolean isPending = !isMarked && keydir.pendingEntry(ref) > 0;
        long at = isMarked ? keydir.pendingLocation(ref) : keydir.chosenLocation(ref);
        visitor.entity(
                key, version(ref), !isPending && !amnesiacs.contains(ref, key), (int) bytesAt(at));
    }

    /** See {@link StorageShard#sizes}. */
    long sizes(long cursor, int entities, StorageShard.SizeVisitor visitor) {
        int bucket = (int) cursor;
        int end = (int) Math.min(keydir.bucketCount(), cursor + Math.max(64L, 8L * entities));
        int shown = 0;
        while (bucket < end && shown < entities) {
            for (int ref = keydir.first(bucket); ref != Keydir.NONE; ref = keydir.next(ref)) {
                if (!dropped.test(keydir.space(ref))) {
                    long bytes = bytesAt(keydir.chosenLocation(ref));
                    bytes += bytesAt(keydir.pendingLocation(ref));
                    visitor.entity(keydir.space(ref), keydir.key(ref).slot(), bytes);
                    shown++;
                }
            }
            bucket++;
        }
        return bucket >= keydir.bucketCount() ? 0 : bucket;
    }

    private static long bytesAt(long location) {
        return location == Location.NONE ? 0 : Location.length(location);
    }
}
