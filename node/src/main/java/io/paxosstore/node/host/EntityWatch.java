package io.paxosstore.node.host;

import io.paxosstore.core.Effects;
import io.paxosstore.protocol.key.EntityKey;

/** Is told what becomes part of the data of a shard's entities. On the shard's loop only. */
public interface EntityWatch {
    /** Nobody is told. */
    EntityWatch NONE =
            new EntityWatch() {
                @Override
                public void applied(Effects.Apply entry) {}

                @Override
                public void reached(EntityKey key, long version) {}
            };

    /** A chosen entry was applied. */
    void applied(Effects.Apply entry);

    /**
     * The data reflects this entry, or a later one, in whatever way it came there.
     *
     * @param version an entry id; not news in most cases
     */
    void reached(EntityKey key, long version);
}
