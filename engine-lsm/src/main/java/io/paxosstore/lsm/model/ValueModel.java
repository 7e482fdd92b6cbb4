package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ValueOperation;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The operations on values: one record each, the object header. */
final class ValueModel {
    private final Evaluation evaluation;
    private final String name;
    private final ObjectHeader.@Nullable Value header;

    private ValueModel(Evaluation evaluation, String name, ObjectHeader.@Nullable Value header) {
        this.evaluation = evaluation;
        this.name = name;
        this.header = header;
    }

    static ValueModel open(Evaluation evaluation, String name) {
        return switch (evaluation.find(name)) {
            case null -> new ValueModel(evaluation, name, null);
            case ObjectHeader.Value value -> new ValueModel(evaluation, name, value);
            case ObjectHeader other -> throw Evaluation.wrongType(name, ObjectType.VALUE, other);
        };
    }

    /** Its bytes; null if it is absent. */
    byte @Nullable [] value() {
        return header == null ? null : header.value();
    }

    Result execute(ValueOperation operation) {
        return switch (operation) {
            case ValueOperation.Get _ -> get();
            case ValueOperation.Put put -> write(put.value(), deadline(put.ttlMillis()));
            case ValueOperation.CompareAndSet compare ->
                    header != null && Arrays.equals(header.value(), compare.expected())
                            ? write(compare.value(), deadline(compare.ttlMillis()))
                            : new Result.Conflict(version());
            case ValueOperation.CompareVersionAndSet compare ->
                    version() == compare.expectedVersion()
                            ? write(compare.value(), deadline(compare.ttlMillis()))
                            : new Result.Conflict(version());
            case ValueOperation.Increment increment -> increment(increment);
        };
    }

    private long version() {
        return header == null ? 0 : header.version();
    }

    private long deadline(long ttlMillis) {
        return Deadlines.of(ttlMillis, evaluation.nowMillis());
    }

    private Result get() {
        if (header == null) {
            return new Result.Value(null, 0, Deadlines.NEVER);
        }
        evaluation.returns(header.value().length);
        return new Result.Value(header.value(), header.version(), header.deadlineMillis());
    }

    private Result write(byte[] value, long deadlineMillis) {
        long generation = header == null ? evaluation.create(name) : header.generation();
        evaluation.put(
                name,
                header,
                new ObjectHeader.Value(generation, deadlineMillis, evaluation.version(), value));
        return new Result.Written(evaluation.version());
    }

    private Result increment(ValueOperation.Increment increment) {
        long before = header == null ? 0 : Decimals.parse(name, header.value());
        long sum = Decimals.add(name, before, increment.delta());
        long deadlineMillis =
                header != null && increment.ttlMillis() == 0
                        ? header.deadlineMillis()
                        : deadline(increment.ttlMillis());
        write(Decimals.format(sum), deadlineMillis);
        return new Result.Incremented(sum);
    }
}
