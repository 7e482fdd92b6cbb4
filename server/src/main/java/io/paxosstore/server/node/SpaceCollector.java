package io.paxosstore.server.node;

import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.SpaceCounts;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What clients have asked a node for, by space: of at most {@link SpaceCounts#SPACES_MAX} spaces a
 * shard, the others together. Spaces that are dropped are left out.
 */
final class SpaceCollector implements Collector {
    private static final String NAME = "paxosstore_space_requests";

    private final List<Counters> shards;
    private final SpaceNames names;

    /** Requests by operation; a sum is for one scrape alone. */
    private record Sum(long reads, long writes) {
        Sum plus(Sum other) {
            return new Sum(reads + other.reads, writes + other.writes);
        }
    }

    SpaceCollector(List<Counters> shards, SpaceNames names) {
        this.shards = List.copyOf(shards);
        this.names = names;
    }

    @Override
    public MetricSnapshot collect() {
        CounterSnapshot.Builder snapshot =
                CounterSnapshot.builder()
                        .name(NAME)
                        .help("Requests of clients for keys and entities, by space.");
        sums().forEach((space, sum) -> {
            snapshot.dataPoint(point(space, Operation.READ, sum.reads()));
            snapshot.dataPoint(point(space, Operation.WRITE, sum.writes()));
        });
        return snapshot.build();
    }

    private Map<String, Sum> sums() {
        Map<String, Sum> sums = new TreeMap<>();
        for (Counters shard : shards) {
            for (SpaceCounts.Requests requests : shard.spaces().all()) {
                String name = names.of(requests.space());
                if (name != null) {
                    sums.merge(name, new Sum(requests.reads(), requests.writes()), Sum::plus);
                }
            }
        }
        return sums;
    }

    private static CounterDataPointSnapshot point(String space, Operation operation, long count) {
        return CounterDataPointSnapshot.builder()
                .value((double) count)
                .labels(
                        Labels.of(
                                "space",
                                space,
                                "operation",
                                operation.name().toLowerCase(Locale.ROOT)))
                .build();
    }
}
