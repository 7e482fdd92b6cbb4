package io.paxosstore.sim;

import io.paxosstore.core.LogRecord;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.protocol.key.EntityKey;

import java.util.Map;
import java.util.TreeMap;

/**
 * Damage on a model storage's disk to entities that memory has forgotten since: a node forgets what
 * it holds of a slot before it has durably come to it anew, and a crash in between brings back what
 * is on the disk, where a real engine finds the damage again. Not thread-safe.
 */
final class ForgottenDamage {
    /** In which tenure the damaged records were written. */
    private final Map<EntityKey, Integer> tenures = new TreeMap<>(EntityPages.ORDER);

    /** A damaged entity is forgotten. */
    void forget(EntityKey key, SlotTenures now) {
        tenures.put(key, now.of(key));
    }

    /** Whether a start that sees these tenures finds an entity damaged. */
    boolean isFound(EntityKey key, SlotTenures now) {
        Integer tenure = tenures.get(key);
        return tenure != null && now.counts(key, tenure);
    }

    /** A record is durable; one that is rebuilt takes the place of all there was. */
    void synced(LogRecord record) {
        if (record.rebuilt()) {
            tenures.remove(record.key());
        }
    }
}
