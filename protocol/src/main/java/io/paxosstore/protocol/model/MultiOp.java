package io.paxosstore.protocol.model;

import java.util.List;

/**
 * Guards and operations on one entity that take effect together, in one entry of its PaxosLog: if
 * all guards hold the then-operations, else the else-operations, in their order; each sees what
 * those before it did. If one of them fails, nothing of the whole MultiOp takes effect.
 *
 * @param guards all must hold; none always hold
 * @param thenOperations what to do then
 * @param elseOperations what to do else
 */
public record MultiOp(
        List<Guard> guards, List<Operation> thenOperations, List<Operation> elseOperations) {
    /** A MultiOp; the lists are copied. */
    public MultiOp {
        guards = List.copyOf(guards);
        thenOperations = List.copyOf(thenOperations);
        elseOperations = List.copyOf(elseOperations);
    }

    /** Operations without guards. */
    public static MultiOp of(Operation... operations) {
        return new MultiOp(List.of(), List.of(operations), List.of());
    }

    /** Whether none of its operations may change something: then it needs no entry. */
    public boolean isReadOnly() {
        return thenOperations.stream().noneMatch(Operation::isUpdate)
                && elseOperations.stream().noneMatch(Operation::isUpdate);
    }
}
