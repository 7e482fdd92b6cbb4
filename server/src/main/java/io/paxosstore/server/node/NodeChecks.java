package io.paxosstore.server.node;

import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.server.front.http.Health;

import java.util.Locale;
import java.util.Optional;

/** What a node has to be and to know before it can serve, check by check. */
final class NodeChecks {
    private NodeChecks() {}

    static void add(
            Health health,
            ReplicaHost host,
            NodeStorage storage,
            NodeSituation situation,
            SlotWatch slots,
            Optional<HeapWatch> heap) {
        health.check("peers", () -> situation.isStalled() ? situation.noMajority() : Health.OK);
        health.note("slots", () -> orOk(situation.noMajority()));
        health.check("standing", () -> orOk(host.standing().waiting()));
        health.check(
                "disk",
                () ->
                        switch (storage.room()) {
                            case ENOUGH -> Health.OK;
                            case LOW -> "nearly full: new writes are refused";
                            case NONE -> "full: this node does not vote until there is room";
                        });
        heap.ifPresent(watch -> health.note("heap", () -> orOk(watch.problem())));
        health.note("redundancy", slots::redundancy);
        health.note("moves", slots::moves);
        health.note("topology age", () -> host.topology().ageNanos() / 1_000_000_000L + " s");
        health.note("store", () -> situation.standing().name().toLowerCase(Locale.ROOT));
        health.wholeness(() -> missing(situation.standing()));
        for (int i = 0; i < host.sweeps().size(); i++) {
            health.note("sweep of shard " + i, host.sweeps().get(i).sweeper()::progress);
        }
        health.check(
                "catalog",
                () ->
                        host.catalog().isLoaded()
                                ? Health.OK
                                : "the list of spaces was not read yet");
        health.check(
                "topology",
                () -> host.topology().isLoaded() ? Health.OK : "the topology was not read yet");
    }

    private static String missing(Standing standing) {
        return switch (standing) {
            case WHOLE -> Health.OK;
            case NEW -> "it is new, and may have lost another one";
            case REBUILDING -> "it fetches what it has lost, and votes on nothing of that before";
        };
    }

    private static String orOk(String problem) {
        return problem.isEmpty() ? Health.OK : problem;
    }
}
