package io.paxosstore.sim.invariant;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.SimViolation;
import io.paxosstore.sim.entity.EntityResult;
import io.paxosstore.sim.entity.HeldTable;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What no node can know: everything that is durable anywhere, hence what is chosen. Compares every
 * record, message, mark and answer with it and throws {@link SimViolation} at the first that breaks
 * a named invariant. Not thread-safe.
 *
 * <p>The invariants: OneValueChosenPerEntry, ChosenMeansChosen, PromiseNeverFalls,
 * AcceptNeverFalls, AcceptedSurvivesCrash, AcceptedIsKept, PromiseWithinNumber, FastNumberUsedOnce,
 * OneValuePerNumber, NoGapApplied, VersionNeverFalls, EqualDataAtEqualVersion, ExactlyOnce,
 * FirstResult, SumConserved, SequencesGrow, WholeMeansRecovered, LossBeginsIncarnation,
 * EpochNeverFalls, VotesAreOfThisTenure. LinearizableHistory, AnsweredOnce, those of watches
 * ({@link WatchTruth}) and the liveness checks are made elsewhere.
 */
public final class ClusterTruth {
    private final int nodes;
    private final Checks checks;
    private final Electorate electorate;
    private final Map<EntityKey, EntityTruth> entities = new LinkedHashMap<>();

    /**
     * @param nodes how many nodes there are, with ids from 1
     */
    public ClusterTruth(int nodes, Electorate electorate, Checks checks) {
        this.nodes = nodes;
        this.electorate = electorate;
        this.checks = checks;
    }

    private EntityTruth entity(EntityKey key) {
        return entities.computeIfAbsent(
                key, absent -> new EntityTruth(key, nodes, electorate, checks));
    }

    /** The entities seen so far, in the order of their first appearance. */
    public Iterable<EntityKey> keys() {
        return entities.keySet();
    }

    /** The newest chosen entry of an entity; 0 for none. */
    public long newestChosen(EntityKey key) {
        return entity(key).newestChosen();
    }

    /** The chosen value of an entry; null while none is. */
    @Nullable EntryValue chosenValue(EntityKey key, long entry) {
        return entity(key).chosenValue(entry);
    }

    /** How closely is watched. */
    Checks checks() {
        return checks;
    }

    /** A node made a value that executes these requests with these results. */
    public void proposed(EntityKey key, ValueId id, Map<RequestId, byte[]> requests) {
        entity(key).proposed(id, requests);
    }

    /** A record is on its way to a node's disk. */
    public void appended(int node, LogRecord record) {
        entity(record.key()).appended(node, record);
    }

    /**
     * A record is durable on a node.
     *
     * @param incarnations what the node knows of all nodes' incarnations, its own included, by id
     */
    public void durable(int node, LogRecord record, int[] incarnations) {
        entity(record.key()).durable(node, record, incarnations);
    }

    /**
     * A node stands in other epochs than before (Rule M2): what it has accepted, and not forgotten,
     * it says again in them.
     *
     * @param incarnations what it knows of all nodes' incarnations, its own included, by id
     */
    public void entered(int node, int[] incarnations) {
        entities.values().forEach(truth -> truth.entered(node, incarnations));
    }

    /** A node has lost its disk: it knows of no epochs any more, until it is told. */
    public void diskLost(int node) {
        entities.values().forEach(truth -> truth.diskLost(node));
    }

    /**
     * A node lost its memory; {@code load} gives what its disk has of an entity.
     *
     * @param incarnations what the node knew of all nodes' incarnations, its own last one included
     */
    public void recovered(int node, int[] incarnations, Function<EntityKey, Stored> load) {
        entities.forEach((key, truth) -> truth.recovered(node, load.apply(key), incarnations));
    }

    /**
     * A node's storage answered a load.
     *
     * @param incarnations what the node knows of all nodes' incarnations, by id, its own from now
     *     on
     */
    public void loaded(int node, EntityKey key, Stored stored, int[] incarnations) {
        entity(key).loaded(node, stored, incarnations);
    }

    /**
     * A node counts as whole with this in its store: WholeMeansRecovered (Rule A5). An entity that
     * is damaged besides is known to be.
     */
    public void whole(int node, EntityKey key, Stored stored) {
        if (checks == Checks.ALL && !stored.isRecovered() && !stored.amnesiac()) {
            throw new SimViolation(
                    "WholeMeansRecovered",
                    "node %d is whole, and of %s it holds %s".formatted(node, key, stored));
        }
    }

    /**
     * A node takes in that it has lost what it said of an entity: LossBeginsIncarnation (Rule A3).
     *
     * @param found the incarnation under which it found that out
     * @param incarnation the one under which it will vote again
     */
    public void tookInLoss(int node, EntityKey key, int found, int incarnation) {
        if (checks == Checks.ALL && incarnation <= found) {
            throw new SimViolation(
                    "LossBeginsIncarnation",
                    "node %d forgets %s and goes on as incarnation %d, under which it had voted"
                            .formatted(node, key, incarnation));
        }
    }

    /** A node takes its pending entry for chosen. */
    public void marked(int node, EntityKey key, long entry) {
        entity(key).marked(node, entry);
    }

    /** A node's data takes in an entry. */
    public void applied(int node, Effects.Apply entry) {
        entity(entry.key()).applied(node, entry);
    }

    /**
     * A node's data holds this table: EqualRowsAtEqualVersion.
     *
     * @return whether another node holds the same rows in other parts of its table
     */
    public boolean held(int node, EntityKey key, long version, HeldTable table) {
        return entity(key).held(node, version, table);
    }

    /** A node sends a message to another. */
    public void sent(int node, int to, EntityKey key, Message message) {
        entity(key).sent(node, to, message);
    }

    /** A node answers a read, of whatever freshness. */
    public void answered(int node, EntityKey key, Outcome.Value value) {
        entity(key).answered(node, value.version(), value.state().bytes());
    }

    /**
     * A node answers a write: FirstResult, that is, the request is in a chosen entry and the answer
     * is what it was executed with there (Rule E3).
     */
    public void answered(int node, EntityKey key, RequestId id, Outcome.Written written) {
        byte[] first = entity(key).resultOf(id);
        if (first == null) {
            if (checks == Checks.OUTCOMES) {
                return; // the client cannot see it yet; the history will
            }
            throw new SimViolation(
                    "FirstResult", key + ": node " + node + " acknowledges " + id + ", not chosen");
        }
        if (!Arrays.equals(first, written.result().bytes())) {
            throw new SimViolation(
                    "FirstResult",
                    "%s: node %d answers %s with %s, its result is %s"
                            .formatted(
                                    key,
                                    node,
                                    id,
                                    describe(key, written.result().bytes()),
                                    describe(key, first)));
        }
    }

    private static Object describe(EntityKey key, byte[] result) {
        return switch (SpaceKind.of(key.space())) {
            case KEY_VALUE -> KvResult.decode(result);
            case ENTITY -> EntityResult.decode(result);
        };
    }

    /** The data after an entity's newest chosen entry, encoded; of an entity space. */
    public byte[] newestState(EntityKey key) {
        return entity(key).newestState();
    }

    /** The result a request was executed with; null if it was not. */
    public byte @Nullable [] resultOf(EntityKey key, RequestId id) {
        return entity(key).resultOf(id);
    }
}
