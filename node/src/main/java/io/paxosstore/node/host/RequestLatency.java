package io.paxosstore.node.host;

import java.util.List;

/**
 * How long requests took, from their arrival at the shard to their outcome, by what they did and
 * what they were about. Written by the shard's loop alone and read by anyone.
 */
public final class RequestLatency {
    private final LatencyBuckets[][] buckets =
            new LatencyBuckets[Operation.values().length][RequestModel.values().length];

    RequestLatency() {
        for (LatencyBuckets[] models : buckets) {
            for (int model = 0; model < models.length; model++) {
                models[model] = new LatencyBuckets();
            }
        }
    }

    /** Those of one operation on one model. */
    @SuppressWarnings("EnumOrdinal") // a place lives no longer than the process
    public LatencyBuckets of(Operation operation, RequestModel model) {
        return buckets[operation.ordinal()][model.ordinal()];
    }

    /** Those of one operation, whatever it was about. */
    @SuppressWarnings("EnumOrdinal") // a place lives no longer than the process
    public List<LatencyBuckets> of(Operation operation) {
        return List.of(buckets[operation.ordinal()]);
    }
}
