package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.OperationMix;

/**
 * One of the things that an experiment compares.
 *
 * @param series what it belongs to; a line of the plot
 * @param at its place in the series
 * @param replicas of the cluster
 * @param settings further lines of YAML for every node
 * @param laboratory clients, keys and values
 * @param mix the load
 */
record Variant(
        String series,
        String at,
        int replicas,
        String settings,
        Laboratory laboratory,
        OperationMix mix) {
    /** Three replicas with default settings. */
    static Variant of(String series, String at, Laboratory laboratory, String mix) {
        return new Variant(series, at, 3, "", laboratory, OperationMix.parse(mix));
    }

    Variant withSettings(String yaml) {
        return new Variant(series, at, replicas, yaml, laboratory, mix);
    }

    Variant withReplicas(int count) {
        return new Variant(series, at, count, settings, laboratory, mix);
    }

    /** Whether a cluster that was started and loaded for the other one will do. */
    boolean sharesClusterWith(Variant other) {
        return replicas == other.replicas
                && settings.equals(other.settings)
                && laboratory.keys() == other.laboratory.keys()
                && laboratory.valueBytes() == other.laboratory.valueBytes()
                && mix.isOfEntities() == other.mix.isOfEntities();
    }
}
