package io.paxosstore.sim;

import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageShard;
import io.paxosstore.protocol.key.EntityKey;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Walks over the entities of a model storage in the order of their names, so few at a time that
 * others come into being before a walk ends. What comes into being before the place where a walk is
 * moves the rest back, so that nothing is left out.
 */
final class EntityPages {
    /** The order in which entities are kept and shown. */
    static final Comparator<EntityKey> ORDER =
            Comparator.comparingInt(EntityKey::space)
                    .thenComparing(EntityKey::key, Arrays::compareUnsigned);

    private static final int ENTITIES = 3;

    private EntityPages() {}

    /**
     * A page, see {@link StorageShard#page}.
     *
     * @param isDamaged entities that are shown as well: a record of them was lost, maybe the only
     *     one, and that is all that is known of them
     */
    static long page(
            SimStorage storage,
            Set<EntityKey> keys,
            long cursor,
            boolean withChecksums,
            Predicate<EntityKey> isDamaged,
            StorageShard.PageVisitor visitor) {
        long place = 0;
        for (EntityKey key : keys) {
            if (place >= cursor && place < cursor + ENTITIES) {
                Stored stored = storage.look(key);
                boolean isHeld = stored.version() > 0 || stored.pendingEntry() > 0;
                if (isHeld || isDamaged.test(key)) {
                    visitor.entity(
                            key, stored.version(), withChecksums ? storage.checksum(key) : 0);
                }
            }
            place++;
        }
        return cursor + ENTITIES < place ? cursor + ENTITIES : 0;
    }
}
