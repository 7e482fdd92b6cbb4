package io.paxosstore.bench.faults;

import io.paxosstore.bench.members.MembersView;
import io.paxosstore.bench.members.Operator;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.client.ClusterMembers;
import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.Course;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Changes the members of a cluster as an operator does, and does harm to it meanwhile.
 *
 * <p>Each fault runs to its end: until the cluster is settled, with every voter of every slot
 * connected. So at any time no more than one voter of a slot is down or unfinished; but for {@link
 * FaultKind#KILL_DRIVER}, which kills a node while others become whole, only if all voters are
 * connected, and starts it at once. Used by one thread.
 */
final class MemberFaults {
    /** While slots move, it is looked more often: harm is to be done half-way. */
    private static final Duration MOVING_POLL_INTERVAL = Duration.ofMillis(10);

    private static final int PERCENT = 100;

    private final FaultyCluster target;
    private final Operator operator;
    private final Consumer<String> log;

    /**
     * @param log told what no plan says, such as how long slots moved
     */
    MemberFaults(FaultyCluster target, ClusterMembers members, Consumer<String> log) {
        this.target = target;
        this.operator = new Operator(members, target.cluster(), Operator.WHOLE_LIMIT, log);
        this.log = log;
    }

    /**
     * Does one of them, from its beginning to its end.
     *
     * @throws IOException when the cluster does not become whole in time, or refuses a change
     */
    void run(Fault fault) throws IOException, InterruptedException {
        operator.await("before " + fault, view -> view.isSettled() && view.isConnected());
        boolean joins = !target.layout().ids().contains(fault.victim());
        switch (fault.kind()) {
            case JOIN_AND_SPREAD -> finishJoin(fault.victim(), beginJoin(fault.victim()));
            case DRAIN -> finishDrain(fault.victim(), beginDrain(fault.victim()));
            case REPLACE -> replace(fault.victim(), fault.peer());
            case CANCEL, KILL_DRIVER -> {
                Beginning beginning =
                        joins ? beginJoin(fault.victim()) : beginDrain(fault.victim());
                disturb(fault, beginning);
                if (joins) {
                    finishJoin(fault.victim(), beginning);
                } else {
                    finishDrain(fault.victim(), beginning);
                }
            }
            default -> throw new IllegalArgumentException(fault + " is FaultInjector's work");
        }
    }

    /**
     * Slots begin to move.
     *
     * @param version of the list of nodes and the goal; who knows an older one knows nothing of it
     * @param plan the last one before
     */
    private record Beginning(long version, long plan, long nanos) {}

    private Beginning begin(ClusterChange change) throws IOException, InterruptedException {
        long plan = operator.await("a node shows the topology", view -> true).plan();
        return new Beginning(operator.change(change), plan, System.nanoTime());
    }

    private Beginning beginJoin(int id) throws IOException, InterruptedException {
        start(id);
        return begin(new ClusterChange.Spread());
    }

    private void start(int id) throws IOException, InterruptedException {
        target.join(id).awaitReady(ReplicaCluster.READY_LIMIT);
        log.accept(id + " has joined");
    }

    private void finishJoin(int id, Beginning beginning) throws IOException, InterruptedException {
        awaitWhole("a share of the slots for " + id, beginning, view -> view.votes(id) > 0);
    }

    private Beginning beginDrain(int id) throws IOException, InterruptedException {
        return begin(new ClusterChange.Drain(id));
    }

    private void finishDrain(int id, Beginning beginning) throws IOException, InterruptedException {
        awaitWhole("no votes of " + id, beginning, view -> view.votes(id) == 0);
        operator.change(new ClusterChange.Remove(id));
        target.leave(id);
    }

    private void replace(int dead, int id) throws IOException, InterruptedException {
        int votes = operator.await("a node shows the topology", view -> true).votes(dead);
        target.cluster().replica(dead).kill();
        start(id);
        Beginning beginning = begin(new ClusterChange.Replace(dead, id));
        awaitWhole(
                id + " in all slots of " + dead,
                beginning,
                view -> view.votes(dead) == 0 && view.votes(id) == votes);
        operator.change(new ClusterChange.Remove(dead));
        target.leave(dead);
    }

    /** What is done when a random part of the slots has moved. */
    private void disturb(Fault fault, Beginning beginning)
            throws IOException, InterruptedException {
        RandomSource random = new RandomSource(fault.seed());
        int percent = random.nextInt(PERCENT);
        MembersView view =
                operator.awaitMoved(
                        percent, MOVING_POLL_INTERVAL, beginning.version(), beginning.plan());
        String when = " when %d of %d slots have moved".formatted(view.done(), view.planned());
        if (fault.kind() == FaultKind.CANCEL) {
            log.accept("cancelled" + when);
            long version = operator.change(new ClusterChange.Steer(Course.CANCELLED));
            operator.await(
                    "nothing is under change", now -> now.version() >= version && now.isStill());
            log.accept("nothing is under change; changes go on");
            operator.change(new ClusterChange.Steer(Course.RUNNING));
        } else {
            operator.await(
                    "all voters are connected", MOVING_POLL_INTERVAL, MembersView::isConnected);
            List<Integer> ids =
                    target.layout().ids().stream().filter(id -> id != fault.victim()).toList();
            ReplicaProcess killed = target.cluster().replica(ids.get(random.nextInt(ids.size())));
            log.accept("kill of " + killed.id() + when);
            killed.kill();
            killed.start();
            killed.awaitReady(ReplicaCluster.READY_LIMIT);
        }
    }

    /** Waits until nothing moves any more and every voter of every slot is connected. */
    private void awaitWhole(String what, Beginning beginning, Predicate<MembersView> condition)
            throws IOException, InterruptedException {
        MembersView whole = operator.awaitWhole(what, beginning.version(), condition);
        log.accept(
                "%s: the cluster is whole after %d ms, with version %d of the list of nodes"
                        .formatted(
                                what,
                                (System.nanoTime() - beginning.nanos()) / 1_000_000,
                                whole.version()));
    }
}
