package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.members.Operator;
import io.paxosstore.client.CallOptions;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.topology.ClusterChange;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Nodes come, are lost, replaced and drained while clients go on, half of them with keys, half with
 * entities: how long each step takes, and what the clients notice.
 *
 * @param size nodes of each zone at first
 * @param story what is done to them
 */
record Exchange(int size, Exchange.Story story) implements Experiment {
    private static final OperationMix KEYS = OperationMix.parse("write=50,read=50");
    private static final OperationMix ENTITIES =
            OperationMix.parse(
                    "map-put=20,map-get=20,enqueue=20,queue-read=10,table-upsert=20,table-get=10");

    /** Entities are larger than keys, and slower to make. */
    private static final int KEYS_FOR_AN_ENTITY = 10;

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration STEP_LIMIT = Duration.ofMinutes(15);
    private static final Duration ASKING = Duration.ofSeconds(30);

    /** What is done, step by step. */
    @FunctionalInterface
    interface Story {
        void run(Subject subject, Operator operator, MemberSteps steps, long steadyMillis)
                throws IOException, InterruptedException;
    }

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        Laboratory half = laboratory.withClients(Math.max(1, laboratory.clients() / 2));
        long entities = Math.max(1, laboratory.keys() / KEYS_FOR_AN_ENTITY);
        List<LoadPlan> plans =
                List.of(
                        half.plan(KEYS),
                        half.withData(entities, laboratory.valueBytes()).plan(ENTITIES));
        try (Subject subject = Subject.inZones()) {
            grow(subject);
            for (LoadPlan plan : plans) {
                subject.preload(plan);
            }
            List<LoadPlan> running =
                    plans.stream().map(plan -> plan.withTimes(Duration.ZERO, LONGEST)).toList();
            try (RunningLoad load = RunningLoad.start(subject.addresses(), running);
                    PaxosStore store = PaxosStore.connect(subject.addresses())) {
                Thread.sleep(laboratory.warmup());
                Operator operator = operator(subject, store);
                MemberSteps steps = new MemberSteps(subject, load.seconds(), laboratory.out());
                story.run(subject, operator, steps, laboratory.duration().toMillis());
                return steps.failed();
            }
        }
    }

    private static Operator operator(Subject subject, PaxosStore store) {
        return new Operator(
                store.members().with(CallOptions.DEFAULT.deadline(ASKING)),
                subject.cluster(),
                STEP_LIMIT,
                text -> {});
    }

    /** To the nodes that there are at first; they hold nothing yet. */
    private void grow(Subject subject) throws IOException, InterruptedException {
        if (size == 1) {
            return;
        }
        int last = Subject.ZONES * size;
        for (int id = Subject.ZONES + 1; id <= last; id++) {
            subject.join(id, (id - 1) % Subject.ZONES);
        }
        try (PaxosStore store = PaxosStore.connect(subject.addresses())) {
            Operator operator = operator(subject, store);
            long version = operator.change(new ClusterChange.Spread());
            operator.awaitWhole("a share for all", version, view -> view.votes(last) > 0);
        }
    }
}
