package io.paxosstore.bench.workload;

import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.LinearizabilityChecker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

/**
 * Closed-loop clients that call a store without pause, now and then several times at once, and
 * record what they are told. Started and stopped by one thread; {@link #stats()} may be read by
 * any.
 */
public final class Workload {
    /** How often a client has several calls of one key under way at once. */
    private static final double BURST_CHANCE = 0.05;

    private static final int BURST_MAX = 8;

    private final KvStore store;
    private final List<WorkloadKey> keys;
    private final Clients plan;
    private final WorkloadStats stats = new WorkloadStats();
    private final List<Client> clients = new ArrayList<>();
    private final ClientThreads threads = new ClientThreads("a call");

    private Workload(KvStore store, List<WorkloadKey> keys, CallChooser.Mix mix, Clients plan) {
        this.store = store;
        this.keys = List.copyOf(keys);
        this.plan = plan;
        RandomSource random = new RandomSource(plan.seed());
        for (int index = 0; index < plan.count(); index++) {
            clients.add(new Client(plan.firstId() + index, mix, random));
        }
    }

    /**
     * Who calls. Keys that are given several times are called as many times as often.
     *
     * @param firstId the first client's id; of workloads that share keys, ids must differ
     * @param count how many clients
     * @param pauseMax each rests for a random time below this one after each call
     * @param seed of their choices
     */
    public record Clients(int firstId, int count, Duration pauseMax, long seed) {}

    /** Clients that read and write in every way. */
    public static Workload mixed(
            KvStore store, List<WorkloadKey> keys, int clientCount, long seed) {
        return mixed(store, keys, new Clients(0, clientCount, Duration.ZERO, seed));
    }

    /** Like {@link #mixed(KvStore, List, int, long)}. */
    public static Workload mixed(KvStore store, List<WorkloadKey> keys, Clients clients) {
        return new Workload(store, keys, CallChooser.Mix.MIXED, clients);
    }

    /** Clients that only put. */
    public static Workload puts(KvStore store, List<WorkloadKey> keys, int clientCount, long seed) {
        Clients clients = new Clients(0, clientCount, Duration.ZERO, seed);
        return new Workload(store, keys, CallChooser.Mix.PUTS, clients);
    }

    /** Starts all clients; may be called again after {@link #stop}, and the history goes on. */
    public void start() {
        stats.started();
        clients.forEach(client -> threads.start(client::step));
    }

    /** Has all clients stop after their calls, and does not wait: for when something failed. */
    public void halt() {
        threads.halt();
    }

    /**
     * Stops all clients once their calls have ended.
     *
     * @throws TimeoutException when some call does not end
     */
    public void stop(Duration limit) throws InterruptedException, TimeoutException {
        threads.stop(limit);
    }

    /** Reads every key once, as a further client, and records the answers; clients must rest. */
    public void readAll() throws InterruptedException {
        stats.started();
        for (WorkloadKey key : new LinkedHashSet<>(keys)) {
            clients.getFirst().call(key.name(), new KvCall.Read());
        }
    }

    /** What the clients see, live. */
    public WorkloadStats stats() {
        return stats;
    }

    /** What all clients saw; they must rest. */
    public History<String, KvCall, KvAnswer> history() {
        History<String, KvCall, KvAnswer> merged = new History<>();
        for (Client client : clients) {
            merged.addAll(client.recorder.history());
        }
        return merged;
    }

    /** Whether what all clients saw is linearizable; they must rest. */
    public LinearizabilityChecker.Verdict check() {
        return check(history());
    }

    /** Whether what the clients of several workloads saw is linearizable. */
    public static LinearizabilityChecker.Verdict check(History<String, KvCall, KvAnswer> history) {
        return LinearizabilityChecker.check(
                new ClientModel(), history, LinearizabilityChecker.STEPS_MAX);
    }

    /** A call that has ended. */
    private record Timed(KvCall call, KvStore.CallOutcome outcome, long invoked, long returned) {}

    private final class Client {
        private final CallChooser.Mix mix;
        private final RandomSource random;
        private final CallChooser chooser;
        private final HistoryRecorder recorder;

        Client(int id, CallChooser.Mix mix, RandomSource parent) {
            this.mix = mix;
            this.random = parent.fork();
            this.chooser = new CallChooser(id, mix, parent.fork());
            this.recorder = new HistoryRecorder(id);
        }

        void step() throws InterruptedException {
            WorkloadKey key = keys.get(random.nextInt(keys.size()));
            if (mix == CallChooser.Mix.MIXED && random.chance(BURST_CHANCE)) {
                burst(key);
            } else {
                call(key.name(), chooser.next(key));
            }
            ClientThreads.rest(random, plan.pauseMax());
        }

        /** Several calls at once: they come to a node together, and may share an entry there. */
        private void burst(WorkloadKey key) throws InterruptedException {
            int count = 2 + random.nextInt(BURST_MAX - 1);
            List<FutureTask<Timed>> calls = new ArrayList<>();
            for (int number = 0; number < count; number++) {
                KvCall call = chooser.next(key);
                calls.add(new FutureTask<>(() -> timed(key.name(), call)));
            }
            calls.forEach(Thread::startVirtualThread);
            for (FutureTask<Timed> call : calls) {
                try {
                    note(key.name(), call.get());
                } catch (ExecutionException e) {
                    throw new IllegalStateException("a call of " + key.name() + " failed", e);
                }
            }
        }

        void call(String key, KvCall call) throws InterruptedException {
            note(key, timed(key, call));
        }

        private Timed timed(String key, KvCall call) throws InterruptedException {
            long invoked = System.nanoTime();
            KvStore.CallOutcome outcome = store.call(key, call);
            return new Timed(call, outcome, invoked, System.nanoTime());
        }

        private void note(String key, Timed done) {
            KvCall call = done.call();
            recorder.record(key, call, done.outcome(), done.invoked(), done.returned());
            switch (done.outcome()) {
                case KvStore.CallOutcome.Answered answered -> {
                    stats.success(done.invoked(), done.returned());
                    chooser.answered(key, answered.answer());
                }
                case KvStore.CallOutcome.Unknown unknown ->
                        stats.failure(describe(key, call) + ": unknown outcome: " + unknown.why());
                case KvStore.CallOutcome.NotDone notDone ->
                        stats.failure(describe(key, call) + ": not done: " + notDone.why());
            }
        }

        private static String describe(String key, KvCall call) {
            return switch (call) {
                case KvCall.Read read -> "read of " + key;
                case KvCall.Write(KvOperation command) ->
                        command.getClass().getSimpleName() + " of " + key;
            };
        }
    }
}
