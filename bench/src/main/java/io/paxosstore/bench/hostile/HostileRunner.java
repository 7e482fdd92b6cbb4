package io.paxosstore.bench.hostile;

import io.paxosstore.bench.measure.DiskWatch;
import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.model.SpaceKind;
import io.paxosstore.client.table.Key;
import io.paxosstore.core.RandomSource;

import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Three replicas as processes with their shipped options, a client that behaves, and beside it, in
 * rounds, clients that do not, two kinds at a time. One use, one thread.
 */
public final class HostileRunner implements AutoCloseable {
    /** At most one call of so many may fail because the disk stands still. */
    private static final int STALLED_SHARE = 1_000;

    private static final int REPLICAS = 3;
    private static final int SIGNIFICANT_DIGITS = 2;
    private static final int ROWS = 20_000;
    private static final int ROWS_AT_ONCE = 200;
    private static final Duration REST = Duration.ofSeconds(2);
    private static final double NANOS_PER_MILLI = 1e6;

    /** What a JVM prints that has run out of memory. */
    private static final String OUT_OF_MEMORY = "OutOfMemoryError";

    /** A row of the large table. */
    record Person(@Key String n, int age) {}

    /**
     * What a run is made of, and what must not be exceeded.
     *
     * @param attacks the kinds, of which two at a time are drawn
     * @param warmUp how long the well-behaved client goes on before anything is counted
     * @param rounds how many, each with two attacks; 0 for each kind once by itself
     * @param round how long each is
     * @param seed of the draws
     * @param p99Limit of all calls of the well-behaved client during attacks
     * @param residentLimit of each replica, in bytes
     */
    public record Options(
            List<AttackKind> attacks,
            Duration warmUp,
            int rounds,
            Duration round,
            long seed,
            Duration p99Limit,
            long residentLimit) {
        /** Takes a copy of the kinds. */
        public Options {
            attacks = List.copyOf(attacks);
        }
    }

    private final Options options;
    private final Path directory;
    private final ReplicaCluster cluster;
    private final ClusterLayout layout;
    private final Consumer<String> progress;
    private final Histogram all = new Histogram(Duration.ofHours(1).toNanos(), SIGNIFICANT_DIGITS);
    private final List<HostileReport.Round> rounds = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private HostileRunner(
            Options options,
            Path directory,
            ReplicaCluster cluster,
            ClusterLayout layout,
            Consumer<String> progress) {
        this.options = options;
        this.directory = directory;
        this.cluster = cluster;
        this.layout = layout;
        this.progress = progress;
    }

    /**
     * A run that has not begun.
     *
     * @param directory an existing, empty one, for the replicas' data and all logs
     * @param progress told a line after each round
     */
    public static HostileRunner create(Options options, Path directory, Consumer<String> progress)
            throws IOException {
        ClusterLayout layout = ClusterLayout.onFreePorts(REPLICAS);
        ReplicaCluster cluster =
                ReplicaCluster.create(
                        directory, layout, id -> new ReplicaCluster.View(layout, Map.of()), "");
        return new HostileRunner(options, directory, cluster, layout, progress);
    }

    /**
     * Runs.
     *
     * @throws IOException when a replica or an attack does not start
     * @throws TimeoutException when a call of the well-behaved client does not end
     */
    public HostileReport run() throws IOException, InterruptedException, TimeoutException {
        cluster.start();
        Target target = prepare(layout);
        try (AttackProcess attackers = new AttackProcess(target, directory.resolve("attacks.log"));
                DiskWatch disk = DiskWatch.of(directory);
                WellBehaved client = WellBehaved.connect(layout.addresses(), disk);
                MemoryWatch memory = new MemoryWatch(cluster.replicas())) {
            attackers.start();
            client.start();
            Thread.sleep(options.warmUp());
            client.latencies();
            memory.residentMax();
            rounds.add(round("nothing (not counted)", List.of(), attackers, client, memory));
            all.reset();
            for (List<AttackKind> kinds : plan()) {
                rounds.add(round(label(kinds), kinds, attackers, client, memory));
            }
            client.stop();
            judge(client, memory);
        }
        return new HostileReport(rounds, summary(), problems);
    }

    /** Ends the replicas; from any thread. */
    @Override
    public void close() {
        cluster.close();
    }

    private static String label(List<AttackKind> kinds) {
        return kinds.stream().map(AttackKind::label).collect(Collectors.joining(" + "));
    }

    private List<List<AttackKind>> plan() {
        List<AttackKind> kinds = options.attacks();
        if (options.rounds() == 0) {
            return kinds.stream().map(List::of).toList();
        }
        RandomSource random = new RandomSource(options.seed());
        List<List<AttackKind>> plan = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            // The first in turn, so that each has its share; the second at random.
            AttackKind first = kinds.get(round % kinds.size());
            AttackKind second = kinds.get(random.nextInt(kinds.size()));
            plan.add(first == second ? List.of(first) : List.of(first, second));
        }
        return plan;
    }

    private HostileReport.Round round(
            String label,
            List<AttackKind> kinds,
            AttackProcess attackers,
            WellBehaved client,
            MemoryWatch memory)
            throws IOException, InterruptedException {
        long failedBefore = client.failed();
        long stalledBefore = client.stalled();
        if (kinds.isEmpty()) {
            Thread.sleep(options.round());
        } else {
            String failure =
                    attackers.attack(kinds, options.seed() + rounds.size(), options.round());
            if (!failure.isEmpty()) {
                problems.add("the attack " + label + " " + failure);
            }
        }
        Thread.sleep(REST);
        Histogram latencies = client.latencies();
        all.add(latencies);
        HostileReport.Round done =
                round(
                        label,
                        latencies,
                        client.failed() - failedBefore,
                        client.stalled() - stalledBefore,
                        memory.residentMax());
        progress.accept(done.toString());
        return done;
    }

    private static HostileReport.Round round(
            String label, Histogram latencies, long failed, long stalled, long residentMax) {
        return new HostileReport.Round(
                label,
                latencies.getTotalCount(),
                failed,
                stalled,
                latencies.getValueAtPercentile(50) / NANOS_PER_MILLI,
                latencies.getValueAtPercentile(99) / NANOS_PER_MILLI,
                latencies.getMaxValue() / NANOS_PER_MILLI,
                residentMax);
    }

    private HostileReport.Round summary() {
        return round(
                "all attacks",
                all,
                rounds.stream().mapToLong(HostileReport.Round::failed).sum(),
                rounds.stream().mapToLong(HostileReport.Round::stalled).sum(),
                rounds.stream().mapToLong(HostileReport.Round::residentMax).max().orElse(0));
    }

    private void judge(WellBehaved client, MemoryWatch memory) {
        if (memory.hasDied()) {
            problems.add("a replica has ended");
        }
        for (ReplicaProcess replica : cluster.replicas()) {
            if (replica.logTail().contains(OUT_OF_MEMORY)) {
                problems.add("replica " + replica.id() + " has run out of memory");
            }
        }
        client.wrong().forEach(problems::add);
        HostileReport.Round total = summary();
        if (total.failed() > 0) {
            problems.add(
                    "%d calls of the well-behaved client failed: %s"
                            .formatted(total.failed(), client.failures()));
        }
        if (total.stalled() * STALLED_SHARE > total.calls()) {
            problems.add(
                    "%d calls of the well-behaved client failed while the disk stood still: more than"
                                    .formatted(total.stalled())
                            + " one in %d; measure on another disk".formatted(STALLED_SHARE));
        }
        if (total.p99Millis() > options.p99Limit().toMillis()) {
            problems.add(
                    "p99 of the well-behaved client is %.1f ms, the limit %d ms"
                            .formatted(total.p99Millis(), options.p99Limit().toMillis()));
        }
        if (total.residentMax() > options.residentLimit()) {
            problems.add(
                    "a replica had %d MiB resident, the limit is %d MiB"
                            .formatted(total.residentMax() >> 20, options.residentLimit() >> 20));
        }
    }

    /** Writes what the attacks need. */
    private static Target prepare(ClusterLayout layout) {
        Target unprepared = new Target(layout, 0);
        try (PaxosStore store = unprepared.connect()) {
            store.createSpaceIfAbsent(Target.KEYS);
            store.createSpaceIfAbsent(Target.ENTITIES, SpaceKind.ENTITY);
            KeyValue<String, byte[]> keys =
                    store.keyValue(Target.KEYS, Codec.utf8(), Codec.bytes());
            byte[] value = new byte[Target.LARGE_VALUE_BYTES];
            for (int number = 0; number < Target.LARGE_VALUES; number++) {
                keys.put(Target.largeKey(number), value);
            }
            Entity entity = store.entity(Target.ENTITIES, Target.ENTITY);
            EntityTable<Person> table = entity.table(Target.TABLE, Person.class);
            table.createIfAbsent();
            for (int row = 0; row < ROWS; row += ROWS_AT_ONCE) {
                List<Person> people = new ArrayList<>();
                for (int next = row; next < row + ROWS_AT_ONCE; next++) {
                    people.add(new Person("person number " + next, next % 100));
                }
                table.upsertAll(people);
            }
            return new Target(layout, keys.space().id());
        }
    }
}
