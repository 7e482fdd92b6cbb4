package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

/**
 * What a guard looks at: an object, or a field of a map.
 *
 * @param object the object's name
 * @param field the map's field; null for the object itself
 */
@SuppressWarnings("ArrayRecordComponent")
public record Target(String object, byte @Nullable [] field) {
    /** An object. */
    public static Target object(String object) {
        return new Target(object, null);
    }

    /** A field of a map. */
    public static Target field(String object, byte[] field) {
        return new Target(object, field);
    }
}
