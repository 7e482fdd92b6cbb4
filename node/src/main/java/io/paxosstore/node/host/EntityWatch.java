package io.paxosstore.node.host;

import io.paxosstore.core.Effects;
import io.paxosstore.protocol.key.EntityKey;

/** Is told what becomes part of the data of a shard's keys and entities. On its loop only. */
public interface EntityWatch {
    /** Nobody is told. */
    EntityWatch NONE =
            new EntityWatch() {
                @Override
                public void applied(Effects.Apply entry) {}

                @Override
                public void reached(EntityKey key, long version) {}

                @Override
                public void replaced(EntityKey key) {}

                @Override
                public void chosen(EntityKey key, long entry, boolean isRebuilt) {}
            };

    /** A chosen entry was applied. */
    void applied(Effects.Apply entry);

    /**
     * The data reflects this entry, or a later one, in whatever way it came there.
     *
     * @param version an entry id; not news in most cases
     */
    void reached(EntityKey key, long version);

    /**
     * An entity's data has come to a later version otherwise than by entries that were {@link
     * #applied}.
     */
    void replaced(EntityKey key);

    /**
     * An entry of a key is chosen.
     *
     * @param isRebuilt whether it was recovered: entries before it may have been missed
     */
    void chosen(EntityKey key, long entry, boolean isRebuilt);
}
