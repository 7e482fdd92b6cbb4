package io.paxosstore.client;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.ValueOperation;

/** What calls of entities are about, as {@link CallReport#model} says. */
final class Models {
    /** Spaces of keys. */
    static final String KEY_VALUE = "key_value";

    /** An entity as a whole, or a space of them. */
    static final String ENTITY = "entity";

    private Models() {}

    /** The model of the only operation; of several, or with guards, the entity. */
    static String of(MultiOp multiOp) {
        boolean isOne =
                multiOp.guards().isEmpty()
                        && multiOp.elseOperations().isEmpty()
                        && multiOp.thenOperations().size() == 1;
        return isOne ? of(multiOp.thenOperations().get(0)) : ENTITY;
    }

    private static String of(Operation operation) {
        if (operation instanceof MapOperation) {
            return "map";
        } else if (operation instanceof QueueOperation) {
            return "queue";
        } else if (operation instanceof ListOperation) {
            return "list";
        } else if (operation instanceof SetOperation) {
            return "set";
        } else if (operation instanceof SortedSetOperation) {
            return "sorted_set";
        } else if (operation instanceof ValueOperation) {
            return "value";
        } else if (operation instanceof TableOperation) {
            return "table";
        } else if (operation instanceof StreamOperation) {
            return "stream";
        } else if (operation instanceof ObjectOperation) {
            return "object";
        }
        throw new IllegalStateException("an operation of no model: " + operation);
    }
}
