package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.OperationKind;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.measure.Measurement;
import io.paxosstore.bench.measure.Outcome;
import io.paxosstore.client.CallOptions;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.client.table.Row;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.TableSchema;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Reads and writes of keys alone, and beside clients who count the rows of a table for which one of
 * 1,500 patterns matches, again and again: a request of 20 kB that looks at 20,000 rows.
 */
final class LongRequests implements Experiment {
    private static final int ROWS = 20_000;
    private static final int ROWS_AT_ONCE = 500;
    private static final int PATTERNS = 1500;
    private static final Duration LOADING = Duration.ofSeconds(60);
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final OperationMix MIX = OperationMix.parse("write=10,read=90");
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double LONGEST = 100;

    private static final Condition COUNTED =
            new Condition.Or(
                    IntStream.range(0, PATTERNS)
                            .<Condition>mapToObj(i -> new Condition.Like("text", "%no-" + i + "%"))
                            .toList());

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        Report report =
                new Report(
                        laboratory.out(),
                        List.of(
                                "slice",
                                "clients with long requests",
                                "keys: operations/s",
                                "reads of keys: p50 ms",
                                "p99 ms",
                                "longest ms",
                                "errors",
                                "long requests: done",
                                "refused or given up"));
        return rows(report, laboratory, "1ms", List.of(0, 1, 4, 16))
                + rows(report, laboratory, "1s", List.of(0, 1, 4));
    }

    /** One cluster, which takes a shard's loop for so long before it goes on beside it. */
    private static long rows(
            Report report, Laboratory laboratory, String slice, List<Integer> callerCounts)
            throws IOException, InterruptedException, TimeoutException {
        long errors = 0;
        Measurement measurement = laboratory.measurement();
        LoadPlan plan = laboratory.plan(MIX);
        try (Subject subject = Subject.start(3, "entities: {slice: %s}".formatted(slice));
                PaxosStore store =
                        PaxosStore.connect(
                                subject.addresses(),
                                ClientOptions.builder().deadline(LOADING).build())) {
            subject.preload(plan);
            fill(store);
            for (int clients : callerCounts) {
                Callers callers = new Callers(store, clients);
                Outcome outcome = subject.measure(measurement, plan);
                callers.end();
                errors += outcome.errors();
                report.row(
                        List.of(
                                slice,
                                Integer.toString(clients),
                                Report.figure(outcome.perSecond()),
                                Report.figure(outcome.millis(OperationKind.READ, P50)),
                                Report.figure(outcome.millis(OperationKind.READ, P99)),
                                Report.figure(outcome.millis(OperationKind.READ, LONGEST)),
                                Long.toString(outcome.errors()),
                                Long.toString(callers.done.sum()),
                                Long.toString(callers.refused.sum())));
            }
        }
        return errors;
    }

    private static EntityTable<Row> table(Entity entity) {
        return entity.table("rows");
    }

    private static void fill(PaxosStore store) {
        store.createSpaceIfAbsent("long", SpaceKind.ENTITY);
        TableSchema schema =
                TableSchema.builder()
                        .column("id", ColumnType.INT64)
                        .column("text", ColumnType.STRING)
                        .key("id")
                        .build();
        for (int entity = 0; entity < 3; entity++) {
            Entity its = entity(store, entity, LOADING);
            EntityTable<Row> table = its.table("rows", schema);
            var _ = table.createIfAbsent();
            for (long from = 0; from < ROWS; from += ROWS_AT_ONCE) {
                table.upsertAll(
                        LongStream.range(from, from + ROWS_AT_ONCE)
                                .mapToObj(id -> Row.of("id", id, "text", "the text of row " + id))
                                .toList());
            }
        }
    }

    private static Entity entity(PaxosStore store, int number, Duration deadline) {
        return store.entity("long", "e" + number).with(CallOptions.DEFAULT.deadline(deadline));
    }

    /** Threads that ask for much. */
    private static final class Callers {
        private final AtomicBoolean ended = new AtomicBoolean();
        private final LongAdder done = new LongAdder();
        private final LongAdder refused = new LongAdder();
        private final List<Thread> threads = new ArrayList<>();

        Callers(PaxosStore store, int count) {
            for (int i = 0; i < count; i++) {
                Entity entity = entity(store, i % 3, DEADLINE);
                threads.add(Thread.ofPlatform().daemon().start(() -> run(entity)));
            }
        }

        private void run(Entity entity) {
            while (!ended.get()) {
                try {
                    var _ = table(entity).query().where(COUNTED).count();
                    done.increment();
                } catch (PaxosStoreException e) {
                    refused.increment();
                }
            }
        }

        void end() throws InterruptedException {
            ended.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
