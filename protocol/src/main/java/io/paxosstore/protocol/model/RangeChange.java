package io.paxosstore.protocol.model;

import java.util.List;

/**
 * What a node tells of a key or an entity of a range that is watched. The key is not copied.
 *
 * @param key its name
 * @param version after the change, as clients see it
 * @param isSkipped whether the node came to this version without having seen each one before it:
 *     another node may have told them
 * @param complete whether all changed objects of an entity are listed
 * @param objects of an entity, in the order of their names' bytes; of a key none
 */
@SuppressWarnings("ArrayRecordComponent")
public record RangeChange(
        byte[] key, long version, boolean isSkipped, boolean complete, List<ObjectChange> objects) {
    /** Takes a copy of the objects. */
    public RangeChange {
        objects = List.copyOf(objects);
    }
}
