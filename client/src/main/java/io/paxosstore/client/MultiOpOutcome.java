package io.paxosstore.client;

import io.paxosstore.protocol.model.MultiOpResult;

import java.util.List;

/** What a MultiOp did. Immutable. */
public final class MultiOpOutcome {
    private final MultiOpResult.Executed executed;
    private final List<Step<?>> steps;

    MultiOpOutcome(MultiOpResult.Executed executed, List<Step<?>> steps) {
        if (executed.results().size() != steps.size()) {
            throw new IllegalStateException(
                    "The server answered "
                            + steps.size()
                            + " operations with "
                            + executed.results().size()
                            + " results");
        }
        this.executed = executed;
        this.steps = steps;
    }

    /** Whether all guards held, and so the then-operations were executed. */
    public boolean guardsHeld() {
        return executed.guardsHeld();
    }

    /** Whether each guard held, in their order. */
    public List<Boolean> guards() {
        return executed.guards();
    }

    /** The entity's version afterwards, for {@link Entity#ifVersion}. */
    public long version() {
        return executed.version();
    }

    /** Whether the operation is in the branch that was executed. */
    public boolean wasExecuted(Step<?> step) {
        return steps.contains(step);
    }

    /**
     * An operation's result; of an operation that was given twice, the first one's.
     *
     * @throws IllegalArgumentException if it is not in the branch that was executed
     */
    public <R> R get(Step<R> step) {
        int index = steps.indexOf(step);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "The "
                            + step.verb()
                            + " is not in the branch that was executed; ask guardsHeld or"
                            + " wasExecuted first.");
        }
        return step.decode(executed.results().get(index));
    }
}
