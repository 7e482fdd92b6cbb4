package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
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

import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * The front end of the simulated nodes for clients of spaces: what a server's session does with
 * their requests, without the bytes. Not thread-safe.
 */
final class SpaceDesk {
    private static final int CLIENTS = 0;
    private static final long CORRELATION = 1;

    /** What a node says of one attempt of a call of the catalog. */
    sealed interface Told {
        /** The call's answer. */
        record Answered(CatalogAnswer answer) implements Told {}

        /** Nothing is known. */
        record Unknown() implements Told {}

        /** The attempt has changed nothing and never will. */
        record NotDone() implements Told {}

        /** Nor will any other at or below a stamp (Rule E2). */
        record Expired(long forgottenStamp) implements Told {}
    }

    /** What became of a call in a space: an outcome, or a refusal. */
    record Ending(@Nullable Outcome outcome, @Nullable Refusal refusal) {}

    private final SimCluster cluster;
    private final CatalogTruth truth;

    SpaceDesk(SimCluster cluster) {
        this.cluster = cluster;
        this.truth = cluster.catalogTruth();
    }

    private long now() {
        return cluster.queue().nowNanos();
    }

    /**
     * Asks a node's catalog.
     *
     * @param id of the call, the same for all its attempts
     * @param told takes what the node says, if anything
     */
    void ask(int to, CatalogCall call, RequestId id, long timeoutNanos, Consumer<Told> told) {
        toNode(
                to,
                node -> {
                    if (node.host().calls().closed() == null) {
                        new Asked(node, call, id, told).begin(timeoutNanos);
                    } else {
                        toClient(to, () -> told.accept(new Told.NotDone()));
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
        private final SimNode node;
        private final CatalogCall call;
        private final RequestId id;
        private final SimLoop loop;
        private final ReplicaHost host;
        private final Consumer<Told> told;
        private boolean answered;

        Asked(SimNode node, CatalogCall call, RequestId id, Consumer<Told> told) {
            this.node = node;
            this.call = call;
            this.id = id;
            this.loop = node.loop();
            this.host = node.host();
            this.told = told;
        }

        void begin(long timeoutNanos) {
            trace(node.id(), call);
            FailureCode late = call.isChange() ? FailureCode.UNKNOWN_OUTCOME : FailureCode.DEADLINE;
            loop.schedule(
                    () -> finish(new CatalogRequest.Answer.Failed(late, "late")), timeoutNanos);
            CatalogRequest.Once once =
                    new CatalogRequest.Once(
                            id, id.stamp() - 1, node.clock().monotonicNanos(now() + timeoutNanos));
            host.catalog().submit(request(once, answer -> loop.execute(() -> finish(answer))));
        }

        private CatalogRequest request(
                CatalogRequest.Once once, Consumer<CatalogRequest.Answer> answer) {
            return switch (call) {
                case CatalogCall.Create create ->
                        new CatalogRequest.Create(
                                create.name(), create.kind(), create.ifNotExists(), once, answer);
                case CatalogCall.Drop drop -> new CatalogRequest.Drop(drop.name(), once, answer);
                case CatalogCall.Open open -> new CatalogRequest.Open(open.name(), answer);
                case CatalogCall.ListAll _ -> new CatalogRequest.ListAll(answer);
            };
        }

        private void finish(CatalogRequest.Answer ended) {
            if (answered) {
                return;
            }
            answered = true;
            trace(node.id(), "answers " + ended);
            Told said = told(ended);
            toClient(node.id(), () -> told.accept(said));
        }

        private static Told told(CatalogRequest.Answer ended) {
            return switch (ended) {
                case CatalogRequest.Answer.One one ->
                        new Told.Answered(new CatalogAnswer.One(one.space().id()));
                case CatalogRequest.Answer.All all -> {
                    TreeMap<String, Integer> ids = new TreeMap<>();
                    for (SpaceInfo space : all.spaces()) {
                        ids.put(space.name(), space.id());
                    }
                    yield new Told.Answered(new CatalogAnswer.All(ids));
                }
                case CatalogRequest.Answer.Done _ -> new Told.Answered(new CatalogAnswer.Dropped());
                case CatalogRequest.Answer.Expired expired ->
                        new Told.Expired(expired.forgottenStamp());
                case CatalogRequest.Answer.Failed failed ->
                        switch (failed.code()) {
                            case SPACE_EXISTS -> new Told.Answered(new CatalogAnswer.Exists());
                            case UNKNOWN_SPACE -> new Told.Answered(new CatalogAnswer.Unknown());
                            default ->
                                    failed.code().isNotDone()
                                            ? new Told.NotDone()
                                            : new Told.Unknown();
                        };
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
