package io.paxosstore.bench.faults;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.bench.workload.ClientStore;
import io.paxosstore.bench.workload.EdnHistory;
import io.paxosstore.bench.workload.EffectCheck;
import io.paxosstore.bench.workload.FreshKeys;
import io.paxosstore.bench.workload.HistoryFile;
import io.paxosstore.bench.workload.Workload;
import io.paxosstore.bench.workload.WorkloadKey;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.core.RandomSource;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.LinearizabilityChecker;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * One run: three replicas, a recorded load of keys and one of entities, faults drawn from a seed;
 * then everything is healed, compared and checked. If members change, the run ends with three nodes
 * again, those that are too many being drained: then each must hold everything. One use, one
 * thread.
 */
public final class FaultRunner implements FaultRun {
    private static final int REPLICAS = 3;
    private static final int KEYS_OF_EACH_KIND = 60;
    private static final int SLOTS_MOVING = 4096;
    private static final String SPACE = "faults";

    /** Clients who wait: a call of theirs must not fail while a minority is faulty. */
    private static final int PATIENT_CLIENTS = 12;

    private static final Duration PATIENT_DEADLINE = Duration.ofSeconds(30);

    /** Clients who give up soon, so that outcomes are unknown. */
    private static final int IMPATIENT_CLIENTS = 6;

    /** While members change, calls take longer, and more outcomes stay open than can be checked. */
    private static final int IMPATIENT_CLIENTS_OF_MEMBERS = 2;

    private static final Duration IMPATIENT_DEADLINE = Duration.ofMillis(150);
    private static final Duration CLIENT_PAUSE_MAX = Duration.ofMillis(6);

    /** A change that is asked for again is done again: planning takes seconds. */
    private static final Duration OPERATOR_DEADLINE = Duration.ofSeconds(15);

    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);
    private static final Duration EQUAL_LIMIT = Duration.ofSeconds(60);
    private static final int DIFFERENCES_SHOWN_MAX = 5;

    private static final String MERGES_METRIC = "paxosstore_tables_merges_total";
    private static final String IMAGES_METRIC = "paxosstore_recovery_images_total";

    /** Deadlines of the writers of fresh keys; one writer for each at every replica. */
    private static final List<Duration> FRESH_DEADLINES =
            List.of(Duration.ofMillis(30), Duration.ofMillis(100), Duration.ofMillis(300));

    private static final Duration FRESH_PAUSE_MAX = Duration.ofMillis(90);
    private static final Duration DECIDED_DEADLINE = Duration.ofSeconds(10);
    private static final int FRESH_FIRST_ID = 1_000;

    /**
     * What a run is made of.
     *
     * @param length of the time in which faults begin
     * @param first the kinds of the first faults, in this order, however long they take
     * @param kinds of the faults; one that is listed several times happens as many times as often
     * @param seed of the faults and of the clients' choices
     * @param history where the history of the keys goes, in EDN; null for nowhere
     */
    public record Options(
            Duration length,
            List<FaultKind> first,
            List<FaultKind> kinds,
            long seed,
            @Nullable Path history) {
        /**
         * Takes copies of the lists.
         *
         * @throws IllegalArgumentException when there are kinds that do not go together
         */
        public Options {
            first = List.copyOf(first);
            kinds = List.copyOf(kinds);
            Set<FaultKind> all = all(first, kinds);
            if (all.stream().anyMatch(FaultKind::isOfMembers)
                    && !all.stream().allMatch(FaultKind::goesWithMembers)) {
                throw new IllegalArgumentException(
                        all + " do not go together; of others, members go with kill and pause");
            }
        }

        private static Set<FaultKind> all(List<FaultKind> first, List<FaultKind> kinds) {
            Set<FaultKind> all = EnumSet.copyOf(kinds);
            all.addAll(first);
            return all;
        }

        /** Every kind that there is in the run. */
        Set<FaultKind> all() {
            return all(first, kinds);
        }

        /** Whether members change. */
        boolean isOfMembers() {
            return all().stream().anyMatch(FaultKind::isOfMembers);
        }

        /** Every kind as often as the others. */
        public Options(Duration length, Set<FaultKind> kinds, long seed) {
            this(length, List.of(), kinds.stream().sorted().toList(), seed, null);
        }
    }

    private final FaultyCluster target;
    private final Options options;
    private final FaultInjector injector;
    private final FaultLog log = new FaultLog();
    private final HealthCheck health;

    /** A run on a cluster that does not run yet; the caller closes it afterwards. */
    public FaultRunner(FaultyCluster target, Options options) {
        this.target = target;
        this.options = options;
        this.injector = new FaultInjector(target, this::note);
        this.health = new HealthCheck(target, log);
    }

    /** Prepares the cluster that a run wants. */
    public static FaultyCluster cluster(Path directory, Options options)
            throws IOException, InterruptedException {
        String settings =
                FaultyCluster.SMALL_FILES
                        + """
                        tables:
                          merge-rows: 1
                          merge-percent: 1
                          merge-after: 1s
                          merge-step-bytes: 16KiB
                        """;
        if (options.kinds().contains(FaultKind.LOSS)) {
            // Connections stay: only the check finds out who has missed something.
            settings += "sweep:\n  interval: %ds\n".formatted(CHECK_INTERVAL.toSeconds());
        }
        if (options.isOfMembers()) {
            // A busy machine moves so many at once as fast as few; a fault is to take seconds.
            settings += "slots:\n  moving: %d\n".formatted(SLOTS_MOVING);
        }
        return FaultyCluster.create(directory, REPLICAS, options.all(), settings, options.seed());
    }

    @Override
    public FaultReport run() throws IOException, InterruptedException, TimeoutException {
        target.cluster().start();
        List<WorkloadKey> keys = WorkloadKey.ofEveryKind(KEYS_OF_EACH_KIND);
        List<WorkloadKey> skewed = WorkloadKey.skewed(keys, options.seed());
        String addresses = target.cluster().addresses();
        try (ClientStore store = ClientStore.connect(addresses, SPACE, PATIENT_DEADLINE);
                EntityLoad entities = EntityLoad.connect(addresses, options.seed())) {
            Workload patient =
                    Workload.mixed(
                            store,
                            skewed,
                            new Workload.Clients(
                                    0, PATIENT_CLIENTS, CLIENT_PAUSE_MAX, options.seed()));
            Workload impatient =
                    Workload.mixed(
                            store.withDeadline(IMPATIENT_DEADLINE),
                            skewed,
                            new Workload.Clients(
                                    PATIENT_CLIENTS,
                                    options.isOfMembers()
                                            ? IMPATIENT_CLIENTS_OF_MEMBERS
                                            : IMPATIENT_CLIENTS,
                                    CLIENT_PAUSE_MAX,
                                    ~options.seed()));
            FreshKeys fresh = freshKeys(store.spaceId());
            try {
                patient.start();
                impatient.start();
                entities.start();
                fresh.start();
                injectFaults(addresses);
                note("all faults have ended");
                patient.stop(PATIENT_DEADLINE.multipliedBy(2));
                impatient.stop(PATIENT_DEADLINE);
                entities.stop();
                fresh.stop(PATIENT_DEADLINE);
            } finally {
                // Also when a replica does not become whole: nobody is to call without end.
                patient.halt();
                impatient.halt();
                entities.halt();
                fresh.halt();
            }
            decide(fresh, store.spaceId());
            note("checking entities: " + entities.summary() + "; " + upkeep());
            entities.problems(target.layout(), EQUAL_LIMIT).forEach(this::problem);
            check(patient, impatient, fresh, keys, store.spaceId());
            return new FaultReport(
                    options.seed(),
                    patient.stats().succeeded()
                            + impatient.stats().succeeded()
                            + entities.succeeded(),
                    impatient.stats().failed() + entities.impatientFailed(),
                    injector.tally(),
                    patient.stats().longestGapMillis(),
                    Math.max(patient.stats().longestCallMillis(), entities.longestCallMillis()),
                    log.seconds(),
                    log.problems());
        }
    }

    /** Writers of keys that nobody has written before, at each replica. */
    private FreshKeys freshKeys(int space) {
        FreshKeys fresh = new FreshKeys();
        RandomSource random = new RandomSource(options.seed());
        int id = FRESH_FIRST_ID;
        for (int replica = 0; replica < REPLICAS; replica++) {
            int place = replica;
            for (Duration deadline : FRESH_DEADLINES) {
                NodeStore store =
                        new NodeStore(() -> portAt(place), space, deadline, random.fork());
                fresh.writer(store, id++, FRESH_PAUSE_MAX, random.nextLong());
            }
        }
        return fresh;
    }

    /** The client port of the replica at a place among those of the present. */
    private int portAt(int place) {
        List<ClusterLayout.Node> nodes = target.layout().nodes();
        return nodes.get(place % nodes.size()).clientPort();
    }

    /** No key may be left that a majority cannot decide, and each replica serves all of them. */
    private void decide(FreshKeys fresh, int space) throws InterruptedException {
        note("reading and writing %,d fresh keys".formatted(fresh.names().size()));
        RandomSource random = new RandomSource(~options.seed());
        List<NodeStore> stores = new ArrayList<>();
        for (ClusterLayout.Node node : target.layout().nodes()) {
            stores.add(new NodeStore(node::clientPort, space, DECIDED_DEADLINE, random.fork()));
        }
        fresh.undecided(List.copyOf(stores)).forEach(this::problem);
        stores.forEach(NodeStore::close);
    }

    /** What each replica has done for entities since it was started last. */
    private String upkeep() throws IOException, InterruptedException {
        List<String> done = new ArrayList<>();
        for (ReplicaProcess replica : target.cluster().replicas()) {
            done.add(
                    "replica %d: %d merges of tables, %d images taken over"
                            .formatted(
                                    replica.id(),
                                    replica.counter(MERGES_METRIC, ""),
                                    replica.counter(IMAGES_METRIC, "")));
        }
        return "since the last start of " + String.join("; ", done);
    }

    private void injectFaults(String addresses) throws IOException, InterruptedException {
        FaultPlan plan = new FaultPlan(options.kinds(), REPLICAS, options.seed());
        ClientOptions operator =
                ClientOptions.builder().name("operator").deadline(OPERATOR_DEADLINE).build();
        try (PaxosStore store = PaxosStore.connect(addresses, operator)) {
            MemberFaults members = new MemberFaults(target, store.members(), this::note);
            for (FaultKind kind : options.first()) {
                Thread.sleep(plan.rest());
                inject(plan.next(kind), members);
            }
            long end = System.nanoTime() + options.length().toNanos();
            while (true) {
                Thread.sleep(plan.rest());
                if (System.nanoTime() - end > 0) {
                    break;
                }
                inject(plan.next(), members);
            }
            for (Fault drain : plan.surplus()) {
                inject(List.of(drain), members);
            }
        }
    }

    private void inject(List<Fault> faults, MemberFaults members)
            throws IOException, InterruptedException {
        note(faults.toString());
        Fault first = faults.getFirst();
        if (first.kind().isOfMembers()) {
            injector.tally().injected(first.kind());
            members.run(first);
        } else {
            inject(faults);
        }
        health.await(faults);
    }

    private void inject(List<Fault> faults) throws IOException, InterruptedException {
        for (Fault fault : faults) {
            injector.begin(fault);
        }
        Fault first = faults.getFirst();
        injector.hold(first, first.length());
        if (injector.end(faults)) {
            health.ended(target.cluster().replica(first.victim()), "during " + faults);
        }
        for (Fault fault : faults) {
            if (fault.kind() == FaultKind.WIPE_KILL) {
                injector.killDuringRebuild(fault);
            }
            if (fault.kind() == FaultKind.FLIP) {
                health.flipped(fault.victim());
            }
        }
    }

    private void check(
            Workload patient,
            Workload impatient,
            FreshKeys fresh,
            List<WorkloadKey> keys,
            int space)
            throws IOException, InterruptedException {
        ReplicaComparison comparison = new ReplicaComparison(target.layout(), space);
        patient.readAll();
        note("comparing replicas");
        List<String> different = comparison.awaitEqual(keys, EQUAL_LIMIT);
        if (!different.isEmpty()) {
            problem(different.size() + " keys differ between replicas");
            different.stream().limit(DIFFERENCES_SHOWN_MAX).forEach(this::problem);
        }
        note("comparing stores");
        compareStores();
        if (patient.stats().failed() > 0) {
            problem(
                    "%d calls of patient clients failed:%n%s"
                            .formatted(patient.stats().failed(), patient.stats().failures()));
        }
        History<String, KvCall, KvAnswer> history = patient.history();
        history.addAll(impatient.history());
        history.addAll(fresh.history());
        EffectCheck.problems(history, keys).forEach(this::problem);
        LinearizabilityChecker.Verdict verdict = Workload.check(history);
        switch (verdict.result()) {
            case LINEARIZABLE -> {}
            case NOT_LINEARIZABLE -> problem("not linearizable: " + verdict.explanation());
            case UNDECIDED -> problem("linearizability undecided: " + verdict.explanation());
        }
        if (!log.problems().isEmpty()) {
            Path directory = target.cluster().directory();
            Files.write(directory.resolve("events.txt"), log.events());
            HistoryFile.write(directory.resolve("history.txt"), history, log.startNanos());
            EdnHistory.write(directory.resolve("history.edn"), history, log.startNanos());
        }
        if (options.history() != null) {
            EdnHistory.write(options.history(), history, log.startNanos());
        }
    }

    /** Stops all replicas and compares whatever lies in their files, asked for or not. */
    private void compareStores() throws IOException {
        target.cluster().close();
        StoreComparison comparison = new StoreComparison();
        for (ReplicaProcess replica : target.cluster().replicas()) {
            comparison.add(replica.id(), replica.data());
        }
        List<String> different = comparison.differences();
        note("compared the files of " + comparison.keys() + " keys");
        if (!different.isEmpty()) {
            problem(different.size() + " keys differ between stores");
            different.stream().limit(DIFFERENCES_SHOWN_MAX).forEach(this::problem);
        }
    }

    @Override
    public List<String> events() {
        return log.events();
    }

    private void problem(String sentence) {
        log.problem(sentence);
    }

    private void note(String sentence) {
        log.note(sentence);
    }
}
