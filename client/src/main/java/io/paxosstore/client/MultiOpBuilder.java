package io.paxosstore.client;

import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Operation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Guards and operations on one entity that take effect together: if all guards hold, the
 * then-operations, else the otherwise-operations, in their order; each sees what those before it
 * did. If one of them fails, nothing of it all takes effect.
 *
 * <pre>{@code
 * EntityMap<String, Long> money = entity.map("money", Codec.utf8(), Codec.longs());
 * Step<Long> rest = money.op().increment("alice", -10);
 * MultiOpOutcome outcome =
 *         entity.multiOp()
 *                 .when(money.ifAtLeast("alice", 10))
 *                 .then(rest, money.op().increment("bob", 10))
 *                 .execute();
 * if (outcome.guardsHeld()) {
 *     System.out.println(outcome.get(rest) + " left");
 * }
 * }</pre>
 *
 * <p>Not thread-safe. May be executed again; that is another MultiOp with the same content.
 */
public final class MultiOpBuilder {
    static final String VERB = "MultiOp";

    private final EntityCalls calls;
    private final EntityRef entity;
    private final List<Guard> guards = new ArrayList<>();
    private final List<Step<?>> thenSteps = new ArrayList<>();
    private final List<Step<?>> otherwiseSteps = new ArrayList<>();

    MultiOpBuilder(EntityCalls calls) {
        this.calls = calls;
        this.entity = calls.entity();
    }

    /**
     * Adds guards; all of them must hold.
     *
     * @throws IllegalArgumentException if one is of another entity
     */
    public MultiOpBuilder when(EntityGuard... more) {
        for (EntityGuard guard : more) {
            entity.requireSame(guard.entity(), "A guard");
        }
        for (EntityGuard guard : more) {
            guards.add(guard.guard());
        }
        return this;
    }

    /**
     * Adds operations for the case that all guards hold.
     *
     * @throws IllegalArgumentException if one is of another entity
     */
    public MultiOpBuilder then(Step<?>... more) {
        thenSteps.addAll(own(more));
        return this;
    }

    /**
     * Adds operations for the case that a guard does not hold.
     *
     * @throws IllegalArgumentException if one is of another entity
     */
    public MultiOpBuilder otherwise(Step<?>... more) {
        otherwiseSteps.addAll(own(more));
        return this;
    }

    private List<Step<?>> own(Step<?>... steps) {
        for (Step<?> step : steps) {
            entity.requireSame(step.entity(), step.label());
        }
        return List.of(steps);
    }

    /**
     * Executes it. Without changing operations it is a read.
     *
     * @throws RejectedException if a guard or operation cannot be executed
     */
    public MultiOpOutcome execute() {
        List<Step<?>> thenNow = List.copyOf(thenSteps);
        List<Step<?>> otherwiseNow = List.copyOf(otherwiseSteps);
        return calls.call(VERB, multiOp(), executed -> outcome(executed, thenNow, otherwiseNow));
    }

    /** Like {@link #execute}. */
    public CompletableFuture<MultiOpOutcome> executeAsync() {
        List<Step<?>> thenNow = List.copyOf(thenSteps);
        List<Step<?>> otherwiseNow = List.copyOf(otherwiseSteps);
        return calls.callAsync(
                VERB, multiOp(), executed -> outcome(executed, thenNow, otherwiseNow));
    }

    private static MultiOpOutcome outcome(
            MultiOpResult.Executed executed, List<Step<?>> thenNow, List<Step<?>> otherwiseNow) {
        return new MultiOpOutcome(executed, executed.guardsHeld() ? thenNow : otherwiseNow);
    }

    private MultiOp multiOp() {
        return new MultiOp(guards, operations(thenSteps), operations(otherwiseSteps));
    }

    private static List<Operation> operations(List<Step<?>> steps) {
        List<Operation> operations = new ArrayList<>(steps.size());
        steps.forEach(step -> operations.add(step.operation()));
        return operations;
    }
}
