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
import io.paxosstore.client.table.Key;
import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;

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
    private static final int REPLICAS = 3;
    private static final int ROWS = 20_000;
    private static final int ROWS_AT_ONCE = 200;
    private static final Duration REST = Duration.ofSeconds(2);

    /** A line of an exception that nobody has expected. */
    private static final String STACK_TRACE = "\tat ";

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
     */
    public record Options(
            List<AttackKind> attacks,
            Duration warmUp,
            int rounds,
            Duration round,
            long seed,
            HostileLimits limits) {
        /** Takes a copy of the kinds. */
        public Options {
            attacks = List.copyOf(attacks);
        }
    }

    private final Options options;
    private final Path directory;
    private final ReplicaCluster cluster;
    private final ClusterLayout layout;
    private final int redisOffset;
    private final Consumer<String> progress;
    private final List<String> problems = new ArrayList<>();

    private HostileRunner(
            Options options,
            Path directory,
            ReplicaCluster cluster,
            ClusterLayout layout,
            int redisOffset,
            Consumer<String> progress) {
        this.options = options;
        this.directory = directory;
        this.cluster = cluster;
        this.layout = layout;
        this.redisOffset = redisOffset;
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
        int redisOffset = layout.freeOffset();
        ReplicaCluster cluster =
                ReplicaCluster.create(
                        directory,
                        layout,
                        id -> new ReplicaCluster.View(layout, Map.of()),
                        """
                        redis:
                          enabled: true
                          port-offset: %d
                          databases: hostile-redis,hostile-strings:keys
                        entities:
                          cache-bytes: 96MiB
                          recent-bytes: 16MiB
                        """
                                .formatted(redisOffset));
        return new HostileRunner(options, directory, cluster, layout, redisOffset, progress);
    }

    /**
     * Runs.
     *
     * @throws IOException when a replica or an attack does not start
     * @throws TimeoutException when a call of the well-behaved client does not end
     */
    public HostileReport run() throws IOException, InterruptedException, TimeoutException {
        cluster.start();
        Target target = prepare();
        try (AttackProcess attackers = new AttackProcess(target, directory.resolve("attacks.log"));
                DiskWatch disk = DiskWatch.of(directory);
                WellBehaved client = WellBehaved.connect(target, disk);
                MemoryWatch memory = new MemoryWatch(cluster.replicas())) {
            attackers.start();
            client.start();
            Thread.sleep(options.warmUp());
            memory.residentMax();
            RoundFigures figures = new RoundFigures(client.calls());
            Thread.sleep(options.round());
            Thread.sleep(REST);
            tell(figures.quiet("nothing (not counted)", memory.residentMax()), client);
            for (List<AttackKind> kinds : plan()) {
                attack(label(kinds), kinds, figures.rounds().size(), attackers);
                Thread.sleep(REST);
                tell(figures.attacked(label(kinds), memory.residentMax()), client);
            }
            client.stop();
            HostileReport.Round total = figures.total(memory.residentMax());
            judge(client, memory);
            HostileJudge judge = new HostileJudge(options.limits());
            problems.addAll(judge.problems(figures, total, client.calls().failures()));
            return new HostileReport(figures.rounds(), total, figures.worst(), problems);
        }
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

    private void attack(String label, List<AttackKind> kinds, int number, AttackProcess attackers)
            throws IOException, InterruptedException {
        String failure = attackers.attack(kinds, options.seed() + number, options.round());
        if (!failure.isEmpty()) {
            problems.add("the attack " + label + " " + failure);
        }
    }

    private void tell(HostileReport.Round round, WellBehaved client) {
        if (client.ended() > 0) {
            problems.add(
                    "%d threads of the well-behaved client have ended by themselves by the end of %s"
                            .formatted(client.ended(), round.attacks()));
        }
        progress.accept(round.toString());
    }

    private void judge(WellBehaved client, MemoryWatch memory) throws IOException {
        if (memory.hasDied()) {
            problems.add("a replica has ended");
        }
        for (ReplicaProcess replica : cluster.replicas()) {
            replica.loggedLine(OUT_OF_MEMORY)
                    .map(line ->
                            "replica %d has run out of memory: %s".formatted(replica.id(), line))
                    .ifPresent(problems::add);
            replica.loggedLine(STACK_TRACE)
                    .map(line ->
                            "replica %d has logged an exception: %s"
                                    .formatted(replica.id(), line.strip()))
                    .ifPresent(problems::add);
        }
        problems.addAll(client.calls().wrong());
    }

    /** Writes what the attacks need. */
    private Target prepare() {
        Target unprepared = new Target(layout, 0, 0, redisOffset);
        try (PaxosStore store = unprepared.connect()) {
            store.createSpaceIfAbsent(Target.KEYS);
            SpaceInfo entities = store.createSpaceIfAbsent(Target.ENTITIES, SpaceKind.ENTITY);
            KeyValue<String, byte[]> keys =
                    store.keyValue(Target.KEYS, Codec.utf8(), Codec.bytes());
            if (options.attacks().stream().anyMatch(AttackKind::readsLargeValues)) {
                byte[] value = new byte[Target.LARGE_VALUE_BYTES];
                for (int number = 0; number < Target.LARGE_VALUES; number++) {
                    keys.put(Target.largeKey(number), value);
                }
            }
            if (options.attacks().contains(AttackKind.WORST_SQL)) {
                fill(store.entity(Target.ENTITIES, Target.ENTITY));
            }
            return new Target(layout, keys.space().id(), entities.id(), redisOffset);
        }
    }

    private static void fill(Entity entity) {
        EntityTable<Person> table = entity.table(Target.TABLE, Person.class);
        table.createIfAbsent();
        for (int row = 0; row < ROWS; row += ROWS_AT_ONCE) {
            List<Person> people = new ArrayList<>();
            for (int next = row; next < row + ROWS_AT_ONCE; next++) {
                people.add(new Person("person number " + next, next % 100));
            }
            table.upsertAll(people);
        }
    }
}
