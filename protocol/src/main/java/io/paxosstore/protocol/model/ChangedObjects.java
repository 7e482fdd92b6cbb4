package io.paxosstore.protocol.model;

import java.util.List;

/**
 * What an entry of an entity's log did to the entity's objects.
 *
 * @param version the entity's version after the entry, as clients see it; 0 if nothing changed
 * @param complete whether all changed objects are listed
 * @param objects in the order of their names' bytes
 */
public record ChangedObjects(long version, boolean complete, List<ObjectChange> objects) {
    /** Nothing changed. */
    public static final ChangedObjects NONE = new ChangedObjects(0, true, List.of());

    /** Takes a copy of the objects. */
    public ChangedObjects {
        objects = List.copyOf(objects);
    }
}
