package io.paxosstore.bench.experiment;

import io.paxosstore.bench.members.Operator;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.Course;

import java.io.IOException;

/** What {@link Exchange} does to a cluster's members. */
final class MemberStories {
    private static final int HALF_PERCENT = 50;

    private MemberStories() {}

    /** Nodes come; one is lost and replaced; others are drained, not without trouble. */
    static void everything(Subject subject, Operator operator, MemberSteps steps, long steady)
            throws IOException, InterruptedException {
        int first = subject.cluster().replicas().size();
        steps.steady("steady, %d nodes".formatted(first), steady);
        steps.run(
                "three nodes start",
                () -> {
                    for (int zone = 0; zone < Subject.ZONES; zone++) {
                        subject.join(first + zone + 1, zone);
                    }
                });
        steps.run(
                "slots are spread",
                () ->
                        operator.carryOut(
                                new ClusterChange.Spread(), view -> view.votes(first + 1) > 0));
        steps.steady("steady, %d nodes".formatted(first + Subject.ZONES), steady);
        int next = first + Subject.ZONES + 1;
        replace(2, next, subject, operator, steps, steady);
        steps.run(
                "one is drained",
                () -> {
                    operator.carryOut(
                            new ClusterChange.Drain(first), view -> view.votes(first) == 0);
                    operator.change(new ClusterChange.Remove(first));
                    subject.cluster().leave(first);
                });
        steps.run(
                "a drain is cancelled half-way",
                () -> {
                    carryOutHalf(operator, new ClusterChange.Drain(1));
                    operator.change(new ClusterChange.Steer(Course.CANCELLED));
                    operator.await("nothing is under change", view -> view.isStill());
                });
        steps.run(
                "the node is kept",
                () -> {
                    operator.change(new ClusterChange.Keep(1));
                    operator.change(new ClusterChange.Steer(Course.RUNNING));
                    operator.carryOut(new ClusterChange.Spread(), view -> true);
                });
        steps.run(
                "drained, a node killed half-way",
                () -> {
                    carryOutHalf(operator, new ClusterChange.Drain(next));
                    subject.cluster().replica(1).kill();
                    subject.cluster().replica(1).start();
                    subject.cluster().replica(1).awaitReady(ReplicaCluster.READY_LIMIT);
                    operator.await(
                            "no votes of " + next,
                            view -> view.isSettled() && view.votes(next) == 0);
                });
        steps.steady("steady again", steady);
    }

    /** One node is lost for good, and another one comes for it. */
    static void replacement(Subject subject, Operator operator, MemberSteps steps, long steady)
            throws IOException, InterruptedException {
        int nodes = subject.cluster().replicas().size();
        steps.steady("steady, %d nodes".formatted(nodes), steady);
        replace(2, nodes + 1, subject, operator, steps, steady);
        steps.steady("steady again", steady);
    }

    private static void replace(
            int lost, int next, Subject subject, Operator operator, MemberSteps steps, long steady)
            throws IOException, InterruptedException {
        steps.run(
                "one is killed",
                () -> {
                    subject.cluster().replica(lost).kill();
                    Thread.sleep(steady);
                });
        steps.run("another one starts", () -> subject.join(next, subject.zoneOf(lost)));
        steps.run(
                "and replaces it",
                () -> {
                    operator.carryOut(
                            new ClusterChange.Replace(lost, next), view -> view.votes(lost) == 0);
                    operator.change(new ClusterChange.Remove(lost));
                    subject.cluster().leave(lost);
                });
    }

    /** Asks for a change, and waits until half of the slots have moved. */
    private static void carryOutHalf(Operator operator, ClusterChange change)
            throws IOException, InterruptedException {
        long plan = operator.await("a node shows the topology", view -> true).plan();
        long version = operator.change(change);
        operator.awaitMoved(HALF_PERCENT, Operator.POLL_INTERVAL, version, plan);
    }
}
