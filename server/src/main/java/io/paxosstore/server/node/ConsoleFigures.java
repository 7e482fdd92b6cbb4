package io.paxosstore.server.node;

import io.paxosstore.console.live.Reading;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.LatencyBuckets;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.RequestModel;
import io.paxosstore.server.front.http.NodeMetrics;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of a node that the console notes each second. For one thread. */
final class ConsoleFigures {
    private static final double MICROS = TimeUnit.SECONDS.toMicros(1);

    /** Shown for each second. */
    private static final Set<String> GROWING =
            Set.of(
                    "paxosstore.storage.fsyncs",
                    "paxosstore.storage.fsync.seconds",
                    "paxosstore.storage.written.records",
                    "paxosstore.storage.written.bytes",
                    "paxosstore.journal.fsyncs",
                    "paxosstore.journal.written.records",
                    "paxosstore.journal.written.bytes",
                    "paxosstore.lsm.written.bytes",
                    "paxosstore.recovery.done",
                    "paxosstore.recovery.rebuilt",
                    "paxosstore.peer.bytes.sent",
                    "paxosstore.peer.bytes.received");

    /** Shown as they are. */
    private static final Set<String> PRESENT =
            Set.of(
                    "paxosstore.storage.usable.bytes",
                    "paxosstore.storage.live.bytes",
                    "paxosstore.storage.dead.bytes",
                    "paxosstore.journal.bytes",
                    "paxosstore.lsm.table.bytes",
                    "paxosstore.history.bytes",
                    "paxosstore.keys",
                    "paxosstore.entities",
                    "paxosstore.clients.connected",
                    "paxosstore.redis.connected",
                    "paxosstore.requests.waiting",
                    "paxosstore.memory.used.bytes",
                    "paxosstore.memory.budget.bytes",
                    "paxosstore.sweep.left",
                    "paxosstore.watches");

    private static final Set<String> ALL =
            Stream.concat(GROWING.stream(), PRESENT.stream())
                    .collect(Collectors.toUnmodifiableSet());

    private static final List<Count> FAILED =
            List.of(
                    Count.NOT_DONE_OVERLOADED,
                    Count.NOT_DONE_DEADLINE,
                    Count.NOT_DONE_DISK_FULL,
                    Count.NOT_DONE_NO_VOTE,
                    Count.NOT_DONE_NOT_A_VOTER,
                    Count.NOT_DONE_CLOCK_AHEAD,
                    Count.OUTCOME_UNKNOWN,
                    Count.REQUEST_EXPIRED);

    private final NodeMetrics metrics;
    private final List<Counters> shards;
    private final ProcessorShare processors = ProcessorShare.ofThisProcess();
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();

    ConsoleFigures(NodeMetrics metrics, List<Counters> shards) {
        this.metrics = metrics;
        this.shards = List.copyOf(shards);
    }

    static double[] boundsMicros() {
        double[] bounds = new double[LatencyBuckets.bucketCount()];
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = LatencyBuckets.boundSeconds(i) * MICROS;
        }
        return bounds;
    }

    Reading read(long millis) {
        Map<String, Double> counters = new HashMap<>();
        Map<String, Double> gauges = new HashMap<>();
        metrics.sums(ALL)
                .forEach(
                        (name, sum) -> (GROWING.contains(name) ? counters : gauges).put(name, sum));
        counters.put("failed", (double) failed());
        gauges.put("process.cpu.usage", processors.sinceLast());
        gauges.put("heap.bytes", (double) memory.getHeapMemoryUsage().getUsed());
        return new Reading(millis, counters, gauges, requests());
    }

    private long failed() {
        return shards.stream()
                .mapToLong(shard -> FAILED.stream().mapToLong(shard::get).sum())
                .sum();
    }

    private Map<String, long[]> requests() {
        Map<String, long[]> all = new HashMap<>();
        for (Operation operation : List.of(Operation.WRITE, Operation.READ)) {
            for (RequestModel model : RequestModel.values()) {
                long[] counts = new long[LatencyBuckets.bucketCount()];
                long sum = 0;
                for (Counters shard : shards) {
                    LatencyBuckets latency = shard.latency().of(operation, model);
                    for (int i = 0; i < counts.length; i++) {
                        counts[i] += latency.count(i);
                        sum += latency.count(i);
                    }
                }
                if (sum > 0) {
                    String name = operation.name().toLowerCase(Locale.ROOT);
                    all.put(name + "." + model.word(), counts);
                }
            }
        }
        return all;
    }
}
