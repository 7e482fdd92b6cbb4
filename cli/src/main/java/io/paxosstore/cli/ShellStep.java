package io.paxosstore.cli;

import io.paxosstore.client.Entity;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.Step;

import java.util.function.Function;

/**
 * An operation on an entity and how its result is shown.
 *
 * @param step the operation
 * @param rendering what people and programs get to see
 * @param <R> the result
 */
record ShellStep<R>(Step<R> step, Function<R, ShellAnswer> rendering) {
    ShellAnswer execute(Entity entity) {
        return rendering.apply(entity.execute(step));
    }

    ShellAnswer answer(MultiOpOutcome outcome) {
        return rendering.apply(outcome.get(step));
    }
}
