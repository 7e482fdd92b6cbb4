package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.check.CatalogAnswer;
import io.paxosstore.sim.check.CatalogCall;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.Operation;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A client that creates, opens, lists and drops spaces, and writes and reads a key in those it was
 * told of: one call after the other, each tried at one node after the other until it is answered or
 * given up. Not thread-safe.
 */
final class SpaceClient {
    private static final long FIRST_ID = 1_000_000;
    private static final long MILLI = 1_000_000L;
    private static final int SECOND_SHIFT = 32;
    private static final long THINK_NANOS = 60 * MILLI;

    /** A request for spaces takes a node some rounds among all nodes. */
    private static final long TIMEOUT_NANOS_MIN = 250 * MILLI;

    private static final int ENTITY_PERCENT = 15;
    private static final byte[] KEY = "k".getBytes(StandardCharsets.UTF_8);
    private static final List<String> NAMES = List.of("a", "b", "c");

    private final SimCluster cluster;
    private final SpaceWorkload workload;
    private final SpaceDesk desk;
    private final long clientId;
    private final RandomSource random;
    private final long timeoutNanos;
    private long lastStamp;
    private int unstarted;
    private boolean open;

    /**
     * @param index which of the clients it is
     */
    SpaceClient(
            SimCluster cluster,
            SpaceWorkload workload,
            SpaceDesk desk,
            int index,
            RandomSource random) {
        this.cluster = cluster;
        this.workload = workload;
        this.desk = desk;
        this.clientId = FIRST_ID + index;
        this.random = random;
        this.timeoutNanos = Math.max(TIMEOUT_NANOS_MIN, cluster.swarm().load().attemptNanos());
    }

    /** Lets the client make so many more calls. */
    void begin(int calls) {
        unstarted += calls;
        next();
    }

    /** Whether all calls have ended. */
    boolean isDone() {
        return unstarted == 0 && !open;
    }

    private void next() {
        if (unstarted > 0 && !open) {
            unstarted--;
            open = true;
            cluster.queue().after(1 + random.nextLong(THINK_NANOS), () -> draw().attempt());
        }
    }

    private Tried draw() {
        int what = random.nextInt(100);
        String name = NAMES.get(random.nextInt(NAMES.size()));
        List<Integer> told = workload.told();
        if (what < 45 && !told.isEmpty()) {
            // Mostly one of the latest.
            int back = random.chance(0.7) ? Math.min(2, told.size()) : told.size();
            return new InSpace(told.get(told.size() - 1 - random.nextInt(back)));
        }
        boolean entity = random.nextInt(100) < ENTITY_PERCENT;
        SpaceKind kind = entity ? SpaceKind.ENTITY : SpaceKind.KEY_VALUE;
        return switch (what % 8) {
            case 0, 1 -> new OfCatalog(new CatalogCall.Drop(name));
            case 2 -> new OfCatalog(new CatalogCall.Open(name));
            case 3 -> new OfCatalog(new CatalogCall.ListAll());
            default -> new OfCatalog(new CatalogCall.Create(name, kind, random.chance(0.4)));
        };
    }

    private long newStamp() {
        long seconds = (SimClock.EPOCH_MILLIS + cluster.queue().nowNanos() / MILLI) / 1000;
        lastStamp = Math.max(lastStamp + 1, seconds << SECOND_SHIFT);
        return lastStamp;
    }

    /** One call, from its beginning to its end. */
    private abstract class Tried {
        final long invoked = cluster.queue().nowNanos();
        private final int first = random.nextInt(cluster.nodes());
        private int attempts;
        private int serial;
        private boolean over;

        /** Asks a node. */
        abstract void send(int to);

        /** Nobody has answered. */
        abstract void givenUp();

        final int attempts() {
            return attempts;
        }

        final boolean isOver() {
            return over;
        }

        final void attempt() {
            long age = cluster.queue().nowNanos() - invoked;
            if (!cluster.isHealed() && age > cluster.swarm().load().giveUpNanos()) {
                givenUp();
                end();
                return;
            }
            int mine = ++serial;
            int to = 1 + (first + attempts) % cluster.nodes();
            attempts++;
            again(mine, timeoutNanos + timeoutNanos / 4);
            send(to);
        }

        private void again(int mine, long nanos) {
            cluster.queue()
                    .after(
                            nanos,
                            () -> {
                                if (mine == serial) {
                                    attempt();
                                }
                            });
        }

        /** A node cannot answer: another may. */
        final void retry() {
            int mine = ++serial;
            again(mine, timeoutNanos / 10);
        }

        final void end() {
            over = true;
            serial++;
            open = false;
            next();
        }
    }

    private final class OfCatalog extends Tried {
        private final CatalogCall call;
        private RequestId id = new RequestId(clientId, newStamp());

        /** Attempts that may have changed the catalog, or may do so yet. */
        private int uncertain;

        OfCatalog(CatalogCall call) {
            this.call = call;
            if (call instanceof CatalogCall.Drop drop) {
                cluster.catalogTruth().dropBegins(drop.name());
            }
        }

        @Override
        void send(int to) {
            int attempt = attempts();
            uncertain++;
            desk.ask(to, call, id, timeoutNanos, told -> told(attempt, told));
        }

        private void told(int attempt, SpaceDesk.Told told) {
            if (isOver()) {
                return;
            }
            switch (told) {
                case SpaceDesk.Told.Answered answered -> {
                    answered(answered.answer());
                    end();
                }
                case SpaceDesk.Told.Unknown _ -> retryAfter(attempt);
                case SpaceDesk.Told.NotDone _ -> {
                    uncertain--;
                    retryAfter(attempt);
                }
                case SpaceDesk.Told.Expired expired -> {
                    uncertain--;
                    onExpired(attempt, expired.forgottenStamp());
                }
            }
        }

        /** Only a call of which nothing can have been done may be asked for anew (Rule E2). */
        private void onExpired(int attempt, long forgottenStamp) {
            if (uncertain > 0) {
                givenUp();
                end();
            } else {
                lastStamp = Math.max(lastStamp, forgottenStamp);
                id = new RequestId(clientId, newStamp());
                retryAfter(attempt);
            }
        }

        private void retryAfter(int attempt) {
            if (attempt == attempts()) {
                retry();
            }
        }

        /** Whatever becomes of other attempts, the call is done once (Rules E1 to E3). */
        private void answered(CatalogAnswer answer) {
            long now = cluster.queue().nowNanos();
            switch (call) {
                case CatalogCall.Drop drop -> cluster.catalogTruth().dropEnded(drop.name(), now);
                case CatalogCall.Create create -> toldOf(create.name(), answer);
                case CatalogCall.Open open -> toldOf(open.name(), answer);
                case CatalogCall.ListAll _ -> {}
            }
            workload.record(new Operation<>(clientId, call, answer, invoked, now));
        }

        private void toldOf(String name, CatalogAnswer answer) {
            if (answer instanceof CatalogAnswer.One one) {
                cluster.catalogTruth().told(one.id(), name, invoked);
                workload.told(one.id());
            }
        }

        @Override
        void givenUp() {
            if (uncertain > 0 && call.isChange()) {
                workload.record(Operation.unknown(clientId, call, invoked));
            } else if (call instanceof CatalogCall.Drop drop) {
                cluster.catalogTruth().dropEnded(drop.name(), cluster.queue().nowNanos());
            }
        }
    }

    private final class InSpace extends Tried {
        private final EntityKey key;
        private final KvCall call;
        private final long stamp = newStamp();

        InSpace(int space) {
            this.key = new EntityKey(space, KEY);
            byte[] value = ("v" + workload.unique()).getBytes(StandardCharsets.UTF_8);
            this.call =
                    random.chance(0.5)
                            ? new KvCall.Read()
                            : new KvCall.Write(new KvOperation.Put(value, 0));
        }

        @Override
        void send(int to) {
            int attempt = attempts();
            desk.execute(to, this::call, timeoutNanos, ending -> ended(attempt, ending));
        }

        private Call call(long deadlineNanos) {
            return switch (call) {
                case KvCall.Read _ ->
                        new Call.Read(key, ReadMode.LINEARIZABLE, null, deadlineNanos);
                case KvCall.Write write ->
                        new Call.Write(
                                key,
                                new RequestId(clientId, stamp),
                                stamp - 1,
                                write.command(),
                                deadlineNanos);
            };
        }

        private void ended(int attempt, SpaceDesk.Ending ending) {
            if (isOver()) {
                return;
            }
            boolean refused =
                    ending.refusal() instanceof Refusal.UnknownSpace
                            || ending.refusal() instanceof Refusal.WrongKind;
            if (ending.outcome() instanceof Outcome.Value value) {
                byte[] state = value.state().bytes();
                answered(
                        KvAnswer.Seen.of(
                                value.version(), KvState.value(state), KvState.version(state)));
            } else if (ending.outcome() instanceof Outcome.Written written) {
                answered(new KvAnswer.Written(KvResult.decode(written.result().bytes())));
            } else if (refused || ending.outcome() instanceof Outcome.RequestExpired) {
                givenUp();
                end();
            } else if (attempt == attempts()) {
                retry();
            }
        }

        /** What a dropped space answers is of no interest, since its data may be gone anywhere. */
        private void answered(KvAnswer answer) {
            if (cluster.catalogTruth().isLive(key.space())) {
                long now = cluster.queue().nowNanos();
                workload.record(key, new Operation<>(clientId, call, answer, invoked, now));
            } else {
                givenUp();
            }
            end();
        }

        @Override
        void givenUp() {
            if (call instanceof KvCall.Write) {
                workload.record(key, Operation.unknown(clientId, call, invoked));
            }
        }
    }
}
