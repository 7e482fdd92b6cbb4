package io.paxosstore.server.node;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Makes a part's statistics visible, figure by figure.
 *
 * @param source whose they are; the registry does not keep it alive
 * @param stats takes them at this moment
 */
record Figures<E, S>(MeterRegistry registry, E source, Function<E, S> stats) {
    /** A figure that goes up and down. */
    Figures<E, S> gauge(String name, ToDoubleFunction<S> figure) {
        Gauge.builder(name, source, its -> figure.applyAsDouble(stats.apply(its)))
                .register(registry);
        return this;
    }

    /** A figure that only grows, from the start of the process. */
    Figures<E, S> counter(String name, ToDoubleFunction<S> figure) {
        FunctionCounter.builder(name, source, its -> figure.applyAsDouble(stats.apply(its)))
                .register(registry);
        return this;
    }
}
