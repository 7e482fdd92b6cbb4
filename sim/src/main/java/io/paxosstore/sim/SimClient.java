package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Voters;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.sim.check.Operation;

import org.jspecify.annotations.Nullable;

import java.util.TreeSet;

/**
 * A client as applications have it: several calls open at once, each tried at one node after the
 * other under one request id until it is answered or given up (Rules W5, E2). Not thread-safe.
 *
 * @param <I> what a call asks
 * @param <O> what a call answers
 */
final class SimClient<I, O> {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    /** How often a healed cluster may say "unknown" before the client believes it. */
    private static final int UNKNOWN_MAX = 4;

    private static final int ANY_NODE = 0;

    private final SimCluster cluster;
    private final Workload<I, O> workload;
    private final long clientId;
    private final RandomSource random;
    private final Swarm.Load load;
    private final long clockOffsetMillis;
    private final TreeSet<Long> openStamps = new TreeSet<>();
    private long lastStamp;
    private int unstarted;
    private int open;

    SimClient(SimCluster cluster, Workload<I, O> workload, long clientId, RandomSource random) {
        this.cluster = cluster;
        this.workload = workload;
        this.clientId = clientId;
        this.random = random;
        this.load = cluster.swarm().load();
        long spread = cluster.swarm().clocks().wallOffsetMillis();
        this.clockOffsetMillis = random.nextLong(2 * spread + 1) - spread;
    }

    /** Lets the client make so many more calls. */
    void begin(int calls) {
        unstarted += calls;
        for (int i = 0; i < load.window(); i++) {
            next();
        }
    }

    /** Reads a key at once, through this node first. */
    void read(int index, int node) {
        open++;
        new Call(workload.read(index), node).begin();
    }

    /** Writes a key at once, through this node first. */
    void write(int index, int node) {
        open++;
        new Call(workload.write(index, random), node).begin();
    }

    /** Whether all calls have ended. */
    boolean isDone() {
        return unstarted == 0 && open == 0;
    }

    private void next() {
        if (unstarted > 0 && open < load.window()) {
            unstarted--;
            open++;
            cluster.queue()
                    .after(
                            random.nextLong(load.thinkNanos() + 1),
                            () -> new Call(workload.draw(random), ANY_NODE).begin());
        }
    }

    private RequestId newRequestId() {
        long millis =
                SimClock.EPOCH_MILLIS
                        + cluster.queue().nowNanos() / NANOS_PER_MILLI
                        + clockOffsetMillis;
        long fraction = ((millis % 1000) << 32) / 1000;
        lastStamp = Math.max(lastStamp + 1, (millis / 1000) << 32 | fraction);
        openStamps.add(lastStamp);
        return new RequestId(clientId, lastStamp);
    }

    /** The stamp at and below which nothing will be retried (Rule E2). */
    private long settledFloor() {
        return openStamps.first() - 1;
    }

    /** One call, from its beginning to its end. */
    private final class Call {
        private final Workload.Task<I> task;
        private final int firstNode;
        private final long invoked;
        private @Nullable RequestId id;
        private int attempts;
        private int notExecuted;
        private boolean copied;
        private int unknowns;
        private int serial;
        private boolean ended;

        Call(Workload.Task<I> task, int firstNode) {
            this.task = task;
            this.firstNode = firstNode;
            this.invoked = cluster.queue().nowNanos();
        }

        void begin() {
            if (workload.command(task.call()) != null) {
                id = newRequestId();
            }
            attempt();
        }

        private void attempt() {
            if (ended) {
                return;
            }
            long age = cluster.queue().nowNanos() - invoked;
            if (!cluster.isHealed() && age > load.giveUpNanos()) {
                giveUp();
                return;
            }
            attempts++;
            int mine = ++serial;
            int to = target();
            long timeout = load.attemptNanos();
            SimCluster.Request request = request();
            SimCluster.Answer answer = outcome -> answered(mine, outcome);
            cluster.request(to, timeout, request, answer);
            if (id != null && !cluster.isHealed() && random.chance(load.lateCopyChance())) {
                copied = true;
                cluster.queue()
                        .after(
                                random.nextLong(20 * timeout),
                                () -> cluster.arrive(to, timeout, request, outcome -> {}));
            }
            // A node answers by the deadline; the client waits a little for the answer's way.
            cluster.queue()
                    .after(
                            timeout + timeout / 4,
                            () -> {
                                if (mine == serial) {
                                    attempt();
                                }
                            });
        }

        private int target() {
            Voters voters = cluster.topology().now(task.key()).voters();
            if (attempts == 1 && firstNode != ANY_NODE) {
                return firstNode;
            }
            if (attempts == 1 && random.chance(load.strayChance())) {
                return voters.id(random.nextInt(voters.count()));
            }
            return voters.id((attempts - 1) % voters.count());
        }

        private SimCluster.Request request() {
            RequestId requestId = id;
            EntityKey key = task.key();
            Command asked = workload.command(task.call());
            if (asked != null && requestId != null) {
                long floor = settledFloor();
                Command command = new RecordingMachine.Named(key, requestId, asked);
                return new SimCluster.Request.Write(key, requestId, floor, command);
            }
            return new SimCluster.Request.Read(key, task.option());
        }

        private void answered(int attempt, Outcome outcome) {
            if (ended) {
                return;
            }
            cluster.trace().add(clientId).add(attempt);
            switch (outcome) {
                case Outcome.Written written -> done(workload.written(written));
                case Outcome.Value value -> done(workload.seen(value));
                case Outcome.NotDone notDone -> {
                    notExecuted++;
                    retryIfCurrent(attempt);
                }
                case Outcome.Unknown unknown -> {
                    unknowns++;
                    if (cluster.isHealed() && unknowns >= UNKNOWN_MAX) {
                        giveUp();
                    } else {
                        retryIfCurrent(attempt);
                    }
                }
                case Outcome.RequestExpired expired -> expired(expired.forgottenStamp());
                case Outcome.Recovered _, Outcome.Current _, Outcome.Executed _ ->
                        throw new IllegalStateException("no answer to a client: " + outcome);
            }
        }

        private void done(O answer) {
            end();
            workload.learned(task, answer);
            workload.record(
                    task,
                    new Operation<>(
                            clientId, task.call(), answer, invoked, cluster.queue().nowNanos()));
        }

        /** Rule E2: after a first attempt a new id is safe; otherwise nobody knows. */
        private void expired(long forgottenStamp) {
            lastStamp = Math.max(lastStamp, forgottenStamp);
            RequestId old = id;
            if (attempts > 1 || copied || old == null) {
                giveUp();
                return;
            }
            openStamps.remove(old.stamp());
            id = newRequestId();
            attempts = 0;
            attempt();
        }

        private void retryIfCurrent(int attempt) {
            if (attempt == serial) {
                int mine = ++serial;
                cluster.queue()
                        .after(
                                load.attemptNanos() / 10 + 1,
                                () -> {
                                    if (mine == serial) {
                                        attempt();
                                    }
                                });
            }
        }

        private void giveUp() {
            end();
            boolean maybeExecuted = attempts > notExecuted || copied;
            RequestId last = id;
            if (last != null && maybeExecuted) {
                workload.gaveUp(task, Operation.unknown(clientId, task.call(), invoked), last);
            }
        }

        private void end() {
            ended = true;
            serial++;
            open--;
            if (id != null) {
                openStamps.remove(id.stamp());
            }
            next();
        }
    }
}
