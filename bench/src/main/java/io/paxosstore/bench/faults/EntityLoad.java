package io.paxosstore.bench.faults;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.bench.workload.EntityWorkload;
import io.paxosstore.bench.workload.Workload;
import io.paxosstore.bench.workload.WorkloadStats;
import io.paxosstore.client.CallOptions;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.protocol.model.SpaceKind;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * The load of entities in a {@link FaultRunner}'s run: clients who wait and clients who give up
 * soon. Used by one thread.
 */
final class EntityLoad implements AutoCloseable {
    private static final String SPACE = "faults-entities";
    private static final int ENTITIES = 5;
    private static final int PATIENT_CLIENTS = 6;
    private static final Duration PATIENT_DEADLINE = Duration.ofSeconds(30);
    private static final int IMPATIENT_CLIENTS = 3;
    private static final Duration IMPATIENT_DEADLINE = Duration.ofMillis(150);
    private static final Duration CLIENT_PAUSE_MAX = Duration.ofMillis(8);
    private static final int DIFFERENCES_SHOWN_MAX = 5;

    private final PaxosStore store;
    private final int space;
    private final EntityWorkload workload;
    private final WorkloadStats patient;
    private final WorkloadStats impatient;

    private EntityLoad(PaxosStore store, EntitySpace<String> space, long seed) {
        this.store = store;
        this.space = space.space().id();
        this.workload = new EntityWorkload(space, ENTITIES, seed);
        this.patient =
                workload.clients(
                        space, new Workload.Clients(0, PATIENT_CLIENTS, CLIENT_PAUSE_MAX, seed));
        this.impatient =
                workload.clients(
                        space.with(CallOptions.DEFAULT.deadline(IMPATIENT_DEADLINE)),
                        new Workload.Clients(
                                PATIENT_CLIENTS, IMPATIENT_CLIENTS, CLIENT_PAUSE_MAX, ~seed));
    }

    /**
     * Connects and creates the space.
     *
     * @throws PaxosStoreException when the cluster cannot be reached
     */
    static EntityLoad connect(String addresses, long seed) {
        ClientOptions options =
                ClientOptions.builder().name("entities").deadline(PATIENT_DEADLINE).build();
        PaxosStore store = PaxosStore.connect(addresses, options);
        try {
            store.createSpaceIfAbsent(SPACE, SpaceKind.ENTITY);
            return new EntityLoad(store, store.entitySpace(SPACE, Codec.utf8()), seed);
        } catch (PaxosStoreException e) {
            store.close();
            throw e;
        }
    }

    void start() {
        workload.start();
    }

    /** Has all clients stop after their calls, and does not wait: for when something failed. */
    void halt() {
        workload.halt();
    }

    void stop() throws InterruptedException, TimeoutException {
        workload.stop(PATIENT_DEADLINE.multipliedBy(2));
    }

    /**
     * Compares the entities with what the clients were told, and the replicas with each other.
     *
     * @param limit for the replicas to become equal
     */
    List<String> problems(ClusterLayout layout, Duration limit)
            throws IOException, InterruptedException {
        List<String> problems = new ArrayList<>(workload.problems());
        List<String> different =
                new EntityComparison(layout, space).awaitEqual(workload.names(), limit);
        if (!different.isEmpty()) {
            problems.add(different.size() + " objects of entities differ between replicas");
            problems.addAll(
                    different.subList(0, Math.min(different.size(), DIFFERENCES_SHOWN_MAX)));
        }
        if (patient.failed() > 0) {
            problems.add(
                    "%d calls of patient clients of entities failed:%n%s"
                            .formatted(patient.failed(), patient.failures()));
        }
        return problems;
    }

    /** For people: what the clients were told. */
    String summary() {
        return "%,d calls, %,d messages in order, %,d rows inserted"
                .formatted(succeeded(), workload.messages(), workload.rows());
    }

    /** Calls that were answered. */
    long succeeded() {
        return patient.succeeded() + impatient.succeeded();
    }

    /** The longest that a patient client waited. */
    long longestCallMillis() {
        return patient.longestCallMillis();
    }

    /** Calls of impatient clients that ended without an answer. */
    long impatientFailed() {
        return impatient.failed();
    }

    @Override
    public void close() {
        store.close();
    }
}
