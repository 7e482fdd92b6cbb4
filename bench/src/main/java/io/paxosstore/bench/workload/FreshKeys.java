package io.paxosstore.bench.workload;

import io.paxosstore.core.RandomSource;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writers of keys that nobody has written before, each at a store of its own, so that first entries
 * are under way at every moment and at every replica; callers give up soon, so that many first
 * entries stay open. Afterwards every key must be readable and writable through every store: none
 * may be left that no majority can decide. Started, stopped and checked by one thread.
 */
public final class FreshKeys {
    private static final long NO_TTL = 0;

    /** Of a hundred keys, how many a writer has to itself; writers meet at the others. */
    private static final int OWN_PERCENT = 60;

    /** How many shared keys are in use at a time. */
    private static final int SHARED = 4;

    /** Problems after which nothing more is tried: each may have cost a deadline. */
    private static final int PROBLEMS_MAX = 20;

    /** Calls of all writers after which the shared keys are other ones. */
    private static final int CALLS_OF_SHARED = 60;

    private final List<Writer> writers = new ArrayList<>();
    private final Set<String> names = new ConcurrentSkipListSet<>();
    private final WorkloadStats stats = new WorkloadStats();
    private final ClientThreads threads = new ClientThreads("a call to a fresh key");
    private final AtomicLong calls = new AtomicLong();

    /** Nobody writes yet. */
    public FreshKeys() {}

    /**
     * Adds a writer, before {@link #start}.
     *
     * @param store used by this writer alone; it gives up at its own deadline
     * @param id of the client in the history; no other's
     * @param pauseMax it rests for a random time below this one after each call
     */
    public void writer(KvStore store, int id, Duration pauseMax, long seed) {
        writers.add(new Writer(store, id, pauseMax, new RandomSource(seed)));
    }

    /** Starts all writers. */
    public void start() {
        writers.forEach(writer -> threads.start(writer::step));
    }

    /** Has all writers stop after their calls, and does not wait: for when something failed. */
    public void halt() {
        threads.halt();
    }

    /**
     * Stops all writers once their calls have ended.
     *
     * @throws TimeoutException when some call does not end
     */
    public void stop(Duration limit) throws InterruptedException, TimeoutException {
        threads.stop(limit);
    }

    /** What the writers see, live. */
    public WorkloadStats stats() {
        return stats;
    }

    /** The keys that were called, in order of their names. */
    public List<String> names() {
        return List.copyOf(names);
    }

    /** What all writers saw; they must rest. */
    public History<String, KvCall, KvAnswer> history() {
        History<String, KvCall, KvAnswer> merged = new History<>();
        writers.forEach(writer -> merged.addAll(writer.recorder.history()));
        return merged;
    }

    /**
     * Reads every key through every store and then writes it through one of them, as further calls
     * of the writers; they must rest, and all be well again.
     *
     * @param patient for each store one with a long deadline
     * @return the keys that cannot be read or written, a sentence each, the first few only; empty
     *     when there are none
     */
    public List<String> undecided(List<KvStore> patient) throws InterruptedException {
        List<String> problems = new ArrayList<>();
        Writer last = writers.getFirst();
        int turn = 0;
        for (String name : names()) {
            if (problems.size() >= PROBLEMS_MAX) {
                break;
            }
            for (KvStore store : patient) {
                answered(last.call(store, name, new KvCall.Read()), "read", name, problems);
            }
            KvStore store = patient.get(turn++ % patient.size());
            KvCall put = new KvCall.Write(new KvOperation.Put(last.freshValue(), NO_TTL));
            answered(last.call(store, name, put), "written", name, problems);
        }
        return problems;
    }

    private static void answered(
            KvStore.CallOutcome outcome, String what, String name, List<String> problems) {
        switch (outcome) {
            case KvStore.CallOutcome.Answered answered -> {}
            case KvStore.CallOutcome.Unknown(String why) ->
                    problems.add(name + " cannot be " + what + ": unknown outcome: " + why);
            case KvStore.CallOutcome.NotDone(String why) ->
                    problems.add(name + " cannot be " + what + ": " + why);
        }
    }

    private final class Writer {
        private final KvStore store;
        private final int id;
        private final Duration pauseMax;
        private final RandomSource random;
        private final HistoryRecorder recorder;
        private String lastKey = "";
        private long lastVersion;
        private long made;

        Writer(KvStore store, int id, Duration pauseMax, RandomSource random) {
            this.store = store;
            this.id = id;
            this.pauseMax = pauseMax;
            this.random = random;
            this.recorder = new HistoryRecorder(id);
        }

        void step() throws InterruptedException {
            int percent = random.nextInt(100);
            if (lastVersion > 0 && percent >= 85) {
                call(store, lastKey, follow(percent));
            } else {
                lastVersion = 0;
                lastKey = fresh();
                call(store, lastKey, first(percent));
            }
            ClientThreads.rest(random, pauseMax);
        }

        private String fresh() {
            long number = calls.incrementAndGet();
            if (random.nextInt(100) < OWN_PERCENT) {
                return "fresh-" + id + "-" + ++made;
            }
            return "fresh-shared-" + number / CALLS_OF_SHARED + "-" + random.nextInt(SHARED);
        }

        /** The first call for a key, as far as this writer knows. */
        private KvCall first(int percent) {
            if (percent < 40) {
                return new KvCall.Write(new KvOperation.Put(freshValue(), NO_TTL));
            }
            if (percent < 55) {
                return new KvCall.Write(new KvOperation.PutIfAbsent(freshValue(), NO_TTL));
            }
            if (percent < 70) {
                return new KvCall.Write(
                        new KvOperation.CompareVersionAndSet(0, freshValue(), NO_TTL));
            }
            return new KvCall.Read();
        }

        /** A call that rests on the version that the last one was told. */
        private KvCall follow(int percent) {
            return new KvCall.Write(
                    percent < 92
                            ? new KvOperation.CompareVersionAndDelete(lastVersion)
                            : new KvOperation.CompareVersionAndSet(
                                    lastVersion, freshValue(), NO_TTL));
        }

        byte[] freshValue() {
            return (id + "." + ++made).getBytes(StandardCharsets.US_ASCII);
        }

        KvStore.CallOutcome call(KvStore to, String key, KvCall call) throws InterruptedException {
            names.add(key);
            long invoked = System.nanoTime();
            KvStore.CallOutcome outcome = to.call(key, call);
            long returned = System.nanoTime();
            recorder.record(key, call, outcome, invoked, returned);
            switch (outcome) {
                case KvStore.CallOutcome.Answered(KvAnswer answer) -> {
                    stats.success(invoked, returned);
                    lastVersion = versionIn(call, answer);
                }
                case KvStore.CallOutcome.Unknown(String why) -> {
                    stats.failure(key + ": unknown outcome: " + why);
                    lastVersion = 0;
                }
                case KvStore.CallOutcome.NotDone(String why) -> {
                    stats.failure(key + ": not done: " + why);
                    lastVersion = 0;
                }
            }
            return outcome;
        }

        /** The version that the key has now, as far as the answer tells; 0 if it is absent. */
        private static long versionIn(KvCall call, KvAnswer answer) {
            boolean isRemoval =
                    call instanceof KvCall.Write(KvOperation command)
                            && command instanceof KvOperation.CompareVersionAndDelete;
            return switch (answer) {
                case KvAnswer.Seen seen -> seen.version();
                case KvAnswer.Written(KvResult result) ->
                        isRemoval && result.status() == WriteStatus.OK ? 0 : result.version();
            };
        }
    }
}
