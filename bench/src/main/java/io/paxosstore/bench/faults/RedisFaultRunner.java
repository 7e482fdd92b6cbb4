package io.paxosstore.bench.faults;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.bench.redis.RedisClient;
import io.paxosstore.bench.redis.RedisStore;
import io.paxosstore.bench.redis.RedisWorkload;
import io.paxosstore.bench.workload.HistoryFile;
import io.paxosstore.core.RandomSource;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.RedisCall;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * One run: three replicas, recorded clients of Redis at all of them, faults of one or two nodes
 * drawn from a seed; then everything is healed, read at each node and checked. One use, one thread.
 */
public final class RedisFaultRunner implements FaultRun {
    private static final int REPLICAS = 3;

    /** Clients who wait longer than a fault lasts. */
    private static final int PATIENT_CLIENTS = 10;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Clients who give up soon, so that outcomes are unknown. */
    private static final int IMPATIENT_CLIENTS = 4;

    private static final Duration IMPATIENCE = Duration.ofMillis(150);

    /** How often a second node is faulty at the same time: then nobody is served. */
    private static final double TWO_CHANCE = 0.35;

    private final FaultyCluster target;
    private final Options options;
    private final List<Integer> ports;
    private final FaultInjector injector;
    private final FaultLog log = new FaultLog();
    private final HealthCheck health;
    private int pairs;

    /**
     * What a run is made of.
     *
     * @param length of the time in which faults begin
     * @param kinds of the faults; one that is listed several times happens as many times as often
     * @param seed of the faults and of the clients' choices
     * @param history where the history goes, as text; null for nowhere
     */
    public record Options(
            Duration length, List<FaultKind> kinds, long seed, @Nullable Path history) {
        /**
         * Takes a copy of the kinds.
         *
         * @throws IllegalArgumentException when there is one that two nodes must not suffer
         */
        public Options {
            kinds = List.copyOf(kinds);
            if (kinds.isEmpty() || !kinds.stream().allMatch(FaultKind::mayBeOfTwo)) {
                throw new IllegalArgumentException(
                        kinds + ": two nodes at once may not lose data, fill up, or leave");
            }
        }
    }

    private RedisFaultRunner(FaultyCluster target, Options options, int portOffset) {
        this.target = target;
        this.options = options;
        this.ports =
                target.layout().nodes().stream()
                        .map(node -> node.clientPort() + portOffset)
                        .toList();
        this.injector = new FaultInjector(target, log::note);
        this.health = new HealthCheck(target, log);
    }

    /**
     * Prepares a run; starts no replica.
     *
     * @param directory an existing directory
     */
    public static RedisFaultRunner create(Path directory, Options options)
            throws IOException, InterruptedException {
        ClusterLayout layout = ClusterLayout.onFreePorts(REPLICAS);
        int offset = layout.freeOffset();
        String settings =
                FaultyCluster.SMALL_FILES
                        + """
                        redis:
                          enabled: true
                          port-offset: %d
                          databases: faults-redis,faults-strings:keys
                          timeout: 1s
                        """
                                .formatted(offset);
        FaultyCluster cluster =
                FaultyCluster.create(
                        directory, layout, Set.copyOf(options.kinds()), settings, options.seed());
        return new RedisFaultRunner(cluster, options, offset);
    }

    /** The processes; whoever made the run closes them afterwards. */
    public FaultyCluster cluster() {
        return target;
    }

    @Override
    public RedisFaultReport run() throws IOException, InterruptedException, TimeoutException {
        target.cluster().start();
        RandomSource random = new RandomSource(options.seed());
        RedisWorkload load =
                new RedisWorkload(
                        number ->
                                new RedisClient(
                                        ports,
                                        number < PATIENT_CLIENTS ? PATIENCE : IMPATIENCE,
                                        random.fork()),
                        PATIENT_CLIENTS + IMPATIENT_CLIENTS,
                        options.seed());
        try {
            load.start();
            injectFaults();
            log.note("all faults have ended");
            load.stop(PATIENCE.multipliedBy(2));
        } finally {
            // Also when a replica does not become whole: nobody is to call without end.
            load.halt();
        }
        log.note("reading everything at every node");
        readAll(load, random);
        log.note("checking");
        load.problems().forEach(log::problem);
        History<String, RedisCall, Object> history = load.history();
        write(history);
        return new RedisFaultReport(
                options.seed(),
                load.tally(),
                history.byKey().size(),
                injector.tally(),
                pairs,
                log.seconds(),
                log.problems());
    }

    private void readAll(RedisWorkload load, RandomSource random) throws InterruptedException {
        List<RedisStore> places = new ArrayList<>();
        for (int port : ports) {
            places.add(new RedisClient(List.of(port), PATIENCE, random.fork()));
        }
        load.readAll(places);
        places.forEach(RedisStore::close);
    }

    private void injectFaults() throws IOException, InterruptedException {
        FaultPlan plan = new FaultPlan(options.kinds(), REPLICAS, options.seed());
        RandomSource random = new RandomSource(~options.seed());
        long end = System.nanoTime() + options.length().toNanos();
        while (true) {
            Thread.sleep(plan.rest());
            if (System.nanoTime() - end > 0) {
                return;
            }
            List<Fault> faults = plan.next();
            List<Fault> second = random.chance(TWO_CHANCE) ? plan.beside(faults) : List.of();
            inject(faults, second);
        }
    }

    /** Faults of one node, and of another one meanwhile; the first ones end first. */
    private void inject(List<Fault> faults, List<Fault> second)
            throws IOException, InterruptedException {
        log.note(faults + (second.isEmpty() ? "" : " beside " + second));
        pairs += second.isEmpty() ? 0 : 1;
        for (Fault fault : faults) {
            injector.begin(fault);
        }
        for (Fault fault : second) {
            injector.begin(fault);
        }
        injector.hold(faults.getFirst(), faults.getFirst().length());
        end(faults);
        if (!second.isEmpty()) {
            injector.hold(second.getFirst(), second.getFirst().length().dividedBy(2));
            end(second);
        }
        health.await(faults);
    }

    private void end(List<Fault> faults) throws IOException, InterruptedException {
        if (injector.end(faults)) {
            health.ended(target.cluster().replica(faults.getFirst().victim()), "during " + faults);
        }
    }

    private void write(History<String, RedisCall, Object> history) throws IOException {
        if (!log.problems().isEmpty()) {
            Path directory = target.cluster().directory();
            Files.write(directory.resolve("events.txt"), log.events());
            write(directory.resolve("history.txt"), history);
        }
        if (options.history() != null) {
            write(options.history(), history);
        }
    }

    private void write(Path file, History<String, RedisCall, Object> history) throws IOException {
        HistoryFile.write(file, history, RedisCall::toString, log.startNanos());
    }

    @Override
    public List<String> events() {
        return log.events();
    }
}
