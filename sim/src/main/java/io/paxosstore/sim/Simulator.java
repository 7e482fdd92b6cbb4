package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.space.Catalog;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.check.LinearizabilityChecker;
import io.paxosstore.sim.invariant.Checks;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One seed: a cluster under load and faults (safety phase), then healed, when everything asked must
 * be answered in bounded virtual time (liveness phase), then the checks of the whole. Not
 * thread-safe; run once.
 */
public final class Simulator {
    private static final long MILLI = 1_000_000L;

    /** What a seed is turned by for the draws of what expires. */
    private static final int FLASH_BITS = 17;

    /** A healed majority must have answered everything within this virtual time. */
    private static final long LIVENESS_NANOS = 20_000 * MILLI;

    /** The safety phase lasts this long at most, even if not all calls have been made. */
    private static final long SAFETY_NANOS = 4_000 * MILLI;

    /** Calls of each client in the liveness phase. */
    private static final int FINAL_CALLS = 3;

    /** A request must be answered this long after its deadline at the latest. */
    private static final long OVERDUE_NANOS = 1_500 * MILLI;

    /** What nobody waits for is brought up to date within this time: the sweeps take pauses. */
    private static final long REPAIR_NANOS = 120_000 * MILLI;

    /** How often a topology that is in the cluster is made before there are faults. */
    private static final double FOUNDED_FIRST_CHANCE = 0.8;

    /** It is waited for so long. */
    private static final long FOUNDING_NANOS = 10_000 * MILLI;

    /** How long the run goes on between two looks at what it waits for. */
    private static final long LOOK_NANOS = 5 * MILLI;

    /** For so long nodes must not have said or written anything in the end. */
    private static final long SILENCE_NANOS = 2_000 * MILLI;

    /** Late copies, their deadlines and all timers have passed after this time. */
    private static final long QUIET_NANOS = 15_000 * MILLI;

    /** More events than any run needs: something goes round in circles. */
    private static final long EVENTS_MAX = 5_000_000;

    /**
     * What a run is given besides its seed.
     *
     * @param nodes 3 or 5: those that vote at first
     * @param voting who votes, and of how many nodes
     * @param kind of the space: what the entries of its PaxosLogs are
     * @param mutation the planted bug, if any
     * @param kvBug the bug planted into the key-value model, if any
     * @param hostBug the bug planted into the nodes' hosts, if any
     * @param checks how closely to watch
     * @param storages makes the nodes' storages
     * @param scans whether names are listed now and then, which changes what the network draws
     */
    public record Setup(
            int nodes,
            Voting voting,
            SpaceKind kind,
            Planted mutation,
            KvBug kvBug,
            HostBug hostBug,
            Checks checks,
            SimStorage.Factory storages,
            boolean scans) {
        /** A key-value space. */
        public Setup(int nodes, Planted mutation, Checks checks, SimStorage.Factory storages) {
            this(
                    nodes,
                    Voting.STAYS,
                    SpaceKind.KEY_VALUE,
                    mutation,
                    KvBug.NONE,
                    HostBug.NONE,
                    checks,
                    storages,
                    false);
        }

        /** No planted bug, all checks, model storages. */
        public static Setup of(int nodes, SpaceKind kind) {
            SimStorage.Factory storages =
                    switch (kind) {
                        case KEY_VALUE -> (id, random) -> new ModelStorage();
                        case ENTITY ->
                                (id, random) -> new ModelEntityStorage(EntityBug.NONE, random);
                    };
            return new Setup(
                    nodes,
                    Voting.STAYS,
                    kind,
                    Mutation.NONE,
                    KvBug.NONE,
                    HostBug.NONE,
                    Checks.ALL,
                    storages,
                    false);
        }

        /** The same for a key-value space. */
        public static Setup of(int nodes) {
            return of(nodes, SpaceKind.KEY_VALUE);
        }

        /** The same with a bug planted into the model storages of an entity space. */
        Setup with(EntityBug bug, Checks level) {
            boolean everywhere = bug != EntityBug.APPLIED_IN_PART;
            SimStorage.Factory buggy =
                    (id, random) ->
                            new ModelEntityStorage(
                                    everywhere || id == 1 ? bug : EntityBug.NONE, random);
            return new Setup(nodes, voting, kind, mutation, kvBug, hostBug, level, buggy, scans);
        }

        /** The same with names that are listed now and then. */
        public Setup withScans() {
            return new Setup(nodes, voting, kind, mutation, kvBug, hostBug, checks, storages, true);
        }

        /** The same with other voters. */
        public Setup with(Voting other) {
            return new Setup(nodes, other, kind, mutation, kvBug, hostBug, checks, storages, scans);
        }

        /** The same with a planted bug. */
        public Setup with(Planted bug, Checks level) {
            return new Setup(nodes, voting, kind, bug, kvBug, hostBug, level, storages, scans);
        }

        /** The same with a bug planted into the key-value model. */
        Setup with(KvBug bug, Checks level) {
            return new Setup(nodes, voting, kind, mutation, bug, hostBug, level, storages, scans);
        }

        /** The same with a bug planted into the nodes' hosts. */
        public Setup with(HostBug bug, Checks level) {
            return new Setup(nodes, voting, kind, mutation, kvBug, bug, level, storages, scans);
        }
    }

    private final long seed;
    private final Setup setup;
    private final Trace trace;
    private final RandomSource random;
    private final SimCluster cluster;
    private final Workload<?, ?> workload;
    private final Nemesis nemesis;
    private final Lacks lacks;
    private final SimWatchers watchers;
    private final SimScans scans;
    private final @Nullable SpaceWorkload spaces;
    private final List<SimClient<?, ?>> clients = new ArrayList<>();

    private Simulator(long seed, Setup setup, @Nullable Consumer<String> lines) {
        this.seed = seed;
        this.setup = setup;
        this.trace = new Trace(lines);
        this.random = new RandomSource(seed * 31 + setup.nodes());
        Swarm swarm = Swarm.draw(random.fork(), setup.nodes(), setup.kind());
        trace.line(() -> "seed " + seed + ": " + swarm);
        this.cluster = new SimCluster(setup, swarm, trace, random.fork());
        this.workload =
                switch (setup.kind()) {
                    case KEY_VALUE -> new KvWorkload(swarm);
                    case ENTITY ->
                            new EntityWorkload(
                                    swarm.load(),
                                    swarm.hotEntity(),
                                    new RandomSource(~seed),
                                    new RandomSource(Long.rotateLeft(~seed, FLASH_BITS)));
                };
        this.lacks = new Lacks(cluster, workload.keys());
        List<EntityKey> breakable = new ArrayList<>(workload.keys());
        if (cluster.usesCatalog()) {
            breakable.add(Catalog.KEY);
        }
        VoterNemesis changes =
                VoterNemesis.of(setup.voting(), cluster, workload.keys(), breakable, random);
        this.nemesis = new Nemesis(cluster, breakable, changes, random.fork());
        this.watchers = new SimWatchers(seed, cluster, workload.keys(), setup.voting());
        this.scans = new SimScans(seed, cluster, workload.keys());
        for (int i = 0; i < swarm.load().clients(); i++) {
            clients.add(new SimClient<>(cluster, workload, 1 + i, random.fork()));
        }
        this.spaces = cluster.usesCatalog() ? new SpaceWorkload(cluster, random.fork()) : null;
    }

    /**
     * Runs one seed.
     *
     * @param lines takes a line for each thing that happens; null for none
     */
    public static SeedResult run(long seed, Setup setup, @Nullable Consumer<String> lines) {
        Simulator simulator = new Simulator(seed, setup, lines);
        try {
            simulator.run();
            return simulator.result(null, "");
        } catch (SimViolation violation) {
            return simulator.result(violation.invariant(), String.valueOf(violation.getMessage()));
        } catch (RuntimeException e) {
            StackTraceElement[] stack = e.getStackTrace();
            return simulator.result("CoreThrows", e + (stack.length == 0 ? "" : " at " + stack[0]));
        }
    }

    private SeedResult result(@Nullable String violation, String detail) {
        workload.count(cluster);
        trace.line(() -> violation == null ? "all invariants held" : violation + ": " + detail);
        return new SeedResult(
                seed,
                setup.nodes(),
                setup.voting(),
                setup.kind(),
                setup.scans(),
                trace.hash(),
                violation,
                detail,
                cluster.queue().scheduled(),
                workload.finished(),
                cluster.counts(),
                cluster.faults(),
                cluster.occurrences());
    }

    private void run() {
        if (setup.voting() == Voting.DRIVEN && random.fork().chance(FOUNDED_FIRST_CHANCE)) {
            awaitFounding();
        }
        nemesis.start();
        watchers.begin();
        if (setup.scans()) {
            scans.begin();
        }
        clients.forEach(client -> client.begin(cluster.swarm().load().callsPerClient()));
        if (spaces != null) {
            spaces.begin();
        }
        runUntil(cluster.queue().nowNanos() + SAFETY_NANOS);

        trace.line(() -> "the faults end");
        nemesis.stop();
        clients.forEach(client -> client.begin(cluster.swarm().hotEntity() ? 1 : FINAL_CALLS));
        if (spaces != null) {
            spaces.beginFinal();
        }
        long healedNanos = cluster.queue().nowNanos();
        runUntil(healedNanos + LIVENESS_NANOS);
        demandAllDone();
        if (nemesis.killInChange()) {
            clients.forEach(client -> client.begin(FINAL_CALLS));
            runFor(Nemesis.KILL_NANOS);
            clients.forEach(client -> client.begin(FINAL_CALLS));
            runUntil(cluster.queue().nowNanos() + LIVENESS_NANOS);
            demandAllDone();
            nemesis.bringBack();
        }
        await("HealedNodesEnter", lacks::epochs);
        converge();
        readEverything();
        if (nemesis.makeRoom()) {
            readEverything();
        }
        if (cluster.swarm().load().freshChance() > 0) {
            writeEverything();
        }
        endWatches();
        demandWhole();
        endScans();
        convergeCatalogs();
        losePower();
        settleEverything();
        convergeCatalogs();
        checkAnswered();
        if (spaces == null && setup.voting() != Voting.DRIVEN) {
            checkQuiet(); // catalogs and topologies are read anew again and again
        }
        checkHistory();
    }

    /** The nodes make the topology, if the network is not too slow for that yet. */
    private void awaitFounding() {
        while (!lacks.topology().isEmpty() && cluster.queue().nowNanos() < FOUNDING_NANOS) {
            runFor(LOOK_NANOS);
        }
    }

    /** All nodes' copies of the catalog become the newest one. */
    private void convergeCatalogs() {
        SpaceWorkload used = spaces;
        if (used != null) {
            await("CatalogsConverge", () -> lacks.first(used::lack));
        }
    }

    /** Runs until all calls have ended, or until that time. */
    private void runUntil(long untilNanos) {
        EventQueue queue = cluster.queue();
        while (!allDone() && queue.runNext(untilNanos)) {
            if (queue.scheduled() > EVENTS_MAX) {
                throw new SimViolation("ExchangeEnds", "more than " + EVENTS_MAX + " events");
            }
        }
    }

    private boolean allDone() {
        for (SimClient<?, ?> client : clients) {
            if (!client.isDone()) {
                return false;
            }
        }
        return spaces == null || spaces.isDone();
    }

    private void demandAllDone() {
        if (!allDone()) {
            long open = clients.stream().filter(client -> !client.isDone()).count();
            throw new SimViolation(
                    "HealedMajorityAnswers",
                    open
                            + " clients of keys, and maybe those of spaces, wait "
                            + LIVENESS_NANOS / MILLI
                            + " ms after the faults ended");
        }
    }

    /**
     * What was chosen reaches every node that has room, though no client asks for it there (Rule
     * C3).
     */
    private void converge() {
        await("HealedReplicasConverge", lacks::versions);
    }

    /** Who watches is told of the newest version. */
    private void endWatches() {
        await("WatchCatchesUp", watchers::lack);
        watchers.end();
    }

    /** Names can be listed at every node that is up, and votes. */
    private void endScans() {
        if (setup.scans()) {
            scans.healed();
            await("NamesAreListed", scans::lack);
            scans.end();
        }
    }

    /**
     * Goes on until something is as it must be, which is looked at now and then.
     *
     * @param invariant broken if that takes too long
     * @param lack says what is not as it must be; empty for nothing
     */
    private void await(String invariant, Supplier<String> lack) {
        long until = cluster.queue().nowNanos() + REPAIR_NANOS;
        String lacking = lack.get();
        while (!lacking.isEmpty()) {
            if (cluster.queue().nowNanos() >= until) {
                throw new SimViolation(invariant, lacking);
            }
            nemesis.replaceRefused();
            runFor(LOOK_NANOS);
            lacking = lack.get();
        }
    }

    /** Reads every key through every node, so that a write executed twice cannot stay hidden. */
    private void readEverything() {
        SimClient<?, ?> reader =
                new SimClient<>(cluster, workload, 1 + clients.size(), random.fork());
        clients.add(reader);
        for (int node = 1; node <= cluster.nodes(); node++) {
            if (cluster.liveNode(node) != null) {
                for (int i = 0; i < workload.keys().size(); i++) {
                    reader.read(i, node);
                }
            }
        }
        runUntil(cluster.queue().nowNanos() + LIVENESS_NANOS);
        demandAllDone();
    }

    /** Writes every key through every node: no entry is left that nobody can decide (Rule A5). */
    private void writeEverything() {
        SimClient<?, ?> writer =
                new SimClient<>(cluster, workload, 1 + clients.size(), random.fork());
        clients.add(writer);
        for (int node = 1; node <= cluster.nodes(); node++) {
            if (cluster.liveNode(node) != null) {
                for (int i = 0; i < workload.keys().size(); i++) {
                    writer.write(i, node);
                }
                runUntil(cluster.queue().nowNanos() + LIVENESS_NANOS);
                demandAllDone();
            }
        }
    }

    /** Every node that is up has got back what it had lost. */
    private void demandWhole() {
        await("HealedNodeBecomesWhole", lacks::memory);
    }

    /** All nodes at once: nobody knows any more what was chosen last (Rule D3). */
    private void losePower() {
        for (int id = 1; id <= cluster.nodes(); id++) {
            SimNode node = cluster.liveNode(id);
            if (node != null) {
                node.crash();
                node.start();
            }
        }
    }

    /** What was chosen becomes known again though no client asks (Rule C3). */
    private void settleEverything() {
        await("ChosenBecomesKnown", lacks::settled);
    }

    private void checkAnswered() {
        runFor(OVERDUE_NANOS);
        long overdue = cluster.overdue(OVERDUE_NANOS);
        if (overdue > 0) {
            throw new SimViolation("AnsweredByDeadline", overdue + " requests never answered");
        }
    }

    /** ExchangeEnds: when nobody asks anything any more, nothing is said any more (Rule K7). */
    private void checkQuiet() {
        runFor(QUIET_NANOS);
        long before = traffic();
        runFor(SILENCE_NANOS);
        if (traffic() != before) {
            throw new SimViolation("ExchangeEnds", "nodes still talk long after all is answered");
        }
    }

    private void runFor(long nanos) {
        EventQueue queue = cluster.queue();
        long until = queue.nowNanos() + nanos;
        while (queue.runNext(until)) {
            if (queue.scheduled() > EVENTS_MAX) {
                throw new SimViolation("ExchangeEnds", "more than " + EVENTS_MAX + " events");
            }
        }
    }

    private long traffic() {
        long traffic = 0;
        for (int id = 1; id <= cluster.nodes(); id++) {
            traffic += cluster.node(id).traffic();
        }
        return traffic;
    }

    private void checkHistory() {
        workload.settle(cluster.truth());
        LinearizabilityChecker.Verdict verdict = workload.check(cluster.truth());
        if (verdict.result() == LinearizabilityChecker.Result.NOT_LINEARIZABLE) {
            throw new SimViolation("LinearizableHistory", verdict.explanation());
        }
        if (spaces != null) {
            spaces.check();
        }
        trace.add(verdict.steps());
        trace.line(() -> "history " + verdict.result() + " after " + verdict.steps() + " steps");
    }
}
