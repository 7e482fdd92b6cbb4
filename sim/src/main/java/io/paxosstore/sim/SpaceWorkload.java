package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.log.identity.Room;
import io.paxosstore.node.space.Catalog;
import io.paxosstore.node.space.CatalogService;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.check.CatalogAnswer;
import io.paxosstore.sim.check.CatalogCall;
import io.paxosstore.sim.check.CatalogModel;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.KvModel;
import io.paxosstore.sim.check.LinearizabilityChecker;
import io.paxosstore.sim.check.LinearizabilityChecker.Verdict;
import io.paxosstore.sim.check.Operation;

import java.util.ArrayList;
import java.util.List;

/**
 * The clients of spaces beside those of keys: what they know of each other, what they saw, and
 * whether that can be. Not thread-safe.
 */
final class SpaceWorkload {
    /** More is not searched: calls of unknown outcome can make it very many. */
    private static final long STEPS_MAX = 300_000;

    private static final int CLIENTS_MAX = 2;
    private static final int CALLS = 12;
    private static final int FINAL_CALLS = 4;

    private final SimCluster cluster;
    private final SpaceDesk desk;
    private final List<SpaceClient> clients = new ArrayList<>();
    private final List<Integer> told = new ArrayList<>();
    private final List<Operation<CatalogCall, CatalogAnswer>> catalog = new ArrayList<>();
    private final History<EntityKey, KvCall, KvAnswer> data = new History<>();
    private long unique;

    SpaceWorkload(SimCluster cluster, RandomSource random) {
        this.cluster = cluster;
        this.desk = new SpaceDesk(cluster);
        int count = 1 + random.nextInt(CLIENTS_MAX);
        for (int i = 0; i < count; i++) {
            clients.add(new SpaceClient(cluster, this, desk, i, random.fork()));
        }
    }

    /** Has the clients make the calls that belong to the time of faults. */
    void begin() {
        clients.forEach(client -> client.begin(CALLS));
    }

    /** Has them make some more, of a healed cluster. */
    void beginFinal() {
        clients.forEach(client -> client.begin(FINAL_CALLS));
    }

    /** Whether all calls have ended. */
    boolean isDone() {
        return clients.stream().allMatch(SpaceClient::isDone);
    }

    /** A number that nothing else has. */
    long unique() {
        return ++unique;
    }

    /** A client was told of a space. */
    void told(int id) {
        if (!told.contains(id)) {
            told.add(id);
        }
    }

    /** The ids of all spaces that clients were told of, dropped ones too. */
    List<Integer> told() {
        return told;
    }

    /** A call of the catalog was answered, or given up. */
    void record(Operation<CatalogCall, CatalogAnswer> operation) {
        catalog.add(operation);
    }

    /** A call in a space was answered, or given up. */
    void record(EntityKey key, Operation<KvCall, KvAnswer> operation) {
        data.add(key, operation);
    }

    /** What the copy of a node lacks to be the newest, if the node has room; empty for nothing. */
    String lack(SimNode node) {
        if (node.store().room() == Room.NONE) {
            return "";
        }
        CatalogService held = node.host().catalog();
        return held.isLoaded()
                        && held.current().spaces().equals(cluster.catalogTruth().newestSpaces())
                ? ""
                : "has the spaces of version " + held.current().version() + " of the catalog";
    }

    /** LinearizableCatalog, LinearizableHistory. */
    void check() {
        demand("LinearizableCatalog", LinearizabilityChecker.check(model(), catalog, STEPS_MAX));
        demand("LinearizableHistory", LinearizabilityChecker.check(new KvModel(), data, STEPS_MAX));
    }

    /** Counts from where this cluster does. */
    private CatalogModel model() {
        Catalog newest = Catalog.EMPTY;
        for (int id = 1; id <= cluster.nodes(); id++) {
            SimNode node = cluster.node(id);
            Catalog held = node.isUp() ? node.host().catalog().current() : Catalog.EMPTY;
            newest = held.version() > newest.version() ? held : newest;
        }
        return new CatalogModel(
                newest.firstId(SpaceKind.KEY_VALUE), newest.firstId(SpaceKind.ENTITY));
    }

    private void demand(String invariant, Verdict verdict) {
        if (verdict.result() == LinearizabilityChecker.Result.NOT_LINEARIZABLE) {
            throw new SimViolation(invariant, verdict.explanation());
        }
        cluster.trace().add(verdict.steps());
        cluster.trace().line(() -> invariant + " " + verdict.result() + " " + verdict.steps());
    }
}
