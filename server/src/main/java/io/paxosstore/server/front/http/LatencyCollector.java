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
        List<LatencyBuckets> models = shards.get(shard).latency().of(operation);
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        for (int i = 0; i < LatencyBuckets.bucketCount(); i++) {
            int bucket = i;
            buckets.bucket(
                    LatencyBuckets.boundSeconds(i),
                    models.stream().mapToLong(model -> model.count(bucket)).sum());
        }
        return HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(buckets.build())
                .sum(models.stream().mapToDouble(LatencyBuckets::sumSeconds).sum())
                .labels(
                        Labels.of(
                                "operation",
                                operation.name().toLowerCase(Locale.ROOT),
                                "shard",
                                Integer.toString(shard)))
                .build();
    }
}
