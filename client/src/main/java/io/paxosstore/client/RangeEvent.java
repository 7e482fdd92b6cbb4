package io.paxosstore.client;

import io.paxosstore.protocol.model.ObjectChange;

import java.util.List;

/**
 * What a {@link RangeWatch} tells. Events of one key or entity come in the order of their versions,
 * also while slots move to other nodes: none is followed by one of the same or a lower version
 * before the next {@link Resync}, but for the rare cases that docs/client.md lists (a node has
 * rebuilt a damaged key, or has lost count after a crash). Those of different ones come in any
 * order.
 *
 * @param <K> the keys, or the ids of entities
 */
public sealed interface RangeEvent<K> {
    /**
     * From here on everything that changes is told. What changed before may not have been: read the
     * range now, after this event, if you need to know it. The first event is one, and others may
     * follow, when the nodes that could have told everything have lost something, all of them; then
     * versions may be told again.
     */
    record Resync<K>() implements RangeEvent<K> {}

    /**
     * A key or an entity was changed, or removed.
     *
     * @param key which one
     * @param version its version after that. Of an entity no version is left out; a key's versions
     *     may be told as one where a node had to catch up
     * @param complete whether all changed objects of an entity are listed, see {@link
     *     WatchEvent.Changed}
     * @param objects of an entity, what was changed; of a key empty
     */
    record Changed<K>(K key, long version, boolean complete, List<ObjectChange> objects)
            implements RangeEvent<K> {
        /** Takes a copy of the objects. */
        public Changed {
            objects = List.copyOf(objects);
        }
    }

    /**
     * The watch has ended and tells nothing more.
     *
     * @param reason why
     * @param message the same in a sentence
     */
    record Closed<K>(NotDoneException.Reason reason, String message) implements RangeEvent<K> {}
}
