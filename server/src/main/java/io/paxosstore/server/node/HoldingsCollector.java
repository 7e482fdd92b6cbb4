package io.paxosstore.server.node;

import io.paxosstore.console.SpacesHeld;
import io.paxosstore.log.SpaceCells;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

import java.util.Map;
import java.util.function.Supplier;

/**
 * How many keys and entities a node holds, and their bytes, by space: of at most {@link
 * SpaceCells#SPACES_MAX} spaces a shard and engine, the others together. Spaces that are dropped
 * are left out.
 */
final class HoldingsCollector implements MultiCollector {
    private final Supplier<SpaceHoldings> holdings;
    private final SpaceNames names;

    HoldingsCollector(Supplier<SpaceHoldings> holdings, SpaceNames names) {
        this.holdings = holdings;
        this.names = names;
    }

    @Override
    public MetricSnapshots collect() {
        GaugeSnapshot.Builder keys =
                GaugeSnapshot.builder()
                        .name("paxosstore_space_keys")
                        .help("Keys, removed ones included, and entities this node holds.");
        GaugeSnapshot.Builder bytes =
                GaugeSnapshot.builder()
                        .name("paxosstore_space_bytes")
                        .help("Bytes of them on the disk, without what merges will free.");
        for (Map.Entry<Integer, SpacesHeld.Held> each : holdings.get().bySpace().entrySet()) {
            String name = names.of(each.getKey());
            if (name != null) {
                SpacesHeld.Held held = each.getValue();
                keys.dataPoint(point(name, held.keys()));
                Long known = held.bytes();
                if (known != null) {
                    bytes.dataPoint(point(name, known));
                }
            }
        }
        return MetricSnapshots.of(keys.build(), bytes.build());
    }

    private static GaugeDataPointSnapshot point(String space, long value) {
        return GaugeDataPointSnapshot.builder()
                .value((double) value)
                .labels(Labels.of("space", space))
                .build();
    }
}
