package io.paxosstore.log.journal;

import io.paxosstore.protocol.key.EntityKey;

/** Told of an entity with chosen entries that the engine's data may lack. */
@FunctionalInterface
public interface UnappliedVisitor {
    /**
     * An entity.
     *
     * @param durable the version that {@link JournalShard#dataDurable} stated last, as far as the
     *     journal remembers; the data may be newer
     * @param version the newest chosen entry
     */
    void entity(EntityKey key, long durable, long version);
}
