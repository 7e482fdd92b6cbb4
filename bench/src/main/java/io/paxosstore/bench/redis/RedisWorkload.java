package io.paxosstore.bench.redis;

import io.paxosstore.bench.workload.ClientThreads;
import io.paxosstore.core.RandomSource;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.LinearizabilityChecker;
import io.paxosstore.sim.check.Operation;
import io.paxosstore.sim.check.RedisCall;
import io.paxosstore.sim.check.RedisModel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/**
 * Closed-loop clients of Redis that use strings, counters, hashes, lists and sorted sets, one
 * command at a time or several in a pipeline, transactions over keys of one tag, and transfers
 * between accounts that WATCH guards; and record what they are told. Every few seconds they go on
 * to new keys, so that the outcomes that stay unknown of one key are few enough to be checked.
 *
 * <p>Started and stopped by one thread; {@link #tally} may be read by any.
 */
public final class RedisWorkload {
    private static final Duration GENERATION = Duration.ofSeconds(4);
    private static final Duration PAUSE_MAX = Duration.ofMillis(8);

    /** After a call that failed: faults last, and outcomes that stay unknown are to be few. */
    private static final Duration REST_MAX = Duration.ofMillis(300);

    private static final double TRANSACTION_CHANCE = 0.12;
    private static final double TRANSFER_CHANCE = 0.10;
    private static final double PIPELINE_CHANCE = 0.12;
    private static final int PIPELINE_MAX = 6;
    private static final int PROBLEMS_MAX = 20;
    private static final Duration READ_PAUSE = Duration.ofMillis(50);
    private static final Duration READ_LIMIT = Duration.ofSeconds(20);

    private final List<Client> clients = new ArrayList<>();
    private final ClientThreads threads = new ClientThreads("a call to the port for Redis");
    private final RedisTally tally = new RedisTally();
    private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();
    private final AtomicLong newest = new AtomicLong();
    private final long startNanos = System.nanoTime();

    /**
     * Clients that rest.
     *
     * @param stores gives a client with this number its connection
     * @param count how many clients
     * @param seed of their choices
     */
    public RedisWorkload(IntFunction<RedisStore> stores, int count, long seed) {
        RandomSource random = new RandomSource(seed);
        for (int number = 0; number < count; number++) {
            clients.add(new Client(number, stores.apply(number), random));
        }
    }

    /** Starts all clients. */
    public void start() {
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
        if (threads.ended() > 0) {
            problem(threads.ended() + " clients have ended by themselves");
        }
        threads.stop(limit);
        clients.forEach(client -> client.store.close());
    }

    /**
     * Reads all that there is, at each of these places, and records the answers; clients must rest.
     *
     * @param places a connection to each node
     */
    public void readAll(List<RedisStore> places) throws InterruptedException {
        Client reader = clients.getFirst();
        for (long generation = 0; generation <= newest.get(); generation++) {
            for (RedisSubject subject : RedisSubject.ofGeneration(generation)) {
                for (RedisStore place : places) {
                    readAll(reader, place, subject);
                }
            }
        }
    }

    private void readAll(Client reader, RedisStore place, RedisSubject subject)
            throws InterruptedException {
        for (RedisSubject.Kind kind : subject.kinds()) {
            for (RedisCall.Command read : subject.reads(kind)) {
                untilDone(reader, place, subject, subject.object(kind), read);
            }
        }
        if (subject.isTag()) {
            untilDone(reader, place, subject, subject.object(), subject.readOfAccounts());
        }
    }

    private void untilDone(
            Client reader,
            RedisStore place,
            RedisSubject subject,
            String object,
            RedisCall.Command read)
            throws InterruptedException {
        long end = System.nanoTime() + READ_LIMIT.toNanos();
        Call call = new Call(object, read);
        Told told = reader.ask(place, subject.database(), List.of(call)).getFirst();
        while (!(told instanceof Told.Done)) {
            if (System.nanoTime() - end > 0) {
                problem("after all faults have ended " + read + " is answered by " + told);
                return;
            }
            Thread.sleep(READ_PAUSE);
            told = reader.ask(place, subject.database(), List.of(call)).getFirst();
        }
    }

    private void problem(String sentence) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(sentence);
        }
    }

    /** What came of the calls, live. */
    public RedisTally tally() {
        return tally;
    }

    /** What all clients saw; they must rest. */
    public History<String, RedisCall, Object> history() {
        History<String, RedisCall, Object> merged = new History<>();
        clients.forEach(client -> merged.addAll(client.history));
        return merged;
    }

    /**
     * What is wrong with what the clients saw, a sentence each: errors that faults do not explain,
     * and objects whose history is not linearizable, or cannot be decided. Clients must rest.
     */
    public List<String> problems() {
        List<String> all = new ArrayList<>(problems);
        for (Map.Entry<String, List<Operation<RedisCall, Object>>> one :
                history().byKey().entrySet()) {
            LinearizabilityChecker.Verdict verdict =
                    LinearizabilityChecker.check(
                            new RedisModel(), one.getValue(), LinearizabilityChecker.STEPS_MAX);
            switch (verdict.result()) {
                case LINEARIZABLE -> {}
                case NOT_LINEARIZABLE ->
                        all.add(one.getKey() + " is not linearizable: " + verdict.explanation());
                case UNDECIDED -> all.add(one.getKey() + " is undecided: " + verdict.explanation());
            }
        }
        return all;
    }

    /**
     * A call.
     *
     * @param object that it is recorded for; empty if it is not
     */
    private record Call(String object, RedisCall call) {}

    private final class Client {
        private final int number;
        private final RedisStore store;
        private final RandomSource random;
        private final RedisChooser chooser;
        private final History<String, RedisCall, Object> history = new History<>();

        Client(int number, RedisStore store, RandomSource parent) {
            this.number = number;
            this.store = store;
            this.random = parent.fork();
            this.chooser = new RedisChooser(number, parent.fork());
        }

        void step() throws InterruptedException {
            long generation = (System.nanoTime() - startNanos) / GENERATION.toNanos();
            newest.accumulateAndGet(generation, Math::max);
            List<RedisSubject> subjects = RedisSubject.ofGeneration(generation);
            RedisSubject subject = subjects.get(random.nextInt(subjects.size()));
            boolean isDone = act(subject, subjects);
            ClientThreads.rest(random, isDone ? PAUSE_MAX : REST_MAX);
        }

        private boolean act(RedisSubject subject, List<RedisSubject> subjects)
                throws InterruptedException {
            if (subject.isTag() && random.chance(TRANSFER_CHANCE)) {
                return transfer(subject);
            }
            if (subject.isTag() && random.chance(TRANSACTION_CHANCE)) {
                return areDone(
                        subject, List.of(new Call(subject.object(), chooser.transaction(subject))));
            }
            List<Call> calls = new ArrayList<>();
            calls.add(single(subject));
            if (random.chance(PIPELINE_CHANCE)) {
                pipeline(subject, subjects, calls);
            }
            return areDone(subject, calls);
        }

        private Call single(RedisSubject subject) {
            RedisSubject.Kind kind = chooser.kind(subject);
            return new Call(subject.object(kind), chooser.command(subject, kind));
        }

        /** More commands, on keys of the same database. */
        private void pipeline(RedisSubject first, List<RedisSubject> subjects, List<Call> calls) {
            List<RedisSubject> others =
                    subjects.stream()
                            .filter(other -> other.database() == first.database())
                            .toList();
            int count = 1 + random.nextInt(PIPELINE_MAX - 1);
            for (int i = 0; i < count; i++) {
                calls.add(single(others.get(random.nextInt(others.size()))));
            }
        }

        private boolean transfer(RedisSubject subject) throws InterruptedException {
            List<Call> before = new ArrayList<>();
            for (RedisCall call : RedisChooser.beforeTransfer(subject)) {
                before.add(new Call(call.isReadOnly() ? subject.object() : "", call));
            }
            List<Told> told = ask(store, subject.database(), before);
            if (told.getFirst() instanceof Told.Done
                    && told.getLast() instanceof Told.Done(List<?> seen)) {
                RedisCall.Transaction transfer = chooser.transfer(subject, seen);
                return areDone(subject, List.of(new Call(subject.object(), transfer)));
            }
            return false;
        }

        private boolean areDone(RedisSubject subject, List<Call> calls)
                throws InterruptedException {
            return ask(store, subject.database(), calls).stream()
                    .allMatch(told -> told instanceof Told.Done);
        }

        List<Told> ask(RedisStore place, int database, List<Call> calls)
                throws InterruptedException {
            long invoked = System.nanoTime();
            List<Told> told = place.call(database, calls.stream().map(Call::call).toList());
            long returned = System.nanoTime();
            for (int i = 0; i < calls.size(); i++) {
                tally.add(told.get(i));
                note(calls.get(i), told.get(i), invoked, returned);
            }
            return told;
        }

        private void note(Call call, Told told, long invoked, long returned) {
            switch (told) {
                case Told.Done(Object reply) -> {
                    if (!call.object().isEmpty()) {
                        history.add(
                                call.object(),
                                new Operation<>(number, call.call(), reply, invoked, returned));
                    }
                }
                case Told.Unknown unknown -> {
                    if (!call.object().isEmpty() && !call.call().isReadOnly()) {
                        history.add(call.object(), Operation.unknown(number, call.call(), invoked));
                    }
                }
                case Told.NotDone notDone -> {}
                case Told.Refused(String error) ->
                        problem("client " + number + ", " + call.call() + ": " + error);
            }
        }
    }
}
