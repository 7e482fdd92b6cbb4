package io.paxosstore.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.workload.EntityWorkload;
import io.paxosstore.bench.workload.Workload;
import io.paxosstore.bench.workload.WorkloadStats;
import io.paxosstore.client.CallOptions;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** {@code kill -9} under a load of every model: exactly once, in order, all or nothing. */
@Tag("process")
class KilledEntitiesTest {
    private static final int REPLICAS = 3;
    private static final int ENTITIES = 4;
    private static final int KILLS = 12;
    private static final int SEED = 20_261_121;
    private static final Duration PATIENT = Duration.ofSeconds(30);
    private static final Duration IMPATIENT = Duration.ofMillis(100);
    private static final Duration PROGRESS_LIMIT = Duration.ofSeconds(60);

    /** Tables are merged all the time. */
    private static final String BUSY_MERGES =
            """
            server:
              shards: 2
            tables:
              merge-rows: 1
              merge-percent: 1
              merge-after: 1s
              merge-step-bytes: 16KiB
            """;

    /** Flushes, journal files and so images come often. */
    private static final String BUSY_UPKEEP =
            """
            entities:
              flush-after: 100ms
              journal-file-bytes: 8MiB
              preallocated-files: 1
            """
                    + BUSY_MERGES;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @Test
    void oneReplicaAndThenAll() throws Exception {
        try (Run run = new Run(ReplicaCluster.create(directory, REPLICAS, BUSY_MERGES))) {
            run.killAndRestart(1, 300);
            run.assertNothingFailed();
            run.killAllAndRestart(300);
            run.assertExactlyOnce();
        }
    }

    @Test
    @Tag("faults")
    void eachReplicaInTurn() throws Exception {
        try (Run run = new Run(ReplicaCluster.create(directory, REPLICAS, BUSY_UPKEEP))) {
            for (int kill = 0; kill < KILLS; kill++) {
                run.killAndRestart(1 + kill % REPLICAS, 3_000);
            }
            run.assertNothingFailed();
            run.assertExactlyOnce();
        }
    }

    @Test
    @Tag("faults")
    void allReplicasAtOnce() throws Exception {
        try (Run run = new Run(ReplicaCluster.create(directory, REPLICAS, BUSY_UPKEEP))) {
            for (int kill = 0; kill < KILLS; kill++) {
                run.killAllAndRestart(3_000);
            }
            run.assertExactlyOnce();
        }
    }

    /** Three processes under load. */
    private static final class Run implements AutoCloseable {
        private final ReplicaCluster cluster;
        private final PaxosStore store;
        private final EntityWorkload workload;
        private final WorkloadStats patient;
        private final WorkloadStats impatient;

        Run(ReplicaCluster cluster) throws IOException, InterruptedException {
            this.cluster = cluster;
            boolean isStarted = false;
            try {
                cluster.start();
                store =
                        PaxosStore.connect(
                                cluster.addresses(),
                                ClientOptions.builder().deadline(PATIENT).build());
                store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
                EntitySpace<String> space = store.entitySpace("inbox", Codec.utf8());
                workload = new EntityWorkload(space, ENTITIES, SEED);
                patient = workload.clients(space, clients(0, 12));
                impatient =
                        workload.clients(
                                space.with(CallOptions.DEFAULT.deadline(IMPATIENT)),
                                clients(12, 4));
                workload.start();
                awaitAnswers(300);
                isStarted = true;
            } finally {
                if (!isStarted) {
                    cluster.close();
                }
            }
        }

        private static Workload.Clients clients(int firstId, int count) {
            return new Workload.Clients(firstId, count, Duration.ofMillis(4), SEED + firstId);
        }

        void awaitAnswers(int count) throws InterruptedException, IOException {
            try {
                patient.awaitAnswers(count, PROGRESS_LIMIT);
            } catch (TimeoutException e) {
                throw new IOException(e.getMessage() + "\n" + cluster.logTails(), e);
            }
        }

        void killAndRestart(int id, int answers) throws IOException, InterruptedException {
            cluster.replica(id).kill();
            awaitAnswers(answers);
            cluster.replica(id).start();
            cluster.replica(id).awaitReady(ReplicaCluster.READY_LIMIT);
            awaitAnswers(answers);
        }

        void killAllAndRestart(int answers) throws IOException, InterruptedException {
            cluster.killAll();
            cluster.start();
            awaitAnswers(answers);
        }

        void assertNothingFailed() {
            assertEquals(0, patient.failed(), patient::failures);
        }

        void assertExactlyOnce() throws Exception {
            workload.stop(PATIENT.multipliedBy(2));
            long merges = 0;
            for (ReplicaProcess replica : cluster.replicas()) {
                merges += replica.counter("paxosstore_tables_merges_total", "");
            }
            System.out.printf(
                    "entities: %,d calls, %,d messages in order, %,d rows inserted; %,d merges"
                            + " since the last start; %d of the impatient failed; longest gap %d"
                            + " ms%n",
                    patient.succeeded() + impatient.succeeded(),
                    workload.messages(),
                    workload.rows(),
                    merges,
                    impatient.failed(),
                    patient.longestGapMillis());
            assertEquals(List.of(), workload.problems(), () -> "seed " + SEED);
            assertTrue(workload.messages() > 0 && workload.rows() > 0);
            assertTrue(merges > 0, "no table was merged");
        }

        @Override
        public void close() {
            store.close();
            cluster.close();
        }
    }
}
