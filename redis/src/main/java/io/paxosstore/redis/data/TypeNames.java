package io.paxosstore.redis.data;

import io.paxosstore.protocol.model.ObjectType;

/** What Redis calls the types of objects. */
public final class TypeNames {
    private TypeNames() {}

    /** The name that TYPE returns; of what Redis does not have, our own word. */
    public static String of(ObjectType type) {
        return switch (type) {
            case VALUE -> "string";
            case LIST -> "list";
            case SET -> "set";
            case MAP -> "hash";
            case SORTED_SET -> "zset";
            case STREAM -> "stream";
            case QUEUE, TABLE -> type.word();
        };
    }
}
