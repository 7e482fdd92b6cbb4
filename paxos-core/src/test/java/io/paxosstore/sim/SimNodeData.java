package io.paxosstore.sim;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Mutation;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.entity.EntityState;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/** Performs what a node's replica wants of the data beside general PaxosLogs. Not thread-safe. */
final class SimNodeData {
    private static final double SLOW_CHANCE = 0.25;
    private static final double LONG_CHANCE = 0.2;
    private static final double GIVEN_UP_CHANCE = 0.2;
    private static final long LONG_NANOS_MAX = 40_000_000;

    private final SimCluster cluster;
    private final SimNode node;
    private final SimData data;

    /** Whether some commands take long. */
    private final boolean isSlow;

    private final RandomSource slowness;

    SimNodeData(SimCluster cluster, SimNode node, SimData data) {
        this.cluster = cluster;
        this.node = node;
        this.data = data;
        // Not forked from the others' randomness: what they draw from a seed stays as it was.
        long drawn = cluster.swarm().disk().syncNanos();
        this.isSlow = new RandomSource(drawn).chance(SLOW_CHANCE);
        this.slowness = new RandomSource(drawn + node.id());
        data.observe(this::occurred);
    }

    private void occurred(EntityKey key, Occurrence what) {
        cluster.trace()
                .line(() -> cluster.at(node.id()) + "has of " + Describe.key(key) + ": " + what);
        cluster.occurred(key, what);
        check(key);
    }

    private void check(EntityKey key) {
        boolean apart = cluster.truth().held(node.id(), key, data.version(key), data.table(key));
        cluster.count(Occurrence.MERGED_APART, apart ? 1 : 0);
    }

    void apply(Effects.Apply entry) {
        data.apply(entry);
        cluster.truth().applied(node.id(), entry);
        check(entry.key());
    }

    /**
     * Evaluates; in some seeds some commands take long, so that they are left out first, answered
     * much later, when the version may have risen or the deadline passed, or given up.
     *
     * @return the answer; null if it takes longer than this moment
     */
    @Nullable Input evaluate(Effects.Evaluate question, RecordingMachine machine) {
        if (question.isLong()) {
            evaluateLong(question, machine);
            return null;
        }
        return data.evaluate(question, machine, this::takesLong);
    }

    private boolean takesLong() {
        return isSlow && slowness.chance(LONG_CHANCE);
    }

    private void evaluateLong(Effects.Evaluate question, RecordingMachine machine) {
        Input answer =
                slowness.chance(GIVEN_UP_CHANCE)
                        ? new Input.NotEvaluated(
                                question.key(), question.ticket(), Outcome.Reason.OVERLOADED)
                        : data.evaluate(question, machine, () -> false);
        boolean given = answer instanceof Input.NotEvaluated;
        cluster.occurred(
                question.key(), given ? Occurrence.LONG_GIVEN_UP : Occurrence.LONG_EVALUATED);
        int life = node.life();
        cluster.queue()
                .after(
                        slowness.nextLong(LONG_NANOS_MAX),
                        () -> {
                            if (node.isUp() && life == node.life()) {
                                node.handle(answer);
                            }
                        });
    }

    /** Gives another node the entries it lacks, or the appended elements, or the whole image. */
    void supply(Effects.Supply supply) {
        EntityKey key = supply.key();
        List<EntryValue> entries = data.entriesAbove(key, supply.above());
        long entry = supply.above();
        cluster.count(Occurrence.ENTRIES_SUPPLIED, entries.size());
        for (EntryValue value : entries) {
            Message message = new Message.Chosen(++entry, value.id(), value);
            cluster.truth().sent(node.id(), key, message);
            cluster.transmit(
                    node.id(),
                    new Effects.Send(supply.to(), key, message, false, node.incarnation()));
        }
        if (entries.isEmpty() && data.version(key) > supply.above()) {
            supplyImage(key, supply.to(), cluster.swarm().appends() ? supply.above() : 0);
        }
    }

    /**
     * Gives another node an image.
     *
     * @param above the version it holds, to send what was appended since; 0 for the whole
     */
    void supplyImage(EntityKey key, int to, long above) {
        SimData.Image image = data.image(key, above);
        if (image != null) {
            toOther(to, other -> other.install(key, node.id(), image));
        }
    }

    private void toOther(int to, Consumer<SimNodeData> what) {
        cluster.network()
                .send(
                        node.id(),
                        to,
                        () -> {
                            SimNodeData other = cluster.node(to).data();
                            if (other != null) {
                                what.accept(other);
                            }
                        });
    }

    /** An image has come; what is held now is told to the replica. */
    void install(EntityKey key, int from, SimData.Image image) {
        if (!data.isFollowedBy(key, image)) {
            cluster.occurred(key, Occurrence.APPENDED_REFUSED);
            toOther(from, other -> other.supplyImage(key, node.id(), 0));
            return;
        }
        Stored installed = data.install(key, image);
        if (installed != null) {
            node.handle(new Input.Installed(key, installed));
        }
    }

    /** The answer to a read that is proven to be current. */
    Outcome read(EntityKey key, Outcome.Current current) {
        long version = data.version(key);
        if (version < current.version() && data.isDamaged(key)) {
            return new Outcome.NotDone(Outcome.Reason.NO_VOTE);
        }
        if (version < current.version()) {
            throw new SimViolation(
                    "NoGapApplied", key + " is read at " + version + ", not " + current.version());
        }
        long clockMillis = cluster.mutation() == Mutation.X1 ? wallMillis() : data.clockMillis(key);
        EntityState shown = EntityState.decode(data.state(key)).shown(clockMillis);
        return new Outcome.Value(version, new Outcome.Result(shown.encode()));
    }

    /**
     * What a read of an entity would show though it has expired by this node's clock (Rule X2); 0
     * for nothing.
     */
    long dueMillis(EntityKey key) {
        return cluster.mutation() == Mutation.X1
                ? 0
                : EntityState.decode(data.state(key))
                        .dueMillis(data.clockMillis(key), wallMillis());
    }

    private long wallMillis() {
        return node.clock().wallMillis(cluster.queue().nowNanos());
    }
}
