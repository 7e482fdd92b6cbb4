package io.paxosstore.client;

import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Result;

import java.util.function.Function;

/**
 * One operation on an object of an entity, with the type of its result: made by {@code op()} of an
 * object's handle, a {@link RowQuery} or a {@link RowUpdate}, executed by a {@link MultiOpBuilder}.
 * Immutable.
 *
 * @param <R> the result
 */
public final class Step<R> {
    private final EntityRef entity;
    private final String verb;
    private final Operation operation;
    private final Function<Result, R> decoder;

    Step(EntityRef entity, String verb, Operation operation, Function<Result, R> decoder) {
        this.entity = entity;
        this.verb = verb;
        this.operation = operation;
        this.decoder = decoder;
    }

    /** What is asked of the server. */
    public Operation operation() {
        return operation;
    }

    EntityRef entity() {
        return entity;
    }

    /** For people. */
    String label() {
        return "The operation \"" + verb + "\"";
    }

    String verb() {
        return verb;
    }

    R decode(Result result) {
        return decoder.apply(result);
    }
}
