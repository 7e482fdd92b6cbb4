package io.paxosstore.server.node;

import io.paxosstore.console.SpacesHeld;
import io.paxosstore.log.SpaceCells;
import io.paxosstore.protocol.model.SpaceInfo;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * How many keys and entities a node holds, and their bytes, by space: of at most {@link
 * SpaceCells#SPACES_MAX} spaces a shard and engine, the others together. Spaces that are dropped
 * are left out.
 */
final class HoldingsCollector implements MultiCollector {
    private final Supplier<SpaceHoldings> holdings;
    private final IntFunction<@Nullable SpaceInfo> spaces;

    /**
     * @param spaces the space of a number; null if it is not there, or not known yet
     */
    HoldingsCollector(Supplier<SpaceHoldings> holdings, IntFunction<@Nullable SpaceInfo> spaces) {
        this.holdings = holdings;
        this.spaces = spaces;
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
            String name = name(each.getKey());
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

    private @Nullable String name(int space) {
        if (space == SpaceCells.OTHERS) {
            return SpaceCollector.OTHERS;
        }
        SpaceInfo known = spaces.apply(space);
        return known == null ? null : known.name();
    }

    private static GaugeDataPointSnapshot point(String space, long value) {
        return GaugeDataPointSnapshot.builder()
                .value((double) value)
                .labels(Labels.of("space", space))
                .build();
    }
}
