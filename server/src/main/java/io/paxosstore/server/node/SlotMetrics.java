package io.paxosstore.server.node;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.node.slot.NodeSlots;
import io.paxosstore.node.topology.Progress;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Topology;

import java.util.function.DoubleSupplier;
import java.util.function.ToIntFunction;

/** The figures of slots, of their moves, and of the node's copy of the topology. */
final class SlotMetrics {
    private final MeterRegistry registry;

    private SlotMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    static void bind(
            MeterRegistry registry,
            SlotWatch watch,
            NodeSlots slots,
            ChangeEnds ends,
            TopologyService topology) {
        SlotMetrics figures = new SlotMetrics(registry);
        figures.standing(watch, "whole", SlotFigures::whole);
        figures.standing(watch, "rebuilding", SlotFigures::rebuilding);
        figures.standing(watch, "walking", SlotFigures::walking);
        for (int spare = SlotFigures.SPARE_MIN; spare <= SlotFigures.SPARE_MAX; spare++) {
            int voters = spare;
            figures.gauge(
                    "paxosstore.slots.redundancy",
                    () -> watch.figures().withSpare(voters),
                    "spare",
                    Integer.toString(spare));
        }
        figures.gauge("paxosstore.slots.joint", () -> watch.figures().allJoint());
        figures.plan(watch, "done", Progress::done);
        figures.plan(watch, "moving", Progress::moving);
        figures.plan(watch, "left", Progress::left);
        figures.plan(watch, "dropped", Progress::dropped);
        figures.ends(ends, "completed", ends::completed);
        figures.ends(ends, "reversed", ends::reversed);
        FunctionCounter.builder("paxosstore.slots.epochs.entered", slots, NodeSlots::epochsEntered)
                .register(registry);
        figures.gauge(
                "paxosstore.topology.version",
                () -> {
                    Topology known = topology.current();
                    return known == null ? 0 : known.head().version();
                });
        figures.gauge(
                "paxosstore.topology.plan.version",
                () -> {
                    MovePlan known = topology.plan();
                    return known == null ? 0 : known.version();
                });
        FunctionCounter.builder("paxosstore.topology.written", topology, TopologyService::written)
                .register(registry);
        figures.gauge("paxosstore.topology.age.seconds", () -> topology.ageNanos() / 1e9);
    }

    private void gauge(String name, DoubleSupplier figure, String... tags) {
        Gauge.builder(name, figure, DoubleSupplier::getAsDouble)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    private void standing(SlotWatch watch, String standing, ToIntFunction<SlotFigures> count) {
        gauge("paxosstore.slots", () -> count.applyAsInt(watch.figures()), "standing", standing);
    }

    private void plan(SlotWatch watch, String state, ToIntFunction<Progress> count) {
        gauge(
                "paxosstore.moves",
                () -> watch.figures().progress().map(count::applyAsInt).orElse(0),
                "state",
                state);
    }

    private void ends(ChangeEnds ends, String end, DoubleSupplier count) {
        FunctionCounter.builder("paxosstore.slots.changes", ends, any -> count.getAsDouble())
                .tags("end", end)
                .register(registry);
    }
}
