package io.paxosstore.server.front.http;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.server.Version;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A node's figures for Prometheus. What the shards count is read when it is asked for; nothing here
 * is on the way of a request. docs/metrics.md lists the names.
 */
public final class NodeMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbage = new JvmGcMetrics();
    private boolean closed;

    /** Guarded by itself. */
    private final Map<ClusterNode, Gauge> missing = new HashMap<>();

    /** Starts with the figures of the JVM. */
    public NodeMetrics() {
        registry.config().meterFilter(new MetricHelp());
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        garbage.bindTo(registry);
        Gauge.builder("paxosstore.build.info", () -> 1)
                .tags("version", Version.text(), "java", Runtime.version().toString())
                .register(registry);
    }

    /** Where others add their figures. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Adds the figures of all shards. */
    public void shards(List<Counters> shards) {
        registry.getPrometheusRegistry().register(new LatencyCollector(shards));
        for (int i = 0; i < shards.size(); i++) {
            shard(shards.get(i), Tags.of("shard", Integer.toString(i)));
        }
    }

    private void shard(Counters counters, Tags tags) {
        request(counters, tags, "written", Count.WRITES_OK);
        request(counters, tags, "read", Count.READS_OK);
        request(counters, tags, "overloaded", Count.NOT_DONE_OVERLOADED);
        request(counters, tags, "deadline", Count.NOT_DONE_DEADLINE);
        request(counters, tags, "disk_full", Count.NOT_DONE_DISK_FULL);
        request(counters, tags, "no_vote", Count.NOT_DONE_NO_VOTE);
        request(counters, tags, "not_a_voter", Count.NOT_DONE_NOT_A_VOTER);
        request(counters, tags, "clock_ahead", Count.NOT_DONE_CLOCK_AHEAD);
        request(counters, tags, "unknown", Count.OUTCOME_UNKNOWN);
        request(counters, tags, "expired", Count.REQUEST_EXPIRED);
        dropped(counters, tags, "full", Count.MESSAGES_DROPPED_FULL);
        dropped(counters, tags, "disconnected", Count.MESSAGES_DROPPED_DISCONNECTED);
        dropped(counters, tags, "damaged", Count.MESSAGES_DROPPED_DAMAGED);
        dropped(counters, tags, "malformed", Count.MESSAGES_DROPPED_MALFORMED);
        dropped(counters, tags, "overloaded", Count.MESSAGES_DROPPED_OVERLOADED);
        dropped(counters, tags, "undecided", Count.MESSAGES_DROPPED_UNDECIDED);
        dropped(counters, tags, "disk_full", Count.MESSAGES_DROPPED_DISK_FULL);
        counter(counters, tags, "paxosstore.peer.frames.dropped", Count.FRAMES_DROPPED_INCARNATION);
        counter(counters, tags, "paxosstore.peer.frames.missed", Count.FRAMES_MISSED);
        counter(counters, tags, "paxosstore.storage.records", Count.PERSISTED_RECORDS);
        counter(counters, tags, "paxosstore.storage.commits", Count.COMMITS);
        counter(counters, tags, "paxosstore.storage.loads", Count.LOADS);
        counter(counters, tags, "paxosstore.storage.loads.amnesiac", Count.LOADS_AMNESIAC);
        counter(counters, tags, "paxosstore.storage.damaged", Count.DAMAGED);
        counter(counters, tags, "paxosstore.recovery.rebuilt", Count.REBUILT);
        counter(counters, tags, "paxosstore.recovery.done", Count.RECOVERED);
        counter(counters, tags, "paxosstore.recovery.failed", Count.RECOVER_FAILED);
        counter(counters, tags, "paxosstore.recovery.entries.sent", Count.RECOVERY_ENTRIES_SENT);
        counter(counters, tags, "paxosstore.recovery.pages.sent", Count.RECOVERY_PAGES_SENT);
        counter(counters, tags, "paxosstore.recovery.images", Count.RECOVERY_IMAGES);
        counter(counters, tags, "paxosstore.recovery.appended", Count.RECOVERY_APPENDED);
        counter(
                counters,
                tags,
                "paxosstore.recovery.appended.refused",
                Count.RECOVERY_APPENDED_REFUSED);
        supplied(counters, tags, "entries", Count.RECOVERY_BY_ENTRIES);
        supplied(counters, tags, "appended", Count.RECOVERY_BY_APPENDED);
        supplied(counters, tags, "image", Count.RECOVERY_BY_IMAGE);
        counter(counters, tags, "paxosstore.sweep.compared", Count.SWEEP_COMPARED);
        counter(counters, tags, "paxosstore.sweep.differences", Count.SWEEP_DIFFERENCES);
        counter(counters, tags, "paxosstore.sweep.quarantined", Count.SWEEP_QUARANTINED);
        counter(counters, tags, "paxosstore.sweep.told", Count.SWEEP_TOLD);
        counter(counters, tags, "paxosstore.sweep.walks", Count.SWEEP_WALKS);
        counter(counters, tags, "paxosstore.content.compared", Count.CONTENT_COMPARED);
        counter(counters, tags, "paxosstore.content.missed", Count.CONTENT_MISSED);
        counter(counters, tags, "paxosstore.content.differences", Count.CONTENT_DIFFERENCES);
        counter(counters, tags, "paxosstore.content.quarantined", Count.CONTENT_QUARANTINED);
        counter(counters, tags, "paxosstore.content.repaired", Count.CONTENT_REPAIRED);
        counter(counters, tags, "paxosstore.content.passes", Count.CONTENT_PASSES);
        counter(counters, tags, "paxosstore.shard.turns", Count.TURNS);
        counter(counters, tags, "paxosstore.peer.messages.sent", Count.MESSAGES_SENT);
        counter(counters, tags, "paxosstore.peer.messages.received", Count.MESSAGES_RECEIVED);
        counter(counters, tags, "paxosstore.peer.frames.sent", Count.FRAMES_SENT);
        counter(counters, tags, "paxosstore.peer.frames.received", Count.FRAMES_RECEIVED);
        counter(counters, tags, "paxosstore.peer.bytes.sent", Count.BYTES_SENT);
        counter(counters, tags, "paxosstore.peer.bytes.received", Count.BYTES_RECEIVED);
        counter(counters, tags, "paxosstore.watches.events", Count.WATCH_EVENTS);
        counter(counters, tags, "paxosstore.watches.compacted", Count.WATCH_COMPACTED);
        counter(counters, tags, "paxosstore.watches.ended", Count.WATCH_ENDED);
        counter(counters, tags, "paxosstore.memory.refused", Count.REQUESTS_WITHOUT_MEMORY);
        counter(counters, tags, "paxosstore.requests.large.late", Count.LARGE_EXPIRED);
        counter(counters, tags, "paxosstore.requests.large.rests", Count.LARGE_RESTS);
        gauge(counters, tags, "paxosstore.requests.large.waiting", Count.LARGE_WAITING);
        closed(counters, tags, "unfinished", Count.CONNECTIONS_UNFINISHED);
        closed(counters, tags, "unread", Count.CONNECTIONS_SLOW);
        closed(counters, tags, "too_many", Count.CONNECTIONS_REFUSED);
        gauge(counters, tags, "paxosstore.watches", Count.WATCHES);
        gauge(counters, tags, "paxosstore.requests.waiting", Count.REQUESTS_WAITING);
        gauge(counters, tags, "paxosstore.entities.active", Count.ACTIVE_ENTITIES);
        gauge(counters, tags, "paxosstore.storage.pending.bytes", Count.PENDING_BYTES);
    }

    private void request(Counters counters, Tags tags, String outcome, Count count) {
        counter(counters, tags.and("outcome", outcome), "paxosstore.requests", count);
    }

    private void dropped(Counters counters, Tags tags, String reason, Count count) {
        counter(counters, tags.and("reason", reason), "paxosstore.peer.messages.dropped", count);
    }

    private void closed(Counters counters, Tags tags, String reason, Count count) {
        counter(counters, tags.and("reason", reason), "paxosstore.clients.closed", count);
    }

    private void supplied(Counters counters, Tags tags, String path, Count count) {
        counter(counters, tags.and("path", path), "paxosstore.recovery.supplied", count);
    }

    private void counter(Counters counters, Tags tags, String name, Count count) {
        FunctionCounter.builder(name, counters, source -> source.get(count))
                .tags(tags)
                .register(registry);
    }

    private void gauge(Counters counters, Tags tags, String name, Count count) {
        Gauge.builder(name, counters, source -> source.get(count)).tags(tags).register(registry);
    }

    /** Adds what a replica counts of the protocol. */
    public void replica(int shard, ReplicaStats stats) {
        for (ReplicaStats.Counter counter : ReplicaStats.Counter.values()) {
            FunctionCounter.builder("paxosstore.paxos", stats, source -> source.get(counter))
                    .tags(
                            "shard",
                            Integer.toString(shard),
                            "event",
                            counter.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }

    /** Adds how much a shard's sweep has still to look at. */
    public void sweep(int shard, LongSupplier keysLeft) {
        Gauge.builder("paxosstore.sweep.left", keysLeft, LongSupplier::getAsLong)
                .tags("shard", Integer.toString(shard))
                .strongReference(true)
                .register(registry);
    }

    /** Adds the state of a store: 1 for the standing and the room that hold now, 0 for others. */
    public void store(Supplier<Standing> nowStanding, Supplier<Room> nowRoom) {
        for (Standing standing : Standing.values()) {
            state("paxosstore.store.standing", "standing", standing, nowStanding);
        }
        for (Room room : Room.values()) {
            state("paxosstore.store.room", "room", room, nowRoom);
        }
    }

    private <E extends Enum<E>> void state(
            String name, String label, E value, Supplier<E> present) {
        Gauge.builder(name, present, source -> source.get() == value ? 1 : 0)
                .tags(label, value.name().toLowerCase(Locale.ROOT))
                .strongReference(true)
                .register(registry);
    }

    /** Adds how many peers a shard is connected to. */
    public void peers(int shard, IntSupplier connected) {
        Gauge.builder("paxosstore.peers.connected", connected, IntSupplier::getAsInt)
                .tags("shard", Integer.toString(shard))
                .strongReference(true)
                .register(registry);
    }

    /** Adds the memory for requests, answers and unfinished frames. */
    public void memory(MemoryBudget memory) {
        Gauge.builder("paxosstore.memory.used.bytes", memory, MemoryBudget::usedBytes)
                .register(registry);
        Gauge.builder("paxosstore.memory.budget.bytes", memory, MemoryBudget::bytesMax)
                .register(registry);
    }

    /**
     * Has for each of these nodes, and no other any more, for how many seconds it has been missing;
     * 0 while it is there. From any thread.
     *
     * @param others the other nodes of the cluster
     * @param seconds of a node, by its id
     */
    public void missing(List<ClusterNode> others, IntToDoubleFunction seconds) {
        synchronized (missing) {
            Set<ClusterNode> now = new HashSet<>(others);
            missing.forEach((node, gauge) -> {
                if (!now.contains(node)) {
                    registry.remove(gauge);
                }
            });
            missing.keySet().retainAll(now);
            others.forEach(node -> missing.computeIfAbsent(node, added -> missing(added, seconds)));
        }
    }

    private Gauge missing(ClusterNode node, IntToDoubleFunction seconds) {
        return Gauge.builder(
                        "paxosstore.peer.missing.seconds", () -> seconds.applyAsDouble(node.id()))
                .tags("node", Integer.toString(node.id()), "address", node.peerAddress())
                .strongReference(true)
                .register(registry);
    }

    /** Adds how many clients are connected. */
    public void clients(IntSupplier connected) {
        Gauge.builder("paxosstore.clients.connected", connected, IntSupplier::getAsInt)
                .strongReference(true)
                .register(registry);
    }

    /** Adds how many clients of Redis are connected. */
    public void redisClients(IntSupplier connected) {
        Gauge.builder("paxosstore.redis.connected", connected, IntSupplier::getAsInt)
                .strongReference(true)
                .register(registry);
    }

    /**
     * All figures in Prometheus' text format; empty once this is closed. Thread-safe. Some are
     * asked of the native memory of the entities' engine, where nobody may look when that is
     * closed.
     */
    public synchronized String scrape() {
        return closed ? "" : registry.scrape();
    }

    /**
     * What figures are now, each summed over all of its tags; those that do not exist are left out.
     * Thread-safe.
     *
     * @param names in Micrometer's spelling
     */
    public synchronized Map<String, Double> sums(Set<String> names) {
        Map<String, Double> sums = new HashMap<>();
        for (Meter meter : closed ? List.<Meter>of() : registry.getMeters()) {
            String name = meter.getId().getName();
            if (names.contains(name)) {
                for (Measurement measurement : meter.measure()) {
                    sums.merge(name, measurement.getValue(), Double::sum);
                }
            }
        }
        sums.values().removeIf(sum -> Double.isNaN(sum));
        return sums;
    }

    /** Ends it, before what the figures are asked of; returns when nobody asks any more. */
    @Override
    public synchronized void close() {
        closed = true;
        garbage.close();
        registry.close();
    }
}
