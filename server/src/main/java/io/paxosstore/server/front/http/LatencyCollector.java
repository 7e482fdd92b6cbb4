package io.paxosstore.server.front.http;

import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.LatencyBuckets;
import io.paxosstore.node.host.Operation;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;

import java.util.List;
import java.util.Locale;

/** How long requests took, from their arrival at the shard to their outcome, as a histogram. */
final class LatencyCollector implements Collector {
    private static final String NAME = "paxosstore_request_seconds";

    private final List<Counters> shards;

    LatencyCollector(List<Counters> shards) {
        this.shards = List.copyOf(shards);
    }

    @Override
    public MetricSnapshot collect() {
        HistogramSnapshot.Builder snapshot =
                HistogramSnapshot.builder()
                        .name(NAME)
                        .help("Time from a request's arrival at its shard to its outcome.");
        for (Operation operation : Operation.values()) {
            for (int shard = 0; shard < shards.size(); shard++) {
                snapshot.dataPoint(point(operation, shard));
            }
        }
        return snapshot.build();
    }

    private HistogramSnapshot.HistogramDataPointSnapshot point(Operation operation, int shard) {
        LatencyBuckets latency = shards.get(shard).latency(operation);
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        for (int i = 0; i < LatencyBuckets.bucketCount(); i++) {
            buckets.bucket(LatencyBuckets.boundSeconds(i), latency.count(i));
        }
        return HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(buckets.build())
                .sum(latency.sumSeconds())
                .labels(
                        Labels.of(
                                "operation",
                                operation.name().toLowerCase(Locale.ROOT),
                                "shard",
                                Integer.toString(shard)))
                .build();
    }
}
