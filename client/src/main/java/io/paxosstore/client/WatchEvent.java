package io.paxosstore.client;

import io.paxosstore.protocol.model.ObjectChange;

import java.util.List;

/** What a {@link Watch} tells. Events of one watch come in the order of their versions. */
public sealed interface WatchEvent {
    /**
     * An entry changed the entity. Operations that the servers executed together, in one entry, are
     * told as one event: its version is the last of them.
     *
     * @param version the entity's version after it
     * @param complete whether all changed objects are listed; of the many that one entry can
     *     change, 256 are
     * @param objects what was changed, in the order of the names' bytes; not by whom, nor to what:
     *     read the object for that
     */
    record Changed(long version, boolean complete, List<ObjectChange> objects)
            implements WatchEvent {
        /** Takes a copy of the objects. */
        public Changed {
            objects = List.copyOf(objects);
        }

        /** Whether the entry may have changed the object of this name. */
        public boolean mayTouch(String object) {
            return !complete || objects.stream().anyMatch(change -> change.name().equals(object));
        }
    }

    /**
     * What happened in these versions can no longer be told: the servers have dropped it. Anything
     * may have changed. The watch goes on after the last of them.
     *
     * @param fromVersion the first version that the watch has not told of
     * @param version the entity's version at the time
     */
    record Compacted(long fromVersion, long version) implements WatchEvent {}

    /**
     * The watch has ended and tells nothing more.
     *
     * @param reason why
     * @param message the same in a sentence
     */
    record Closed(NotDoneException.Reason reason, String message) implements WatchEvent {}
}
