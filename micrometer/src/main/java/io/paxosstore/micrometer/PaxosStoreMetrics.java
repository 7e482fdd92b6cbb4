package io.paxosstore.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.paxosstore.client.CallListener;
import io.paxosstore.client.CallReport;
import io.paxosstore.client.NodeState;
import io.paxosstore.client.PaxosStore;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The metrics of one client, to be bound to a registry.
 *
 * <pre>{@code
 * PaxosStore store = PaxosStore.connect(addresses);
 * new PaxosStoreMetrics(store).bindTo(registry);
 * }</pre>
 *
 * <p>Calls are measured from the binding on. Their latencies are kept as the registry says, by a
 * {@code MeterFilter} for {@code paxosstore.client.calls}. An application with several clients
 * tells them apart by tags. Thread-safe.
 */
public final class PaxosStoreMetrics implements MeterBinder, AutoCloseable {
    /** What is registered where. */
    private record Binding(MeterRegistry registry, Listening listening, List<Meter> others) {}

    /**
     * Hears of the calls of a client, and holds it as long as calls may be made: registries let go
     * of what gauges are of, and an application may keep nothing but the handles of a client.
     */
    private record Listening(PaxosStore store, CallMeters calls) implements CallListener {
        @Override
        public void onEnd(CallReport report) {
            calls.onEnd(report);
        }
    }

    private final PaxosStore store;
    private final Tags tags;
    private final List<Binding> bindings = new ArrayList<>();

    /** The metrics of a client. */
    public PaxosStoreMetrics(PaxosStore store) {
        this(store, List.of());
    }

    /** The metrics of a client, each with these tags. */
    public PaxosStoreMetrics(PaxosStore store, Iterable<Tag> tags) {
        this.store = Objects.requireNonNull(store);
        this.tags = Tags.of(tags);
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        CallMeters calls = new CallMeters(registry, tags);
        List<Meter> others = new ArrayList<>();
        others.add(
                Gauge.builder(
                                "paxosstore.client.open.calls",
                                store,
                                client -> client.statistics().callsOpen())
                        .description("Calls that have not ended, those that wait for room included")
                        .baseUnit("calls")
                        .tags(tags)
                        .register(registry));
        others.add(
                FunctionCounter.builder(
                                "paxosstore.client.reconnects",
                                store,
                                client -> client.statistics().reconnects())
                        .description("Connections to nodes that had been connected before")
                        .baseUnit("reconnects")
                        .tags(tags)
                        .register(registry));
        others.add(
                Gauge.builder(
                                "paxosstore.client.watch.events",
                                store,
                                client -> client.statistics().watchEventsQueued())
                        .description("Events of watches that nobody has taken yet")
                        .baseUnit("events")
                        .tags(tags)
                        .register(registry));
        for (NodeState.Status status : NodeState.Status.values()) {
            others.add(
                    Gauge.builder("paxosstore.client.nodes", store, client -> nodes(client, status))
                            .description("Nodes of the cluster, by how this client sees them")
                            .baseUnit("nodes")
                            .tags(tags.and("status", status.name().toLowerCase(Locale.ROOT)))
                            .register(registry));
        }
        Listening listening = new Listening(store, calls);
        bindings.add(new Binding(registry, listening, others));
        store.addCallListener(listening);
    }

    private static double nodes(PaxosStore store, NodeState.Status status) {
        return store.nodes().stream().filter(node -> node.status() == status).count();
    }

    /** Takes everything out of the registries it is bound to; another client may follow. */
    @Override
    public synchronized void close() {
        for (Binding binding : bindings) {
            store.removeCallListener(binding.listening());
            binding.listening().calls().meters().forEach(binding.registry()::remove);
            binding.others().forEach(binding.registry()::remove);
        }
        bindings.clear();
    }
}
