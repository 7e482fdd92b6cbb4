package io.paxosstore.node.host;

import io.paxosstore.log.EntityCommand;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Procedure;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What a request is about, for those who look at a node's load. */
public enum RequestModel {
    /** A key of a key-value space. */
    KEY,
    VALUE,
    LIST,
    QUEUE,
    SET,
    SORTED_SET,
    MAP,
    TABLE,
    STREAM,
    /** Operations on objects of several models in one MultiOp. */
    SEVERAL,
    /** Objects of any model: what there is, and their deletion. */
    OBJECT,
    /** A procedure, such as a command of the Redis port. */
    PROCEDURE,
    /** The node's own business with an entity. */
    NONE;

    private static final Map<ObjectType, RequestModel> OF_TYPES = new EnumMap<>(ObjectType.class);

    static {
        for (ObjectType type : ObjectType.values()) {
            OF_TYPES.put(type, valueOf(type.name()));
        }
    }

    /** How it is called where figures are shown, such as "sorted_set". */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * That of what is asked of an entity, or of a key.
     *
     * @param command null for no more than the state
     */
    static RequestModel of(EntityKey key, @Nullable Command command) {
        if (SpaceKind.of(key.space()) == SpaceKind.KEY_VALUE) {
            return KEY;
        }
        if (command instanceof EntityCommand(MultiOp ops, int _)) {
            RequestModel model = of(ops.thenOperations(), null);
            model = of(ops.elseOperations(), model);
            return model == null ? OBJECT : model;
        }
        return command instanceof Procedure ? PROCEDURE : NONE;
    }

    private static @Nullable RequestModel of(
            List<Operation> operations, @Nullable RequestModel before) {
        RequestModel model = before;
        for (int i = 0; i < operations.size(); i++) {
            RequestModel next = of(operations.get(i));
            if (model == null) {
                model = next;
            } else if (model != next) {
                return SEVERAL;
            }
        }
        return model;
    }

    private static RequestModel of(Operation operation) {
        ObjectType type = operation.type();
        return type == null ? OBJECT : Objects.requireNonNull(OF_TYPES.get(type));
    }
}
