package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.Target;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** Evaluates guards. */
final class Guards {
    private final Evaluation evaluation;
    private final long entityVersion;

    Guards(Evaluation evaluation, long entityVersion) {
        this.evaluation = evaluation;
        this.entityVersion = entityVersion;
    }

    boolean holds(Guard guard) {
        return switch (guard) {
            case Guard.Exists exists -> exists(exists.target());
            case Guard.Absent absent -> !exists(absent.target());
            case Guard.Equal equal -> {
                byte[] value = value(equal.target());
                yield value != null && Arrays.equals(value, equal.expected());
            }
            case Guard.Compare compare -> {
                byte[] value = value(compare.target());
                long number = value == null ? 0 : Decimals.parse(compare.target().object(), value);
                yield compare.comparison().holds(number, compare.operand());
            }
            case Guard.Version version -> entityVersion == version.expected();
            case Guard.Contains contains ->
                    SetModel.open(evaluation, contains.object()).contains(contains.member());
            case Guard.Rows rows ->
                    rows.comparison()
                            .holds(
                                    TableModel.count(evaluation, rows.object(), rows.where()),
                                    rows.operand());
            case Guard.Size size -> size.comparison().holds(size(size.object()), size.operand());
        };
    }

    private boolean exists(Target target) {
        return target.field() == null
                ? evaluation.find(target.object()) != null
                : value(target) != null;
    }

    private byte @Nullable [] value(Target target) {
        byte[] field = target.field();
        return field == null
                ? ValueModel.open(evaluation, target.object()).value()
                : MapModel.open(evaluation, target.object()).value(field);
    }

    private long size(String name) {
        Long size = new ObjectModel(evaluation).size(name);
        if (size == null) {
            throw new OperationFailedException(new Failure.NoSize(name));
        }
        return size;
    }
}
