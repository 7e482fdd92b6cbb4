package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.RequestId;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.LinearizabilityChecker;
import io.paxosstore.sim.check.Operation;
import io.paxosstore.sim.invariant.ClusterTruth;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What all clients of a run do, and what they saw. Not thread-safe.
 *
 * @param <I> what a call asks
 * @param <O> what a call answers
 */
abstract class Workload<I, O> {
    static final int SPACE = 1;

    /** The number of a space where the catalog gives numbers out, and does not come so far. */
    static final int SPACE_ASIDE = 1 << 20;

    /**
     * One call to be made.
     *
     * @param option how fresh a read must be
     * @param checked whether it belongs into the history
     */
    record Task<I>(EntityKey key, int keyIndex, I call, ReadMode option, boolean checked) {}

    private record GivenUp<I, O>(Task<I> task, Operation<I, O> operation, RequestId id) {}

    private final Swarm.Load load;
    private final int space;
    private final List<GivenUp<I, O>> givenUp = new ArrayList<>();
    private final List<EntityKey> keys = new ArrayList<>();
    private final History<EntityKey, I, O> history = new History<>();
    private int finished;

    /** How many keys were used for the first time, of those that are drawn fresh. */
    private int used;

    Workload(Swarm.Load load, int space) {
        this.load = load;
        this.space = space;
        for (int i = 0; i < load.keys(); i++) {
            addKey("k" + i);
        }
    }

    final void addKey(String name) {
        keys.add(new EntityKey(space, name.getBytes(StandardCharsets.UTF_8)));
    }

    final Swarm.Load load() {
        return load;
    }

    /** All keys. */
    final List<EntityKey> keys() {
        return keys;
    }

    /** What the clients saw. */
    final History<EntityKey, I, O> history() {
        return history;
    }

    /** How many calls were answered. */
    final int finished() {
        return finished;
    }

    /** Draws which key the next call is for. */
    final int drawKey(RandomSource random) {
        if (load.freshChance() > 0) {
            return drawFresh(random);
        }
        return random.chance(load.hotChance()) ? 0 : random.nextInt(keys.size());
    }

    /** A key that nobody has used; once all are, and else, one of them all. */
    private int drawFresh(RandomSource random) {
        boolean fresh = random.chance(load.freshChance()) && used < load.keys();
        return fresh ? used++ : random.nextInt(keys.size());
    }

    /** Draws the next call. */
    abstract Task<I> draw(RandomSource random);

    /** A write of a key. */
    abstract Task<I> write(int index, RandomSource random);

    /** A linearizable read of a key. */
    abstract Task<I> read(int index);

    /** What a call asks to be executed; null for a read. */
    abstract @Nullable Command command(I call);

    /** The answer to a write. */
    abstract O written(Outcome.Written outcome);

    /** The answer to a read. */
    abstract O seen(Outcome.Value outcome);

    /** A call was answered: later ones should have a chance. */
    abstract void learned(Task<I> task, O answer);

    /** From the result that a request was executed with. */
    abstract O executed(byte[] result);

    /** Checks what all clients saw, once everything is settled. */
    abstract LinearizabilityChecker.Verdict check(ClusterTruth truth);

    /** What of this kind there was, for the statistics. */
    void count(SimCluster cluster) {}

    /** A write was given up: nobody knows whether it was executed, or will be. */
    final void gaveUp(Task<I> task, Operation<I, O> operation, RequestId id) {
        if (task.checked()) {
            givenUp.add(new GivenUp<>(task, operation, id));
        }
    }

    /**
     * Adds the writes that were given up to the history, now that no more will be executed. What
     * became of them is taken from the truth: that is a stricter check, and a much faster one, than
     * to try everything that may have become of them.
     */
    final void settle(ClusterTruth truth) {
        for (GivenUp<I, O> one : givenUp) {
            byte[] result = truth.resultOf(one.task().key(), one.id());
            Operation<I, O> open = one.operation();
            if (result != null) {
                history.add(
                        one.task().key(),
                        new Operation<>(
                                open.client(),
                                open.input(),
                                executed(result),
                                open.invoked(),
                                Operation.NEVER));
            }
        }
        givenUp.clear();
    }

    /** A call was answered. */
    final void record(Task<I> task, Operation<I, O> operation) {
        finished++;
        if (task.checked()) {
            history.add(task.key(), operation);
        }
    }
}
