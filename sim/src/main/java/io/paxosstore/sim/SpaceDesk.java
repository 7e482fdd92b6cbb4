package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Caller;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.space.Catalog;
import io.paxosstore.node.space.CatalogRequest;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.sim.check.CatalogAnswer;
import io.paxosstore.sim.check.CatalogCall;
import io.paxosstore.sim.invariant.CatalogTruth;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * The front end of the simulated nodes for clients of spaces: what a server's session does with
 * their requests, without the bytes. Remembers every attempt that reached a node. Not thread-safe.
 */
final class SpaceDesk {
    private static final int CLIENTS = 0;
    private static final long CORRELATION = 1;

    /** An attempt that reached a node, and what became of it there. */
    static final class Attempt {
        final CatalogCall call;
        final long invoked;
        @Nullable CatalogAnswer answer;
        long returned;

        /** Whether it is known that nothing was done. */
        boolean notDone;

        Attempt(CatalogCall call, long invoked) {
            this.call = call;
            this.invoked = invoked;
        }
    }

    /** What became of a call in a space: an outcome, or a refusal. */
    record Ending(@Nullable Outcome outcome, @Nullable Refusal refusal) {}

    private final SimCluster cluster;
    private final CatalogTruth truth;
    private final List<Attempt> attempts = new ArrayList<>();

    SpaceDesk(SimCluster cluster) {
        this.cluster = cluster;
        this.truth = cluster.catalogTruth();
    }

    /** All attempts that reached a node. */
    List<Attempt> attempts() {
        return attempts;
    }

    private long now() {
        return cluster.queue().nowNanos();
    }

    /**
     * Asks a node's catalog.
     *
     * @param told takes the answer, if any; null if the node has none
     */
    void ask(int to, CatalogCall call, long timeoutNanos, Consumer<@Nullable CatalogAnswer> told) {
        toNode(
                to,
                node -> {
                    if (node.host().calls().closed() == null) {
                        new Asked(node, call, told).begin(timeoutNanos);
                    } else {
                        toClient(to, () -> told.accept(null));
                    }
                });
    }

    /**
     * Has a node execute a call in a space, if nothing is wrong with it.
     *
     * @param call of its deadline on the node's clock
     */
    void execute(int to, LongFunction<Call> call, long timeoutNanos, Consumer<Ending> told) {
        toNode(
                to,
                node -> {
                    long deadlineNanos = node.clock().monotonicNanos(now() + timeoutNanos);
                    new Executed(node, call.apply(deadlineNanos), told).begin();
                });
    }

    private void toNode(int to, Consumer<SimNode> task) {
        cluster.network()
                .send(
                        CLIENTS,
                        to,
                        () -> {
                            SimNode node = cluster.liveNode(to);
                            if (node != null) {
                                node.loop().run(() -> task.accept(node));
                            }
                        });
    }

    private void toClient(int from, Runnable task) {
        cluster.network().send(from, CLIENTS, task);
    }

    private void trace(int node, Object what) {
        cluster.trace().add(now()).add(node).add(what.toString());
        cluster.trace().line(() -> cluster.at(node) + what);
    }

    /** A request that waits for the catalog or for its deadline: what comes first answers it. */
    private final class Asked {
        private final int node;
        private final SimLoop loop;
        private final ReplicaHost host;
        private final Attempt attempt;
        private final Consumer<@Nullable CatalogAnswer> told;
        private boolean answered;

        Asked(SimNode node, CatalogCall call, Consumer<@Nullable CatalogAnswer> told) {
            this.node = node.id();
            this.loop = node.loop();
            this.host = node.host();
            this.attempt = new Attempt(call, now());
            this.told = told;
        }

        void begin(long timeoutNanos) {
            attempts.add(attempt);
            trace(node, attempt.call);
            if (attempt.call instanceof CatalogCall.Drop drop) {
                truth.dropBegins(drop.name());
            }
            FailureCode late =
                    attempt.call.isChange() ? FailureCode.UNKNOWN_OUTCOME : FailureCode.DEADLINE;
            loop.schedule(
                    () -> finish(new CatalogRequest.Answer.Failed(late, "late")), timeoutNanos);
            host.catalog().submit(request(answer -> loop.execute(() -> finish(answer))));
        }

        private CatalogRequest request(Consumer<CatalogRequest.Answer> answer) {
            return switch (attempt.call) {
                case CatalogCall.Create create ->
                        new CatalogRequest.Create(
                                create.name(),
                                create.kind(),
                                create.ifNotExists(),
                                new Catalog.Creator(create.creator(), create.creator()),
                                answer);
                case CatalogCall.Drop drop ->
                        new CatalogRequest.Drop(drop.name(), drop.repeated(), answer);
                case CatalogCall.Open open -> new CatalogRequest.Open(open.name(), answer);
                case CatalogCall.ListAll _ -> new CatalogRequest.ListAll(answer);
            };
        }

        private void finish(CatalogRequest.Answer ended) {
            if (answered) {
                return;
            }
            answered = true;
            trace(node, "answers " + ended);
            CatalogAnswer answer = answer(ended);
            attempt.answer = answer;
            attempt.returned = now();
            attempt.notDone =
                    ended instanceof CatalogRequest.Answer.Failed failed
                            && failed.code().isNotDone()
                            && answer == null;
            if (attempt.call instanceof CatalogCall.Drop drop
                    && (answer != null || attempt.notDone)) {
                truth.dropEnded(drop.name(), now());
            }
            if (ended instanceof CatalogRequest.Answer.One one) {
                truth.told(one.space().id(), one.space().name(), attempt.invoked);
            }
            toClient(node, () -> told.accept(answer));
        }

        private static @Nullable CatalogAnswer answer(CatalogRequest.Answer ended) {
            return switch (ended) {
                case CatalogRequest.Answer.One one -> new CatalogAnswer.One(one.space().id());
                case CatalogRequest.Answer.All all -> {
                    TreeMap<String, Integer> ids = new TreeMap<>();
                    for (SpaceInfo space : all.spaces()) {
                        ids.put(space.name(), space.id());
                    }
                    yield new CatalogAnswer.All(ids);
                }
                case CatalogRequest.Answer.Done _ -> new CatalogAnswer.Dropped();
                case CatalogRequest.Answer.Failed failed
                        when failed.code() == FailureCode.SPACE_EXISTS ->
                        new CatalogAnswer.Exists();
                case CatalogRequest.Answer.Failed failed
                        when failed.code() == FailureCode.UNKNOWN_SPACE ->
                        new CatalogAnswer.Unknown();
                case CatalogRequest.Answer.Failed _ -> null;
            };
        }
    }

    /** A call in a space. */
    private final class Executed implements Caller {
        private final int node;
        private final int space;
        private final ReplicaHost host;
        private final Call call;
        private final Consumer<Ending> told;
        private final boolean wasLive;
        private final boolean knewDropped;

        Executed(SimNode node, Call call, Consumer<Ending> told) {
            this.node = node.id();
            this.space = call.key().space();
            this.host = node.host();
            this.call = call;
            this.told = told;
            this.wasLive = truth.isLive(space);
            this.knewDropped = host.catalog().current().status(space) == Catalog.Status.DROPPED;
        }

        void begin() {
            trace(node, call.operation() + " in space " + space);
            host.calls().execute(this, CORRELATION, call);
        }

        @Override
        public int homeShard() {
            return 0;
        }

        @Override
        public boolean isClient() {
            return true;
        }

        @Override
        public boolean begins(long correlation, int contentBytes) {
            return true;
        }

        @Override
        public void ended(long correlation) {}

        @Override
        public void complete(long correlation, Operation operation, Outcome outcome) {
            trace(node, "has executed a call in space " + space);
            truth.served(node, space, knewDropped);
            truth.servedKey(node, space, SpaceKind.of(space) == SpaceKind.KEY_VALUE);
            toClient(node, () -> told.accept(new Ending(outcome, null)));
        }

        @Override
        public void refused(long correlation, Refusal refusal) {
            trace(node, refusal);
            if (refusal instanceof Refusal.UnknownSpace) {
                truth.refused(node, space, wasLive);
            }
            toClient(node, () -> told.accept(new Ending(null, refusal)));
        }
    }
}
