package io.paxosstore.sim;

import io.paxosstore.core.EffectHandler;
import io.paxosstore.core.Effects;

/**
 * Performs the effects of replicas that hold keys alone: there is no data beside the PaxosLogs, and
 * nothing is done about entities that are behind.
 */
public interface KeyEffects extends EffectHandler {
    @Override
    default void apply(Effects.Apply entry) {
        throw new IllegalStateException("a key has no data to apply " + entry + " to");
    }

    @Override
    default void evaluate(Effects.Evaluate question) {
        throw new IllegalStateException("a key has no data to evaluate " + question + " on");
    }

    @Override
    default void supply(Effects.Supply supply) {
        throw new IllegalStateException("a key has no data for " + supply);
    }

    @Override
    default void commit() {}

    @Override
    default void lag(Effects.Lag lag) {}

    @Override
    default void otherEpoch(Effects.OtherEpoch other) {}
}
