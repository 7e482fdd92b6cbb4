package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * An entity as a write leaves it.
 *
 * @param metaKey of its metadata
 * @param number under which its data lies
 * @param checksum see {@link RunningChecksum}
 * @param last the newest entry that its data reflects
 * @param changes what the write changes of its records; null if it replaces them
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record EntityUpdate(
        EntityKey entity,
        byte[] metaKey,
        long number,
        int checksum,
        AppliedEntry last,
        @Nullable List<EntityChanges> changes) {
    /** An entity of which an image is all that there is. */
    static EntityUpdate ofImage(EntityKey entity, long number, ImagePage.Head head) {
        return new EntityUpdate(
                entity, Keys.meta(entity), number, head.checksum(), head.applied(), null);
    }

    EntityStand stand() {
        return new EntityStand(number, last.entry(), checksum);
    }

    /** The metadata that is written with a sequence number. */
    EntityMeta meta(long sequence) {
        return new EntityMeta(number, sequence, checksum, last);
    }

    /** What the same write leaves if it does this first. */
    EntityUpdate after(@Nullable EntityUpdate earlier) {
        if (earlier == null || earlier.changes == null || changes == null) {
            return this;
        }
        List<EntityChanges> all = new ArrayList<>(earlier.changes);
        all.addAll(changes);
        return new EntityUpdate(entity, metaKey, number, checksum, last, all);
    }
}
