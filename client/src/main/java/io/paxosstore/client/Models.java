package io.paxosstore.client;

import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectType;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What calls of entities are about, as {@link CallReport#model} says. */
final class Models {
    /** Spaces of keys. */
    static final String KEY_VALUE = "key_value";

    /** An entity as a whole, or a space of them. */
    static final String ENTITY = "entity";

    private static final String OBJECT = "object";
    private static final Map<ObjectType, String> WORDS = new EnumMap<>(ObjectType.class);

    static {
        for (ObjectType type : ObjectType.values()) {
            WORDS.put(type, type.name().toLowerCase(Locale.ROOT));
        }
    }

    private Models() {}

    /** The model of the only operation; of several, or with guards, the entity. */
    static String of(MultiOp multiOp) {
        boolean isOne =
                multiOp.guards().isEmpty()
                        && multiOp.elseOperations().isEmpty()
                        && multiOp.thenOperations().size() == 1;
        if (!isOne) {
            return ENTITY;
        }
        ObjectType type = multiOp.thenOperations().get(0).type();
        return type == null ? OBJECT : Objects.requireNonNull(WORDS.get(type));
    }
}
